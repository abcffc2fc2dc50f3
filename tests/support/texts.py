"""Texts for the laws: any string at all, and prose that gives every perturbation something to do."""

from __future__ import annotations

from hypothesis import strategies as st

from metricstress.language.passages import Evidence, Passage

# exclude_categories=() lets lone surrogates in, which st.text() leaves out by default.
any_char = st.characters(exclude_categories=())

_HARD = [
    "🙂", "👩‍👩‍👧", "👍🏽", "🇩🇪🇫🇷", "e\u0301", "a\u0300\u0323", "\u0301", "שלום עולם", "مرحبا ١٢٣", "\u202eabc\u202c",
    "\r\n", "\n\n", "\t", "\u00a0", "\u2028", "\ud800", "\udfff", "\ufeff", "\x00", "ﬁ", "ß", "İ", "ǆ",
    "中文没有空格。", "한국어",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "x\u200dy", "1️⃣",
]  # fmt: skip

_WORDS = [
    "The", "river", "is", "not", "deep", "It", "is", "late", "they", "are", "ready", "we", "have", "seen", "it",
    "do", "don't", "isn't", "won’t", "it's", "cannot", "no", "never", "before", "after", "more", "than", "a", "car",
    "an", "old", "fence", "three", "twenty-one", "two", "hundred", "one", "of", "companies", "began", "in", "May",
    "1994", "12", "1,250", "3.75", "15%", "$40", "€1.5", "21st", "7.1bn", "COVID-19", "B12", "Dr.", "U.S.", "Ada",
    "Lovelace's", "scientists", "quickly", "purchase", "buildings", "large", "water", "temperature", "children",
    "with", "the", "and", "from", "to", "10:30", "https://example.org/a?b=1", "a@b.org", "v2.1.0", "[4]", "(about",
    "years)", "“quoted”", "half", "million", "first", "second", "mother-in-law", "x", "I", "will", "would", "there",
    "US", "WHO", "was", "were", "had", "been", "going", "has", "who", "that", "she", "he's", "gone", "six-year",
    "5 May 2020", "-5", "10-20", "1990s", "NATO", "people", "kilometres", "percent",
]  # fmt: skip

any_text = st.one_of(
    st.text(any_char, max_size=40),
    st.lists(st.one_of(st.text(any_char, max_size=4), st.sampled_from(_HARD + _WORDS)), max_size=16).map("".join),
    st.lists(st.sampled_from(_HARD + _WORDS), max_size=20).map(" ".join),
)

sentences = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=14),
    st.sampled_from([".", "!", "?", "", "...", ".”", ","]),
)

prose = st.lists(sentences, min_size=1, max_size=5).map(" ".join)

passages = st.builds(
    Passage,
    text=st.one_of(prose, any_text, st.sampled_from(["Yes", "No", "", "No answer could be found."])),
    question=st.one_of(st.just(""), sentences),
)

evidence: st.SearchStrategy[Evidence] = st.one_of(
    st.lists(passages, max_size=5).map(tuple),
    prose.map(lambda text: (Passage(text),)),
    any_text.map(lambda text: (Passage(text),)),
)
