"""Options that say what a form of files lacks. Reading them needs no package that must be installed."""

import argparse

from migrate.found import Defaults
from migrate.url_template import template_fault
from migrate.usage import one_of
from shared.domain.collection import Sku


def add_filling(parser: argparse.ArgumentParser) -> None:
    filling = parser.add_argument_group("what a form lacks")
    filling.add_argument("--subscription", metavar="ID", help="the subscription of jobs that do not say it")
    filling.add_argument("--resource-group", metavar="NAME", help="their resource group")
    filling.add_argument("--collection", metavar="NAME", help="their collection")
    filling.add_argument("--location", metavar="REGION", help="where collections are that do not say it")
    filling.add_argument("--sku", type=one_of(*Sku), metavar="PLAN", help=f"their plan: {', '.join(Sku)}")
    filling.add_argument(
        "--time-zone",
        metavar="ZONE",
        help="the zone of crontabs and CronJobs that name none, as Europe/Berlin",
    )
    filling.add_argument(
        "--url-template",
        type=_url_template,
        metavar="URL",
        help="what to call in place of a command (crontab, Kubernetes), "
        "as https://run.example.com/{name}; also {namespace} and {command}",
    )


def add_accept_loss(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--accept-loss",
        action="store_true",
        help="let jobs run that lost part of them, or keys not known here; without it they arrive disabled",
    )


def defaults_of(options: argparse.Namespace) -> Defaults:
    """Return what the options say for forms that lack it."""
    return Defaults(
        subscription=options.subscription,
        resource_group=options.resource_group,
        collection=options.collection,
        location=options.location,
        sku=options.sku,
        url_template=options.url_template,
        time_zone=options.time_zone,
    )


def _url_template(text: str) -> str:
    fault = template_fault(text)
    if fault is not None:
        raise argparse.ArgumentTypeError(f"'{text}' {fault}")
    return text
