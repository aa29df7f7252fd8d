"""Words that the field has others for stay out of identifiers, names of files, messages, comments and pages."""
import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
SWIFT = [name for name in TRACKED if name.startswith(("Sources/", "Tests/")) and name.endswith(".swift")]
PAGES = [name for name in TRACKED if name.endswith(".md")]

# The words to keep out of identifiers and names of files, with their replacements.
NAMES = {
    "appearance": "occurrence", "appearances": "occurrences", "book": "counts", "books": "counts", "balance": "reconcile",
    "doomed": "discarded", "fragment": "clipped feature", "fragments": "clipped features", "ground": "extent",
    "intake": "mapping", "lighten": "simplify", "lightened": "simplified", "piece": "clipped feature, part or chunk",
    "pieces": "clipped features, parts or chunks", "refusal": "rejection", "refuse": "reject", "refused": "rejected",
    "refuses": "rejects", "remark": "warning or diagnostic", "remarks": "warnings or diagnostics", "room": "buffer",
    "stranger": "foreign file", "strangers": "foreign files", "traces": "cleanup", "whoever": "the one who does it",
    "question": "query", "questions": "queries", "given": "parameters", "answer": "result", "answers": "results",
    "place": "location, path, offset or coordinate", "places": "locations, paths, offsets or coordinates",
    "neighbour": "neighbor", "neighbours": "neighbors", "metre": "meter", "metres": "meters",
}
# Identifiers in Sources that may hold one of them, each with the reason.
ALLOWED = {
    "CircleAppearance": "how a circle is drawn", "Appearance": "how a circle is drawn", "appearance": "how a circle is drawn",
    "URLFragment": "the part of a URL after #", "remarks": "a key of the report of verify", "ground": "what a camera sees",
    "places": "a key of the report", "noRoom": "its code is an interface", "isGiven": "whether a key was written",
    "givenUp": "said of a run",
}
# The phrases to keep out of messages, comments and pages.
TEXTS = [
    r"\bwhoever\b", r"\b(?:came|comes) of\b", r"\b(?:take|takes|took|taken|taking) up\b", r"\bthe books\b", r"\bbooks? balanced?\b",
    r"\brefus(?:e|es|ed|al|als)\b", r"\bremark(?:s|ed)?\b(?!`)", r"\bstrangers?\b", r"\bthe house\b", r"\blighten(?:s|ed)?\b",
    r"\bmade light\b", r"\bmend(?:s|ed)?\b", r"\w\(s\)(?!\w)", r"\bmetres?\b", r"\bneighbours?\b", r"\bcolours?\b",
    r"\bcentres?\b", r"\b[Ii]s it \w+ing,",
]
# The contexts in which a text may hold one of them, each with the reason.
ALLOWED_TEXTS = {
    "cent": "units that a configuration may have written, which the message corrects", "`centre`": "an old spelling that is accepted",
    "metres\"": "units that a configuration may have written", "metre": "units that a configuration may have written",
}
# The phrases to keep out of comments besides: words with several meanings here, and sentences that are read twice.
COMMENTS = [
    r"\b[Pp]laces?\b", r"\b[Rr]oom\b", r"\b[Gg]round\b", r"\bgiven\b", r"\b[Aa]ppearances?\b", r"\b[Pp]ieces?\b",
    r"\b[Aa]nswer(?:s|ed)?\b", r"\b[Qq]uestions?\b", r"\b[Ss]tands?\b", r"\b[Ss]tood\b", r"\bof which\b", r"\bfor ever\b",
    r"\b(?:take|takes|taken|took) (?:away|aside|for)\b", r"\blooks? at the zoom\b", r"\bbut for\b", r"\bwhom(?:ever)?\b",
    r"(?:^|[.:;] )(?:So|Nor|Neither) (?:do|does|did|is|are|was|were|has|have|can|may)\b",
    r"(?:^|[.:;] )Of (?:an?|the|two|several|those|these|equal|others|many)\b",
    r"(?:^|[.] )What (?:an?|the|is|was|are|were|it|of|has|becomes|became)\b",
]
# The plain English uses of these words, which are taken out of a comment first; code in a comment is no prose.
PLAIN = [
    r"`[^`]*`", r"\b[Ii]n (?:its |the )?place\b", r"\b[Dd]ecimal places\b", r"\bunits? in the last place\b",
    r"\b(?:take|takes|taking|took) place\b", r"\b(?:on|above) the ground\b", r"\bof (?:the )?ground\b", r"\bground distance\b",
    r"\bgiven (?:up\b|(?=(?:the|an?|GDAL's) ))", r"\b(?:each|one|any|none|all|some|many|most|either|both) of which\b", r"\bstand-ins?\b",
]
PROSE = [name for name in TRACKED if name.startswith(("Sources/", "Tests/"))
         and name.endswith((".swift", ".py", ".c", ".cpp", ".h")) and ".pb." not in name]


def parts(text):
    """Code, string literals and comments of a Swift text; interpolations are code."""
    code, strings, comments, position = [], [], [], 0
    token = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""(?=[ \t]*\n)|#*"|[^/"#]+|.', re.S)
    while match := token.match(text, position):
        found, position = match[0], match.end()
        if found.startswith(("//", "/*")):
            comments.append(found)
            continue
        if not found.endswith('"'):
            code.append(found)
            continue
        position = literal(text, position, found.count("#"), found.lstrip("#"), code, strings)
    return "".join(code), strings, comments


def literal(text, start, hashes, quote, code, strings):
    """The end of a string literal that begins at a position; what it says is kept, and the code within it."""
    position, said, escape = start, [], "\\" + "#" * hashes
    while not text.startswith(quote + "#" * hashes, position):
        if text.startswith(escape + "(", position):
            begin, depth = position + len(escape) + 1, 1
            position = begin
            while depth:
                if text[position] == '"':
                    position = literal(text, position + 1, 0, '"', code, strings)
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
            code.append(" " + text[begin:position - 1] + " ")
            said.append("…")
        elif text.startswith(escape, position):
            position += len(escape) + 1
        else:
            said.append(text[position])
            position += 1
    strings.append("".join(said))
    return position + len(quote) + hashes


def words(identifier):
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)]


def wrong_names(identifiers):
    return {name: NAMES[word] for name in identifiers if name not in ALLOWED for word in words(name) if word in NAMES}


def wrong_texts(texts):
    found = [(text, pattern) for text in texts for pattern in TEXTS if re.search(pattern, text)]
    return [pair for pair in found if not any(part in pair[0] for part in ALLOWED_TEXTS)]


def comments_of(name, text):
    """The comments of a source file, joined to one text, without their marks."""
    if name.endswith(".py"):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        found = [token.string for token in tokens if token.type == tokenize.COMMENT
                 or token.type == tokenize.STRING and token.string.startswith('"""') and not token.line[:token.start[1]].strip()]
    else:
        found = parts(text)[2] if name.endswith(".swift") else re.findall(r"//[^\n]*|/\*.*?\*/", text, re.S)
    return " ".join(" ".join(comment.strip('#/*" \n').split()) for comment in found)


def wrong_comments(comments):
    for pattern in PLAIN:
        comments = re.sub(pattern, "…", comments)
    return [(comments[max(0, found.start() - 40):found.end() + 40], pattern)
            for pattern in COMMENTS for found in re.finditer(pattern, comments)]


@pytest.fixture(scope="module")
def sources():
    return {name: parts((ROOT / name).read_text()) for name in SWIFT if name.startswith("Sources/") and ".pb." not in name}


def test_names_of_files_are_words_of_the_field():
    stems = {part for name in SWIFT if name.startswith("Sources/") for part in re.split(r"[/+.]", name)}
    assert wrong_names(stems) == {}


def test_identifiers_are_words_of_the_field(sources):
    found = {name: wrong_names(set(re.findall(r"[A-Za-z_]\w*", code))) for name, (code, _, _) in sources.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_messages_are_in_words_of_the_field(sources):
    found = {name: wrong_texts(strings) for name, (_, strings, _) in sources.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_comments_are_in_words_of_the_field(sources):
    found = {name: wrong_texts(comments) for name, (_, _, comments) in sources.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_comments_are_read_once():
    found = {name: wrong_comments(comments_of(name, (ROOT / name).read_text())) for name in PROSE}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_in_words_of_the_field(page):
    assert wrong_texts((ROOT / page).read_text().split("\n")) == []


def test_a_word_that_returns_is_found():
    code, strings, comments = parts('let booksOfRun = "the books \\(refusal + "x") balance" // whoever\nlet a = #"it was refused"#\n')
    assert set(wrong_names(re.findall(r"\w+", code))) == {"booksOfRun", "refusal"}
    assert {pattern for _, pattern in wrong_texts(strings)} == {TEXTS[3], TEXTS[5]}
    assert {pattern for _, pattern in wrong_texts(comments)} == {TEXTS[0]}


# Files with comments, and the number of phrases to be found in them.
PLANTED = [
    ("a.swift", "/// Makes room for the place\n/// of a row.\nlet place = 1 // the answer\n", 3),
    ("a.swift", "/// Sorts in place. A unit in the last place, `place`, on the ground.\nlet a = \"a place\"\n", 0),
    ("a.swift", "/// Per row: its id, of\n/// which there are many.\n", 1), ("a.swift", "/// The rows, each of which has one.\n", 0),
    ("a.swift", "/// Fails. So does the rest. Nor is it kept.\n", 2), ("a.swift", "/// What it holds.\n", 1),
    ("a.swift", "/// A number of a row. Of the rows each has one.\n", 1), ("a.swift", "/// Whether, and of what size.\n", 0),
    ("a.py", 'def f():\n    """Stands for a piece."""\n    return "a piece"  # given\n', 3),
    ("a.c", "int a; // for ever\n/* the given\n   one */\n", 2), ("a.h", "int a; // given the size, 1\n", 0),
]


@pytest.mark.parametrize("name, text, count", PLANTED)
def test_a_phrase_that_returns_to_a_comment_is_found(name, text, count):
    assert len(wrong_comments(comments_of(name, text))) == count
