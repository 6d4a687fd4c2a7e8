"""The website: readers in three parts of the world."""

from datetime import datetime, timedelta

from local.demo.answers import TIMED_OUT, status
from local.demo.credentials import a_certificate
from local.demo.jobs import (
    ALERT,
    NO_RETRIES,
    DemoCollection,
    DemoJob,
    Trouble,
    body,
    daily,
    every,
    hourly_at,
    http,
    instant,
    on_working_days,
    retries,
)

SHOP = "https://www.contoso.example"
MAIL = "https://mail.contoso.example"
TEAM = {"team": "web"}


def website(end: datetime) -> DemoCollection:
    properties = {"sku": {"name": "Standard"}}
    about = {"location": "North Europe", "tags": {"costCentre": "8100"}, "properties": properties}
    jobs = [*_shop(), *_partners(), *_once(end), *_content(end), *_mail()]
    return DemoCollection(group="shop", name="website", body=about, jobs=jobs)


def _shop() -> list[DemoJob]:
    return [
        DemoJob(
            name="expire-carts",
            takes=2,
            body=body(
                http(f"{SHOP}/carts/expire"),
                hourly_at(40),
                "Empties carts that nobody paid for. Never late, because people are in the shop then.",
                missedRuns={"policy": "none", "within": "00:10:00"},
            ),
        ),
        DemoJob(
            name="probe-checkout",
            takes=0.9,
            body=body(
                {**http(f"{SHOP}/checkout/probe", "GET"), **NO_RETRIES, **ALERT},
                every(15),
                "Buys a test article, and cancels the order.",
                spread="00:05:00",
                tags={**TEAM, "criticality": "high"},
            ),
            trouble=[
                Trouble(failure=TIMED_OUT, one_in=53),
                Trouble(failure=status(500, "NullReferenceException"), one_in=61),
            ],
        ),
    ]


def _partners() -> list[DemoJob]:
    forbidden = status(403, '{"error": "The API key has been revoked."}')
    slow = status(429, "Slow down.", retry_after=timedelta(minutes=2))
    return [
        DemoJob(
            name="publish-price-feed",
            takes=12,
            body=body(
                {
                    **http("https://merchants.partner.example/feeds/contoso"),
                    **retries(3, "00:01:00", retryAfter=True, stopOn=[400, 401, 403]),
                    **ALERT,
                },
                every(180),
                "Tells the price comparison sites what things cost.",
                tags={**TEAM, "partner": "merchants"},
            ),
            trouble=[
                Trouble(failure=forbidden, since=timedelta(hours=11)),
                Trouble(failure=slow, one_in=4, attempts=1),
            ],
        ),
    ]


def _once(end: datetime) -> list[DemoJob]:
    return [
        DemoJob(
            name="rotate-signing-keys",
            body=body(
                {**http("https://vault.contoso.example/keys/rotate"), **retries(1, "00:05:00"), **ALERT},
                None,
                "Once, because an old key was found in a log.",
                startTime=instant(end - timedelta(hours=16, minutes=20)),
                tags={**TEAM, "change": "CHG-20988"},
            ),
            trouble=[Trouble(failure=status(401, "The client's certificate is not known."))],
        ),
        DemoJob(
            name="black-friday-banner",
            body=body(
                http(f"{SHOP}/banners/black-friday/show"),
                None,
                "Shows the banner, once.",
                startTime=instant((end + timedelta(days=8)).replace(hour=5, minute=0, second=0)),
            ),
        ),
    ]


def _content(end: datetime) -> list[DemoJob]:
    certificate = a_certificate("cms.contoso.example", ends=end + timedelta(days=58))
    return [
        DemoJob(
            name="rebuild-search-index",
            takes=33,
            body=body(http(f"{SHOP}/search/v1/rebuild"), hourly_at(20), "So that people find things."),
        ),
        DemoJob(
            name="publish-articles",
            takes=1.5,
            body=body(
                http("https://cms.contoso.example/publish", authentication=certificate),
                {"cron": "*/30 6-21 * * mon-fri"},
                "Publishes what the editors have scheduled.",
                timeZone="Europe/Berlin",
                tags=TEAM,
            ),
        ),
        DemoJob(
            name="write-sitemap",
            takes=7,
            body=body(http(f"{SHOP}/sitemap"), daily("03:00"), "For search engines."),
        ),
        DemoJob(
            name="warm-cache",
            takes=4,
            body=body(http(f"{SHOP}/cache/warm"), every(60), "Before people come.", spread="00:20:00"),
        ),
    ]


def _mail() -> list[DemoJob]:
    return [
        DemoJob(
            name="newsletter-new-york",
            takes=19,
            body=body(
                http(f"{MAIL}/newsletters/us/send"),
                on_working_days("08:00"),
                "Breakfast reading.",
                timeZone="America/New_York",
                tags={**TEAM, "market": "us"},
            ),
        ),
        DemoJob(
            name="newsletter-tokyo",
            takes=14,
            body=body(
                http(f"{MAIL}/newsletters/jp/send"),
                on_working_days("07:30"),
                "For the train.",
                timeZone="Asia/Tokyo",
                tags={**TEAM, "market": "jp"},
            ),
        ),
        DemoJob(
            name="count-visitors",
            takes=11,
            body=body(
                http(f"{SHOP}/statistics/day"),
                daily("02:30"),
                "Yesterday in figures.",
                timeZone="America/New_York",
                daylightSaving={"missing": "skip", "repeated": "both"},
            ),
        ),
        DemoJob(
            name="bounce-report",
            body=body(http(f"{MAIL}/bounces"), {"cron": "0 7 * * mon"}, "Addresses that are none."),
        ),
    ]
