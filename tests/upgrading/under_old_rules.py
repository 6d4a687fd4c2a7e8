"""Run with an old tzdata first on the path: an app of that time puts a job and prints its next run."""

import sys

from tests.upgrading.rules_of_zones import a_world, next_run, put_job

if __name__ == "__main__":
    connection_string, table = sys.argv[1:]
    with a_world(connection_string, table) as world:
        put_job(world)
        print(next_run(world))
