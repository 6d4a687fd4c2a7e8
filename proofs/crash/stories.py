"""What is played: each story is one way through the app, from calls of the API to what is left in the end."""

from typing import Final

from proofs.crash.policy_stories import POLICY_STORIES
from proofs.crash.steps import (
    an_action,
    at,
    days_later,
    delete,
    delete_collection,
    disable_collection,
    enable,
    enable_collection,
    failing,
    hour,
    hourly,
    once,
    patch,
    put,
    put_collection,
    run_now,
)
from proofs.crash.story import Story
from proofs.crash.world import EXTENDED

_TWO_JOBS_THAT_RAN: Final = (
    put_collection(),
    put("hourly", **hourly("hourly", count=9)),
    put("failing", **failing("failing")),
    hour(9),
)

STORIES: Final = {
    story.name: story
    for story in (
        Story(
            name="from nothing",
            runs={"/once": 1},
            history=1,
            told={"once": "09 ran"},
            steps=(put_collection(), put("once", **once("once")), hour(9)),
        ),
        Story(
            name="a pack",
            runs={"/once": 1, "/hourly": 2, "/failing": 2, "/failing/error": 1},
            history=6,
            told={"once": "09 ran", "hourly": "09 ran, 10 ran, 11 ended, 12 ended", "failing": "09 faulted"},
            given=(
                put_collection(),
                put("once", **once("once")),
                put("hourly", **hourly("hourly", count=2)),
                put("failing", **failing("failing")),
            ),
            steps=(hour(9), hour(10)),
        ),
        Story(
            name="lost hints",
            runs={"/once": 1, "/failing": 2, "/failing/error": 1},
            history=4,
            told={"once": "09 ran", "failing": "09 faulted"},
            given=(put_collection(), put("once", **once("once")), put("failing", **failing("failing"))),
            steps=(hour(9, losing=5),),
        ),
        Story(
            name="replace",
            runs={"/hourly": 1, "/replaced": 1},
            history=2,
            told={"hourly": "09 ran, 10 ran, 11 upcoming, 12 ended"},
            given=(put_collection(), put("hourly", **hourly("hourly", count=3)), hour(9)),
            steps=(
                put("hourly", **{**hourly("replaced", count=2), "startTime": at(10).isoformat()}),
                hour(10),
            ),
        ),
        Story(
            name="patch",
            runs={"/hourly": 1, "/patched": 2},
            history=3,
            told={"hourly": "09 ran, 10 ran, 11 disabled:enough, 12 ran"},
            given=(put_collection(), put("hourly", **hourly("hourly", count=3)), hour(9)),
            steps=(
                patch("hourly", action=an_action("patched")),
                hour(10),
                patch("hourly", state="disabled", disabled={"note": "enough"}, version=EXTENDED),
                hour(11, 20),
                enable("hourly"),
                hour(12),
            ),
        ),
        Story(
            name="run now",
            runs={"/later": 1},
            history=1,
            told={"later": "08:59 runNow ran"},
            given=(put_collection(), put("later", **once("later", start=15))),
            steps=(run_now("later"), hour(9)),
        ),
        Story(
            name="delete a job",
            runs={"/hourly": 1, "/failing": 2, "/failing/error": 1, "/anew": 1},
            history=4,
            told={"hourly": "10 ran, 11 ended, 12 ended", "failing": "09 faulted"},
            gone=("/hourly",),
            given=_TWO_JOBS_THAT_RAN,
            steps=(delete("hourly"), put("hourly", **hourly("anew", count=1)), hour(10)),
        ),
        Story(
            name="delete a collection",
            runs={"/hourly": 1, "/failing": 2, "/failing/error": 1, "/anew": 1},
            history=1,
            told={"hourly": "11 ran, 12 ended"},  # put after 10:00: a census came for the job that failed
            gone=("/hourly",),
            given=_TWO_JOBS_THAT_RAN,
            steps=(
                delete_collection(),
                hour(10),
                put_collection(),
                put("hourly", **hourly("anew", count=1)),
                hour(11),
            ),
        ),
        Story(
            name="disabled",
            runs={"/hourly": 2},
            history=2,
            told={"hourly": "09 collectionDisabled:holidays, 10 ran, 11 ran, 12 ended"},
            given=(put_collection(), put("hourly", **hourly("hourly", count=2))),
            steps=(disable_collection(note="holidays"), hour(9), enable_collection(), hour(10), hour(11)),
        ),
        Story(
            name="retention",
            runs={"/once": 1, "/hourly": 2},
            history=1,
            told={"hourly": "09 unknown, 10 ran, 11 collapsed, 12 collapsed"},
            given=(
                put_collection(),
                put("once", **once("once")),
                put("hourly", **hourly("hourly", count=9)),
                hour(9),
            ),
            steps=(days_later(61),),
        ),
        *POLICY_STORIES,
    )
}
