"""A process that plays a story, from its beginning or from where another was ended."""

import logging
import signal
from collections.abc import Iterable

from proofs.crash.steps import Step, tell
from proofs.crash.stories import STORIES
from proofs.crash.story import Story
from proofs.crash.trial import Notes, Trial
from proofs.crash.world import World


def play(trial: Trial) -> None:
    """Play the story to its end, or to the point at which the transport ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    logging.disable()  # what is lost and tried again would fill the screen
    notes = Notes(trial.folder)
    try:
        _play(STORIES[trial.story], World(trial, notes), begun=notes.progress() is not None)
    except Exception as exc:
        notes.note_failure(exc)


def _play(story: Story, world: World, *, begun: bool) -> None:
    """Play from the step that is to be done next; one that another process had begun is done again."""
    world.meanwhile = lambda: _act(story.meanwhile, world)
    if begun:
        world.give_back()
    else:
        _act(story.given, world)
    world.transport.counting = True
    first = world.step
    for number, step in enumerate(story.steps[first:], start=first):
        world.go_to(number)
        (step.again if begun and number == first else step.act)(world)
    world.go_to(len(story.steps))
    tell().act(world)


def _act(steps: Iterable[Step], world: World) -> None:
    for step in steps:
        step.act(world)
