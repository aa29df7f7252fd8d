"""Whether the architecture is one way: targets import only declared targets above them, folders refer to each other one
way.

    python3 Tests/Structure/one_way.py [FOLDER]

A folder refers to another if one of its files names a type that is declared at the top level of a file there. A type
that is private to a file is not counted, nor are members that an extension adds to the type of another folder. Files that
lie in no folder of their target are one folder, `.`, the one that knows the others. Prints what is wrong and ends with 1.
"""
import pathlib
import re
import sys

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?P<words>(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated)\s+)*)"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(?P<name>\w+)", re.M)
IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:struct\s+|enum\s+|class\s+|func\s+)?(\w+)", re.M)
TARGET = re.compile(r"\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*\"(\w+)\"(.*?)(?=\n    \.(?:target|executableTarget|"
                    r"testTarget|systemLibrary)\(|\n  \])", re.S)


def without_comments_and_texts(source):
    source = re.sub(r'#*"""[\s\S]*?"""#*', '""', re.sub(r"//.*", "", source))
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', source)


class Target:
    def __init__(self, folder, left_out=()):
        self.folder = folder
        self.sources = {path: path.read_text() for path in sorted(folder.rglob("*.swift"))
                        if path.relative_to(folder).parts[0] not in left_out}
        self.plain = {path: without_comments_and_texts(text) for path, text in self.sources.items()}

    def folder_of(self, path):
        parts = path.relative_to(self.folder).parts
        return parts[0] if len(parts) > 1 else "."

    def imports(self):
        return {name for text in self.plain.values() for name in IMPORT.findall(text)}

    def references(self):
        """Per pair of folders, one reference from the first to the second: the file and the name."""
        homes = {}
        for path, text in self.plain.items():
            for found in DECLARATION.finditer(text):
                if "private" not in found["words"]:
                    homes.setdefault(found["name"], set()).add(self.folder_of(path))
        pairs = {}
        for path, text in self.plain.items():
            own = self.folder_of(path)
            for name in sorted(set(re.findall(r"\b[A-Z]\w*", text)) & set(homes)):
                if own not in homes[name]:
                    for home in sorted(homes[name]):
                        pairs.setdefault((own, home), (path, name))
        return pairs

    def circles(self):
        """The pairs of folders that lie on a cycle."""
        pairs = self.references()
        after = {}
        for first, second in pairs:
            after.setdefault(first, set()).add(second)

        def leads(start, end):
            seen, ahead = set(), [start]
            while ahead:
                place = ahead.pop()
                if place == end:
                    return True
                if place not in seen:
                    seen.add(place)
                    ahead += after.get(place, ())
            return False

        return {pair: where for pair, where in pairs.items() if leads(pair[1], pair[0])}


def declared(root):
    """The targets of the package, in their order, with their dependencies and exclusions."""
    text = re.sub(r"//.*", "", (root / "Package.swift").read_text())
    targets = {}
    for name, rest in TARGET.findall(text):
        dependencies = re.sub(r"\.product\([^)]*\)", "", rest.split("swiftSettings")[0].split("exclude:")[0])
        left_out = re.search(r"exclude:\s*\[(.*?)\]", rest, re.S)
        targets[name] = (set(re.findall(r'"(\w+)"', dependencies)), re.findall(r'"([^"]+)"', left_out[1]) if left_out else [])
    return targets


def faults(root):
    found = []
    targets = declared(root)
    names = list(targets)
    for name in names:
        folder = root / "Sources" / name
        if not folder.is_dir():
            continue
        dependencies, left_out = targets[name]
        target = Target(folder, left_out)
        imports = target.imports() & set(names)
        for other in sorted(imports - dependencies):
            found.append(f"{name} imports {other}, which Package.swift does not declare")
        for other in sorted((dependencies & set(names)) - imports):
            if target.sources:
                found.append(f"{name} depends on {other} and imports it nowhere")
        for other in sorted(imports):
            if names.index(other) > names.index(name):
                found.append(f"{name} imports {other}, which stands below it in Package.swift")
        for (first, second), (path, type) in sorted(target.circles().items()):
            found.append(f"{name}: folder {first} refers to {second} and back: {path.relative_to(root)} names {type}")
    return found


if __name__ == "__main__":
    lines = faults(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    for line in lines:
        print(line)
    sys.exit(1 if lines else 0)
