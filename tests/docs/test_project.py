"""The files that describe the project agree with each other."""

import re
import tomllib

from tests.support.pages import PAGES, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")


def test_every_file_names_the_same_version() -> None:
    (newest, date), *_ = re.findall(r"^## \[([\d.]+)\] - (\S+)$", PAGES["CHANGELOG.md"], re.MULTILINE)
    assert PROJECT["version"] == newest
    assert f"\nversion: {newest}\ndate-released: {date}\n" in CITATION


def test_the_citation_has_the_fields_that_cff_requires() -> None:
    for line in (r"cff-version: 1\.2\.0", "message: .+", "title: knightwatch", "authors:", "license: MIT"):
        assert re.search(f"^{line}$", CITATION, re.MULTILINE), line


def test_the_changelog_keeps_to_its_form() -> None:
    headings = set(re.findall(r"^### (.+)$", PAGES["CHANGELOG.md"], re.MULTILINE))
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    entries = re.findall(r"^- .+$", PAGES["CHANGELOG.md"], re.MULTILINE)
    assert [entry for entry in entries if len(entry) > 120] == []
