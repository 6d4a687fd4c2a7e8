"""Finance: by the clocks of Berlin, on the working days of Bavaria."""

from datetime import datetime, timedelta

from local.demo.answers import TIMED_OUT, status
from local.demo.credentials import a_certificate
from local.demo.jobs import (
    ALERT,
    NO_RETRIES,
    Body,
    DemoCollection,
    DemoJob,
    Trouble,
    body,
    daily,
    every,
    hourly_at,
    http,
    instant,
    monthly,
    on_working_days,
    retries,
    weekly,
)

ERP = "https://erp.contoso.example"
PAYMENTS = "https://payments.contoso.example"
TEAM = {"team": "finance", "criticality": "high"}
HOLIDAYS = ["--01-01", "--01-06", "--05-01", "--08-15", "--10-03", "--11-01", "--12-25", "--12-26"]
EASTER = ["2026-04-03", "2026-04-06", "2027-03-26", "2027-03-29"]


def finance(end: datetime) -> DemoCollection:
    jobs = [*_books(end), *_customers(), *_bank(end), *_risks(), *_reports()]
    return DemoCollection(group="erp", name="finance", body=_collection(end), jobs=jobs)


def _collection(end: datetime) -> Body:
    stocktaking = (end - timedelta(days=1)).date().isoformat()
    calendars = {
        "de-by-holidays": {"dates": [*HOLIDAYS, *EASTER]},
        "stocktaking": {"dates": [stocktaking], "ranges": [{"from": "2026-12-28", "to": "2026-12-31"}]},
    }
    defaults = {
        "timeZone": "Europe/Berlin",
        "retryPolicy": {"retryType": "fixed", "retryInterval": "00:05:00", "retryCount": 2},
        **ALERT,
    }
    properties = {"sku": {"name": "Standard"}, "calendars": calendars, "defaults": defaults}
    return {"location": "West Europe", "tags": {"costCentre": "4711"}, "properties": properties}


def _books(end: datetime) -> list[DemoJob]:
    busy = status(503, "The ledger is locked by another user.")
    return [
        DemoJob(
            name="nightly-ledger-close",
            takes=41,
            body=body(
                {**http(f"{ERP}/ledger/close"), **retries(3, "00:10:00", backoff=2, maxInterval="01:00:00")},
                daily("23:30"),
                "Closes the day in the general ledger. The reports of the morning need it.",
                exclude={"weekDays": ["saturday", "sunday"], "calendars": ["de-by-holidays"]},
                tags=TEAM,
            ),
            trouble=[Trouble(failure=busy, since=timedelta(hours=36), until=timedelta(hours=12), attempts=1)],
        ),
        DemoJob(
            name="archive-receipts",
            takes=17,
            body=body(http(f"{ERP}/receipts/archive"), daily("02:30"), "Moves receipts to the archive."),
        ),
        DemoJob(
            name="migrate-cost-centres",
            takes=52,
            body=body(
                http(f"{ERP}/cost-centres/migrate", body='{"from": 2025, "to": 2026}'),
                None,
                "Runs once, after the reorganisation.",
                startTime=instant(end - timedelta(hours=31)),
                tags={"team": "finance", "change": "CHG-20931"},
            ),
        ),
        DemoJob(
            name="year-end-rehearsal",
            body=body(
                http(f"{ERP}/year-end/rehearse"), None, "Runs once.", startTime=instant(_soon(end, days=9))
            ),
        ),
    ]


def _customers() -> list[DemoJob]:
    overloaded = status(503, "Upstream is overloaded, try again.")
    return [
        DemoJob(
            name="refresh-exchange-rates",
            takes=0.8,
            body=body(
                {
                    **http("https://rates.ecb.example/daily.xml", "GET", headers={"accept": "text/xml"}),
                    **retries(3, "00:00:30", backoff=2),
                },
                every(15),
                "Reads the reference rates, for invoices in foreign currencies.",
                tags=TEAM,
            ),
            trouble=[Trouble(failure=overloaded, one_in=9, attempts=1)],
        ),
        DemoJob(
            name="send-invoices",
            takes=23,
            body=body(
                http(f"{ERP}/invoices/send"),
                on_working_days("06:00"),
                "Sends the invoices of the day before. Not during the stocktaking.",
                exclude={"calendars": ["de-by-holidays", "stocktaking"]},
                tags=TEAM,
            ),
        ),
    ]


def _bank(end: datetime) -> list[DemoJob]:
    certificate = a_certificate("finance-client.contoso.example", ends=_soon(end, days=9))
    return [
        DemoJob(
            name="import-bank-statements",
            takes=6,
            body=body(
                http("https://ebics.bank.example/statements", "GET", authentication=certificate),
                hourly_at(5),
                "Fetches account statements, with the bank's client certificate.",
                tags=TEAM,
            ),
            trouble=[Trouble(failure=TIMED_OUT, one_in=23, attempts=1)],
        ),
        DemoJob(
            name="reconcile-payments",
            takes=44,
            hangs=True,
            body=body(
                {**http(f"{PAYMENTS}/reconcile"), **NO_RETRIES},
                every(10),
                "Matches payments with invoices. Takes long on busy days, so runs must not overlap.",
                startTime=instant(_reconciling(end)),
                overlap="skip",
                tags=TEAM,
            ),
        ),
    ]


def _risks() -> list[DemoJob]:
    declined = status(422, '{"error": "scoring model 7 is not deployed"}')
    return [
        DemoJob(
            name="credit-check-batch",
            takes=3,
            body=body(
                {**http("https://scoring.partner.example/v7/batch"), **NO_RETRIES},
                every(120),
                "Checks the credit of new customers.",
                disableAfterFaults=3,
                tags={"team": "finance"},
            ),
            trouble=[Trouble(failure=declined, since=timedelta(hours=15))],
        ),
        DemoJob(
            name="dunning-run",
            takes=8,
            body=body(http(f"{ERP}/dunning"), weekly("thursday", "10:00"), "Reminds customers who owe us."),
        ),
    ]


def _reconciling(end: datetime) -> datetime:
    """Return a start whose last run began a quarter of an hour before the end, alone in its second."""
    last = (end - timedelta(minutes=14)).replace(second=17, microsecond=0)
    return last - timedelta(days=7)


def _reports() -> list[DemoJob]:
    secret = {"tenant": "contoso.example", "audience": "https://hr.contoso.example", "clientId": "payroll"}
    login = {"type": "ActiveDirectoryOAuth", **secret, "secret": "made up"}
    return [
        DemoJob(
            name="vat-report",
            body=body(
                http(f"{ERP}/reports/vat"),
                monthly(10, "09:00"),
                "The advance return. Moved to the working day before.",
                exclude={
                    "weekDays": ["saturday", "sunday"],
                    "calendars": ["de-by-holidays"],
                    "then": "before",
                },
            ),
        ),
        DemoJob(
            name="month-end-report",
            body=body(
                http(f"{ERP}/reports/month"),
                monthly(-1, "17:00"),
                "On the last working day of the month.",
                exclude={"weekDays": ["saturday", "sunday"], "then": "before"},
            ),
        ),
        DemoJob(
            name="payroll-export",
            body=body(
                http("https://hr.contoso.example/payroll/export", authentication=login),
                monthly(25, "04:00"),
                "Hands the hours of the month over to the payroll office.",
                tags={"team": "people", "criticality": "high"},
            ),
        ),
    ]


def _soon(end: datetime, *, days: int) -> datetime:
    return (end + timedelta(days=days)).replace(hour=12, minute=0, second=0, microsecond=0)
