"""The pages are plain American English: spelling by codespell, usage by proselint, and a short list of what neither of them knows."""
import re
import subprocess
import sys
from pathlib import Path

import pytest
from proselint.checks import __register__
from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

ROOT = Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                         text=True).stdout.split("\n")
PAGES = [name for name in TRACKED if name.endswith(".md") and (ROOT / name).exists()]
SOURCES = [name for name in TRACKED if name.startswith(("Sources/", "Pipelines/", "Samples/", ".ci/")) and (ROOT / name).is_file()
           and name.endswith((".swift", ".js", ".c", ".cpp", ".h", ".yaml", ".sh", ".py")) and ".pb." not in name]
# Made from the program; its own texts are the program's.
GENERATED = {"Commands", "ConfigurationKeys", "ManifestMembers", "Codes"}
# Swift's words, names of types and variables, a curve, British spellings of units that are accepted, and mistakes that are corrected.
KNOWN = "inout,cancelled,atleast,atmost,originaly,wholey,readby,astroid,metre,metres,centre,kilometre,neighbour,neighbours"
# Straight quotes and three dots are what a terminal shows; "very many" is a number here; a heading may repeat a word, and 2^52 is no date.
CHECKS = DEFAULT | {"checks": DEFAULT["checks"] | {"typography": False, "lexical_illusions": False, "weasel_words": False, "dates_times": False}}
# What the field says otherwise, and sentences that are read twice.
PATTERNS = {
    r"\b180th meridian\b": "antimeridian",
    r"\blarger beyond\b": "overzoom",
    r"\((?:6[4-9]|7[0-8]|130)(?:, (?:6[4-9]|7[0-8]))*\)": "the words 'exit code'",
    r"\b(?:that|those) of (?:the|a|an) \w+ (?:of|that)\b": "the noun once more",
    r"\bthe ones? (?:of )?whose\b": "a sentence of its own",
    r"\b[Ww]hat [^.,:;|]*\bthat\b [^.|]*\bthat\b": "two sentences",
    r"[.|] (?:So do|So does|Nor do|Nor does|Of those|Of these)\b": "subject, verb, object",
    r", also\b(?! (?:across|if|in|when|with))": "'also' before the verb",
    r"\b(?:bytes|objects?|features?|tiles?|requests?|points?|seconds?) an? (?:second|line|point|tile|vertex|zoom|feature)\b": "'per'",
}


def prose(text):
    """The sentences of a page: without code, addresses and headings; the cells of tables and the points of lists are paragraphs."""
    text = re.sub(r"(?s:^ *```.*?^ *```|<!--.*?-->)|^#.*$|^\|[-| :]+\|$", "", text, flags=re.M)
    text = re.sub(r"``?[^`\n]+``?", "Code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    blocks = [cell for block in re.split(r"\n\s*\n|\n(?=[-*|] )", text)
              for cell in (block.split("|") if block.lstrip().startswith("|") else [block])]
    return [" ".join(block.split()) for block in blocks if block.strip()]


def wrong(blocks):
    return [(block, better) for block in blocks for pattern, better in PATTERNS.items() if re.search(pattern, block)]


@pytest.fixture(scope="module", autouse=True)
def checks():
    CheckRegistry().register_many(__register__)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_read_once(name):
    if Path(name).stem not in GENERATED:
        assert wrong(prose((ROOT / name).read_text())) == []


@pytest.mark.parametrize("name", PAGES)
def test_proselint_has_nothing_to_say(name):
    assert complaints(name, "\n\n".join(prose((ROOT / name).read_text()))) == []


@pytest.mark.parametrize("names, words", [(PAGES, "inout"), (SOURCES, KNOWN)], ids=["pages", "sources"])
def test_spelling(names, words):
    run = subprocess.run([sys.executable, "-m", "codespell_lib", "--builtin", "clear,rare,en-GB_to_en-US", "-L", words, *names],
                         cwd=ROOT, capture_output=True, text=True)
    assert (run.stdout, run.returncode) == ("", 0)


def complaints(name, text):
    found = LintFile(Path(name), text).lint(CHECKS) if text else []
    return [(result.check_result.message, text[max(0, result.check_result.span[0] - 40):result.check_result.span[1] + 20])
            for result in found]


def test_what_is_wrong_is_found():
    text = "# That of the file that was\n\nIt ends (65). It crosses the 180th meridian, also here. `9 bytes a point`\n\n| 9 bytes a point |\n"
    assert {better for _, better in wrong(prose(text))} == {"antimeridian", "the words 'exit code'", "'also' before the verb", "'per'"}
    assert len(wrong(prose(text))) == 4
    assert len(complaints("page.md", "It is very unique. At this point in time we could care less.")) >= 2
