"""`metricstress report DIR --to html`: from the command line, and in a browser."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Cli = Callable[..., Result]

HOSTILE = [
    "<script>document.title = 'owned'</script><img src=x onerror=\"document.title = 'owned'\">",
    "]]> --> </style></p></main> <style>*{display:none}</style>",
    'He said "it\'s 5 < 6 && 7 > 6" on 3 March.',
    "bell \x07 escape \x1b[31m override \u202e end",
    "השופט קבע כי החוק חוקי בכל 12 המדינות",
    "word " * 20_000,
]


def report(cli: Cli, tmp_path: Path, *arguments: object) -> str:
    """Run with those arguments and render the page."""
    ran = cli("run", "--out", "run", *arguments)
    assert ran.exit_code == 0, ran.stderr
    done = cli("report", "run", "--to", "html", "--output", "report.html")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == "" and "written to report.html" in done.stderr
    return (tmp_path / "report.html").read_bytes().decode()


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Examples of texts that try to be more than text."""
    path = tmp_path / "hostile.jsonl"
    rows = [
        {"id": f"h{n}<b>", "claim": "It is so.", "evidence": [text, f"We are not sure about {n} of them."]}
        | {"reference": [text, "We are sure."], "verdict": "Supported"}
        for n, text in enumerate(HOSTILE)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_saved_run_becomes_one_page_with_its_diffs(cli: Cli, data: Path, tmp_path: Path) -> None:
    text = report(cli, tmp_path, "--data", data, "--metric", "bleu", "--metric", "rouge1")
    assert text.startswith("<!DOCTYPE html>\n") and text.endswith("</html>\n")
    assert "<ins>" in text and "<del>" in text
    assert re.search(r"<dt>Seed</dt><dd>0</dd>", text)
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?\s*https?:|url\(", text)


def test_the_page_says_the_same_numbers_as_the_table_on_the_screen(cli: Cli, data: Path, tmp_path: Path) -> None:
    text = report(cli, tmp_path, "--data", data, "--metric", "bleu", "--metric", "rouge1")
    shown = cli("report", "run").stdout
    numbers = set(re.findall(r"(?<![\d.])[+−]?\d+\.\d(?!\d)", shown.split("Not applicable")[0]))
    assert len(numbers) > 20
    assert not {number for number in numbers if number not in text}


def test_a_page_on_standard_output_is_the_page_of_the_file(cli: Cli, data: Path, tmp_path: Path) -> None:
    text = report(cli, tmp_path, "--data", data, "--metric", "bleu")
    assert cli("report", "run", "--to", "html").stdout == text
    report(cli, tmp_path, "--data", data, "--metric", "bleu")
    assert (tmp_path / "report.html").read_text() == text


def test_hostile_evidence_stays_text(cli: Cli, hostile: Path, tmp_path: Path) -> None:
    text = report(cli, tmp_path, "--data", hostile, "--metric", "bleu")
    assert "<script" not in text and "<img" not in text and text.count("<style>") == 1
    assert "h0&lt;b&gt;" in text and "&lt;script&gt;" in text and "\\x1b[31m" in text and "\\u202e" in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert len(text) < 500_000


@pytest.fixture
def browser() -> Iterator[Any]:
    """Chromium: that of the system, else the one that Playwright has installed."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found)
        yield launched
        launched.close()


def everything_open(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")


def overflow(page: Any) -> int:
    """Pixels by which the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("kind", ["sample", "hostile"])
def test_in_a_browser_the_page_asks_for_nothing_fits_and_is_accessible(
    kind: str, cli: Cli, hostile: Path, tmp_path: Path, browser: Any
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    arguments: list[object] = ["--severities", "0.1,0.4", "--metric", "bleu", "--metric", "ev2r.reference_based"]
    text = report(cli, tmp_path, *arguments, *(["--data", hostile] if kind == "hostile" else []))
    for scheme in ("light", "dark"):
        for width in (360, 1280):
            page = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}).new_page()
            asked: list[str] = []
            said: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.on("console", lambda message, said=said: said.append(message.text))
            page.on("pageerror", lambda error, said=said: said.append(str(error)))
            page.goto((tmp_path / "report.html").as_uri())
            assert overflow(page) == 0
            everything_open(page)
            assert overflow(page) == 0
            assert page.title() in text and page.title() != "owned"
            assert asked == [(tmp_path / "report.html").as_uri()] and said == []
            assert page.locator("script").count() == 0 and page.locator("main").count() == 1
            found = Axe().run(page).response["violations"]
            assert found == [], [(item["id"], item["nodes"][0]["html"]) for item in found]
            page.context.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_marked_number_leads_by_keyboard_to_its_examples_and_the_page_prints(
    cli: Cli, tmp_path: Path, browser: Any
) -> None:
    report(cli, tmp_path, "--metric", "bleu")
    page = browser.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator(".main td a").first.focus()
    page.keyboard.press("Enter")
    target = page.evaluate("location.hash")
    assert page.locator(target).is_visible(), "the closed part with the examples opens"
    region = page.locator(".scroll").first
    region.focus()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "region"
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF-")
