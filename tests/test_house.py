"""The house keeps its word: arrows between packages, sizes, typed and documented functions, a README that is true."""

from __future__ import annotations

import ast
import gc
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer

from server.cli import app
from tests.parsed import parsed

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("calibration", "models", "rules", "server", "vision")
GAMES = ("crystalla", "crystal_hall", "crystalium", "krystal")
MODULE_LINES, FUNCTION_LINES = 300, 50
COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
PLANTED = {
    "layers": ("vision/planted.py", "import server.cli"),
    "rules": ("rules/planted.py", "import numpy"),
    "calibration": ("calibration/planted.py", "import rules.crystalla.vocabulary"),
    "eye": ("vision/crystalla/planted.py", "import rules.crystalla.scoring"),
    "routes": ("server/routes_api.py", "import cv2"),
}
"""For each contract of import-linter a file and an import that it must refuse."""


@cache
def contracts() -> dict[str, dict[str, list[str]]]:
    """The contracts of import-linter in pyproject.toml, by id."""
    return {contract["id"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file of the packages, parsed."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT), parsed(path)


class _Leftover:
    """Garbage that builds a tree when it is collected."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        ast.parse("left = over")


def test_a_file_is_parsed_whatever_the_collector_finds() -> None:
    usual = gc.get_threshold()
    gc.set_threshold(100)
    try:
        for _ in range(20):
            _Leftover()
            assert parsed(ROOT / "server" / "cli.py").body
    finally:
        gc.set_threshold(*usual)


def imported(tree: ast.Module) -> Iterator[str]:
    """The absolute names that a module imports, late imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def lint_imports(folder: Path) -> tuple[int, str]:
    """Run import-linter on a checkout; its exit code and report."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def planted_report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a copy of this project with one bad import for each contract."""
    copy = tmp_path_factory.mktemp("planted")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "web", "*.onnx"))
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, folder in (("rules", "rules"), ("vision", "vision"), ("sheets", "calibration/sheets")):
        game = copy / folder / "planted_game"
        game.mkdir()
        dotted = folder.replace("/", ".")
        (game / "__init__.py").write_text(f"import {dotted}.crystalla\n", encoding="utf-8")
        listed = f'modules = ["{dotted}.crystalla"'
        assert listed in project, f"no contract games-{name} with {listed}"
        project = project.replace(listed, f'modules = ["{dotted}.planted_game", "{dotted}.crystalla"')
    (copy / "pyproject.toml").write_text(project, encoding="utf-8")
    for file, bad in PLANTED.values():
        with (copy / file).open("a", encoding="utf-8") as module:
            module.write(f"\n{bad}\n")
    code, report = lint_imports(copy)
    assert code == 1, report
    return report


@pytest.mark.parametrize("contract", list(contracts()))
def test_each_contract_refuses_a_planted_import(contract: str, planted_report: str) -> None:
    verdict = re.escape(contracts()[contract]["name"]).replace(r"\ ", r"\s+") + r"\s+BROKEN"
    assert re.search(verdict, planted_report), f"{contract} let its planted import through:\n{planted_report}"


def test_rules_import_only_themselves_and_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    foreign = {
        (str(path), name)
        for path, tree in modules()
        if path.parts[0] == "rules"
        for name in imported(tree)
        if name.split(".")[0] not in allowed
    }
    assert foreign == set()


def test_no_game_imports_another() -> None:
    crossed = {
        (str(path), name)
        for path, tree in modules()
        for name in imported(tree)
        for own in set(GAMES) & set(path.parts)
        if set(GAMES) & set(name.split(".")) - {own}
    }
    assert crossed == set()


def test_contracts_name_every_game_and_every_routes_module() -> None:
    for name, folder in (("rules", "rules"), ("vision", "vision"), ("sheets", "calibration/sheets")):
        there = {f"{folder.replace('/', '.')}.{game}" for game in GAMES if (ROOT / folder / game).is_dir()}
        assert set(contracts()[f"games-{name}"]["modules"]) == there
    routes = {f"server.{path.stem}" for path in (ROOT / "server").glob("routes_*.py")}
    assert set(contracts()["routes"]["source_modules"]) == routes


def test_modules_and_functions_stay_short() -> None:
    long_modules = [
        str(path) for path, _ in modules() if len((ROOT / path).read_text(encoding="utf-8").splitlines()) > MODULE_LINES
    ]
    long_functions = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _lines_without_docstring(node) > FUNCTION_LINES
    ]
    assert (long_modules, long_functions) == ([], [])


def _lines_without_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert function.end_lineno is not None
    first = function.body[0]
    docstring = 0
    if ast.get_docstring(function) is not None and first.end_lineno is not None:
        docstring = first.end_lineno - first.lineno + 1
    return function.end_lineno - function.lineno + 1 - docstring


def test_every_module_says_what_it_is_for() -> None:
    assert [str(path) for path, tree in modules() if not ast.get_docstring(tree)] == []


def code_blocks(language: str) -> Iterator[str]:
    """The README's fenced blocks of one language."""
    yield from re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def command_lines() -> list[list[str]]:
    """Every `tableloupe ...` of the README's shell blocks, split as a shell would, without pipes and comments."""
    lines = [line for block in code_blocks("sh") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    starts = [(row, row.index("tableloupe")) for row in words if "tableloupe" in row]
    return [row[start + 1 :] for row, start in starts]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme_and_has_an_example(command: str) -> None:
    documented = {row[0] for row in command_lines() if row}
    assert command in documented, f"README shows {sorted(documented)}, not {command}"
    epilog = typer.main.get_command(app).commands[command].epilog  # type: ignore[attr-defined]
    assert f"tableloupe {command}" in epilog


def test_the_readme_names_no_command_or_option_that_is_not_there() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for row in command_lines():
        options = {name for parameter in commands[row[0]].params for name in parameter.opts} | {"--help"}
        unknown = {word.split("=")[0] for word in row if word.startswith("--")} - options
        assert unknown == set(), f"tableloupe {' '.join(row)}"


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    named = {row.split()[1] for block in code_blocks("sh") for row in block.splitlines() if row.startswith("make ")}
    assert named <= targets
    assert {"run", "test", "serve", "bench", "models", "render-env", "test-set", "lint"} <= targets


def test_every_link_of_the_readme_leads_somewhere() -> None:
    targets = [target for target in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in target]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {PROJECT['project']['version']}" in changelog


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    optional = PROJECT["project"]["optional-dependencies"].values()
    names = [*PROJECT["project"]["dependencies"], *(name for extra in optional for name in extra)]
    assert [name for name in names if not re.search(r">=.+,<\d|==", name)] == []


def test_every_import_is_a_declared_dependency() -> None:
    declared = {
        re.split(r"[><=\[]", dependency)[0].replace("-", "_").lower()
        for dependency in PROJECT["project"]["dependencies"]
    }
    renamed = {"cv2": "opencv_python_headless", "PIL": "pillow", "fpdf": "fpdf2"}
    used = {
        renamed.get(name.split(".")[0], name.split(".")[0])
        for path, tree in modules()
        if "training" not in path.parts
        for name in imported(tree)
    }
    foreign = used - set(PACKAGES) - sys.stdlib_module_names
    assert foreign <= declared
    assert declared - foreign == set()
