"""What is said of an export: what only this app understands, what is lost, and what the file is for."""

from typing import Final

import pytest

from migrate.exporting.form import Form
from migrate.exporting.losses import losses, missing_in, refuse_several_groups
from migrate.exporting.resources import describe
from migrate.terminal import Problem
from tests.migrate.exporting.answers import DAILY, a_collection_answer, a_job_answer, a_queue_action

OTHER_GROUP: Final = "/subscriptions/sub-1/resourceGroups/Other"
GONE: Final = "Azure no longer has Microsoft.Scheduler, so it cannot deploy this."
PLACE: Final = "--subscription sub-1 --resource-group 'group (a)'"


@pytest.mark.parametrize(
    ("form", "secret", "purpose"),
    [
        pytest.param(
            Form.ARM,
            "parameter",
            [f"Keep it under git, or bring it into an app: python3 dev.py import FILE --to URL {PLACE}"],
            id="ARM",
        ),
        pytest.param(
            Form.BICEP,
            "parameter",
            [
                "Keep it under git. `bicep build` makes a template of it, which an app can take:",
                f"    python3 dev.py import FILE.json --to URL {PLACE}",
            ],
            id="Bicep",
        ),
        pytest.param(
            Form.TERRAFORM,
            "variable",
            ["Keep it under git. `import` does not read it: to move to another app, use --as arm."],
            id="Terraform",
        ),
    ],
)
def test_what_is_lost_is_said_job_by_job(form: Form, secret: str, purpose: list[str]) -> None:
    exported = [
        a_collection_answer(defaults={"timeZone": "Europe/Berlin"}),
        a_job_answer("plain", a_queue_action()),
        a_job_answer("local", timeZone="UTC", overlap="skip", recurrence={**DAILY, "count": 10}),
    ]

    told = list(losses(form, describe(exported)))

    assert told == [
        "nightly: only this app understands defaults.",
        "nightly/local: only this app understands timeZone, overlap.",
        "nightly/local: its count of 10 begins anew where it is created, after 3 runs here.",
        "2 resources with apiVersion 2026-11-01, which only this app knows.",
        f"1 secret: give each as the value of its {secret}.",
        GONE,
        *purpose,
    ]


def test_where_nothing_is_lost_only_the_purpose_is_said() -> None:
    first, *_ = losses(Form.ARM, describe([a_collection_answer(), a_job_answer()]))

    assert first == GONE


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (Form.REST, "without secrets and history"),
        (Form.ARM, "without secrets, history and counters"),
        (Form.BICEP, "without secrets, history and counters"),
        (Form.TERRAFORM, "without secrets, history and counters"),
    ],
)
def test_what_is_never_in_it_is_said(form: Form, words: str) -> None:
    assert missing_in(form) == words


@pytest.mark.parametrize("form", [Form.ARM, Form.BICEP])
def test_a_template_is_for_one_resource_group(form: Form) -> None:
    exported = describe([a_collection_answer(), a_collection_answer(group=OTHER_GROUP)])

    with pytest.raises(Problem) as refused:
        refuse_several_groups(form, exported)

    assert str(refused.value) == (
        f"'{form}' describes one resource group, and these collections lie in 2: Other, group (a). "
        "Choose one with --resource-group."
    )


@pytest.mark.parametrize(
    ("form", "group"),
    [
        pytest.param(Form.TERRAFORM, OTHER_GROUP, id="Terraform takes several"),
        pytest.param(Form.ARM, "/subscriptions/sub-1/resourceGroups/GROUP (a)", id="another case"),
    ],
)
def test_some_are_not_refused(form: Form, group: str) -> None:
    refuse_several_groups(form, describe([a_collection_answer(), a_collection_answer("b", group)]))
