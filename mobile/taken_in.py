"""What a file of matches brought, and whether two matches are one, in words. No Kivy."""

from __future__ import annotations

from mobile.log_care import TakenIn
from mobile.texts import label
from scorer.log_merge import Outcome, apart_sentence, merged_sentence

FEW = 8
"""So many matches that need somebody's eye are told one by one."""
_WORDS = {
    Outcome.NEW: "import_new",
    Outcome.LONGER: "import_longer",
    Outcome.SAME: "import_same",
    Outcome.SHORTER: "import_shorter",
    Outcome.CONFLICT: "import_conflict",
    Outcome.NAMESAKE: "import_namesake",
}


def taken_in_words(taken: TakenIn) -> list[str]:
    """How many matches came to what; then those that were told differently, and what was left out."""
    report = taken.report
    lines = [label("import_matches", count=len(report.matches))]
    lines += [label(code, count=report.count(outcome)) for outcome, code in _WORDS.items() if report.count(outcome)]
    if report.pictures:
        lines.append(label("import_pictures", count=report.pictures))
    apart = [match for match in report.matches if match.outcome in (Outcome.CONFLICT, Outcome.NAMESAKE)]
    lines += [merged_sentence(match) for match in apart[:FEW]]
    first = next((match for match in apart if match.outcome is Outcome.CONFLICT), None)
    if first is not None:
        lines.append(apart_sentence(first))
    return [*lines, *(label("import_left_out", sentence=sentence) for sentence in taken.left_out[:FEW])]
