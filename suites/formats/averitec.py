"""AVeriTeC: claims with questions and answers (data set), or with predicted evidence (submissions).

A question with its answers is one passage; several answers stand in it on a line each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricstress.language.passages import Evidence, Passage

from .errors import FieldError, describe, nothing_but
from .fields import Draft, given_id, is_missing, known_verdict, text

__all__ = ["NO_ANSWER", "looks_like_averitec", "read_averitec"]

NO_ANSWER = "No answer could be found."
_LABELS = "one of Supported, Refuted, Not Enough Evidence, Conflicting Evidence/Cherrypicking"


def looks_like_averitec(row: dict[str, Any]) -> bool:
    """Whether a row has the shape of the data set or of a submission."""
    if isinstance(row.get("questions"), (list, dict)):
        return True
    evidence = row.get("evidence")
    submitted = _is_submitted(row) and (not evidence or "answer" in row["evidence"][0])
    return submitted and ("pred_label" in row or "claim_id" in row) and "reference" not in row


def read_averitec(row: dict[str, Any]) -> Draft:
    """One row: its questions are the evidence, or the reference where predicted evidence stands beside them."""
    submitted = _is_submitted(row)
    if "questions" not in row and not submitted:
        raise FieldError("questions", "a list of questions", nothing_but(row))
    asked = tuple(_asked(row["questions"])) if "questions" in row else ()
    return Draft(
        id=given_id(row, ("claim_id", "id", "unique_id")),
        claim=text(row, "claim"),
        evidence=tuple(_submitted(row["evidence"])) if submitted else asked,
        reference=asked if submitted else (),
        verdict=known_verdict(row, ("label", "pred_label"), _LABELS),
    )


def _is_submitted(row: dict[str, Any]) -> bool:
    """Whether `evidence` is that of a submission; FEVER has a field of this name with lists in it."""
    evidence = row.get("evidence")
    if not isinstance(evidence, list):
        return False
    return isinstance(evidence[0], dict) if evidence else "pred_label" in row


def _submitted(evidence: list[Any]) -> Iterator[Passage]:
    for index, item in enumerate(evidence):
        field = f"evidence[{index}]"
        if not isinstance(item, dict):
            raise FieldError(field, "an object with 'question' and 'answer'", describe(item))
        if "answer" not in item:
            raise FieldError(f"{field}.answer", "text", nothing_but(item))
        yield Passage("\n".join(_answers(item, field)), _question(item, field))


def _asked(questions: Any) -> Evidence:
    """The passages of all three shapes in which questions are found."""
    if isinstance(questions, dict):
        asked, answered = questions.get("question"), questions.get("answers")
        if isinstance(asked, list) and isinstance(answered, list):
            if len(asked) != len(answered):
                raise FieldError("questions.answers", f"{len(asked)} items, one a question", describe(answered))
            entries = [{"question": one, "answers": two} for one, two in zip(asked, answered, strict=True)]
        else:
            entries = [
                entry if isinstance(entry, dict) and "question" in entry else {"question": name, "answers": entry}
                for name, entry in questions.items()
            ]
    elif isinstance(questions, list):
        entries = questions
    else:
        raise FieldError("questions", "a list of questions", describe(questions))
    found: list[Passage] = []
    for index, entry in enumerate(entries):
        field = f"questions[{index}]"
        if not isinstance(entry, dict):
            raise FieldError(field, "an object with 'question' and 'answers'", describe(entry))
        question = _question(entry, field)
        answers = entry.get("answers", entry.get("answer"))
        if isinstance(answers, (str, dict)):
            answers = [answers]
        if not answers:
            found.append(Passage(NO_ANSWER, question))
            continue
        if not isinstance(answers, list):
            raise FieldError(f"{field}.answers", "a list of answers", describe(answers))
        parts: list[str] = []
        for place, answer in enumerate(answers):
            item = {"answer": answer} if isinstance(answer, str) else answer
            parts += _answers(item, f"{field}.answers[{place}]")
        found.append(Passage("\n".join(parts), question))
    return tuple(found)


def _question(entry: dict[str, Any], field: str) -> str:
    if "question" not in entry:
        raise FieldError(f"{field}.question", "text", nothing_but(entry))
    question = entry["question"]
    if is_missing(question):
        return ""
    if not isinstance(question, str):
        raise FieldError(f"{field}.question", "text", describe(question))
    return question


def _answers(item: Any, field: str) -> Iterator[str]:
    """The texts of one answer object: one, or several where it holds a list."""
    if not isinstance(item, dict):
        raise FieldError(field, "an object with 'answer'", describe(item))
    if "answer" not in item:
        raise FieldError(f"{field}.answer", "text", nothing_but(item))
    kind = str(item.get("answer_type", "")).casefold()
    answer = item["answer"]
    if answer is None and kind == "unanswerable":
        answer = NO_ANSWER
    for part in answer if isinstance(answer, list) else [answer]:
        if not isinstance(part, str):
            raise FieldError(f"{field}.answer", "text", describe(part))
        explanation = item.get("boolean_explanation")
        if kind == "boolean" and not is_missing(explanation) and explanation != "":
            if not isinstance(explanation, str):
                raise FieldError(f"{field}.boolean_explanation", "text", describe(explanation))
            # A blanked answer or explanation (the authors' `coverage` file) gets no full stop of its own.
            closed = part.endswith((".", "!", "?")) or not part.strip() or not explanation.strip()
            part = f"{part}{' ' if closed else '. '}{explanation}"
        yield part
