"""An exported Terraform file, for the provider azapi."""

from typing import Final

import pytest

from migrate.exporting.resources import describe
from migrate.exporting.terraform import text_in_terraform, write_terraform
from tests.migrate.exporting.answers import a_collection_answer, a_job_answer, a_queue_action, an_http_action

CERTIFICATE: Final = {"type": "ClientCertificate", "certificateThumbprint": "ABCD"}
WHOLE: Final = """terraform {
  required_version = ">= 1.11"
  required_providers {
    azapi = {
      source  = "Azure/azapi"
      version = "~> 2.4"
    }
  }
}

variable "pfx_of_nightly_backup" {
  description = "Job nightly/backup: action.request.authentication.pfx"
  type = string
  sensitive = true
}

variable "password_of_nightly_backup" {
  description = "Job nightly/backup: action.request.authentication.password"
  type = string
  sensitive = true
}

resource "azapi_resource" "collection_nightly" {
  type = "Microsoft.Scheduler/jobCollections@2016-03-01"
  parent_id = "/subscriptions/sub-1/resourceGroups/group (a)"
  name = "nightly"
  location = "West US"
  tags = {
    "cost centre" = "4711"
    "for" = "all"
  }
  body = {
    properties = {
      sku = {
        name = "Standard"
      }
      state = "Enabled"
    }
  }
  schema_validation_enabled = false
}

resource "azapi_resource" "job_nightly_backup" {
  type = "Microsoft.Scheduler/jobCollections/jobs@2026-11-01"
  parent_id = azapi_resource.collection_nightly.id
  name = "backup"
  body = {
    properties = {
      startTime = "2026-01-01T08:00:00Z"
      action = {
        type = "Https"
        request = {
          uri = "https://example.com/"
          method = "GET"
          authentication = {
            type = "ClientCertificate"
            certificateThumbprint = "ABCD"
          }
        }
        retryOptions = {
          backoff = 2.5
          retryAfter = true
          stopOn = [
            400,
            404,
          ]
        }
      }
      recurrence = {
        frequency = "day"
        interval = 1
      }
      state = "enabled"
    }
  }
  sensitive_body = {
    properties = {
      action = {
        request = {
          authentication = {
            pfx = var.pfx_of_nightly_backup
            password = var.password_of_nightly_backup
          }
        }
      }
    }
  }
  schema_validation_enabled = false
}"""


def test_a_file_is_whole() -> None:
    options = {"backoff": 2.5, "retryAfter": True, "stopOn": [400, 404]}
    job = a_job_answer(action=an_http_action(CERTIFICATE, retryOptions=options))
    collection = {**a_collection_answer(), "tags": {"cost centre": "4711", "for": "all"}}

    assert write_terraform(describe([collection, job])) == WHOLE


def test_empty_objects_and_lists_stay_on_their_line() -> None:
    action = a_queue_action(managedIdentity={})

    text = write_terraform(
        describe([a_collection_answer(), a_job_answer(action=action, exclude={"dates": []})])
    )

    assert "          managedIdentity = {}\n" in text
    assert "        dates = []\n" in text
    assert "sensitive" not in text


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        pytest.param("plain", '"plain"', id="plain"),
        pytest.param("", '""', id="empty"),
        pytest.param('say "a"', r'"say \"a\""', id="quotes"),
        pytest.param("it's", '"it\'s"', id="one quote"),
        pytest.param("a\\", r'"a\\"', id="a backslash at the end"),
        pytest.param("${a}", '"$${a}"', id="an interpolation"),
        pytest.param("$${a}", '"$$${a}"', id="a dollar before it"),
        pytest.param("%{ if a }", '"%%{ if a }"', id="a directive"),
        pytest.param("$ {a} 100% $", '"$ {a} 100% $"', id="neither"),
        pytest.param("a\r\n\tb", r'"a\r\n\tb"', id="lines"),
        pytest.param(
            "\x00\u202e\u2028\U000e0001", r'"\u0000\u202e\u2028\U000e0001"', id="what cannot be seen"
        ),
        pytest.param("ärger 𝄞 [a]", '"ärger 𝄞 [a]"', id="what can"),
    ],
)
def test_texts_are_escaped(text: str, literal: str) -> None:
    assert text_in_terraform(text) == literal
