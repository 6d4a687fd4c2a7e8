// Which page stands at which address.
import type { ComponentType } from "preact";
import { CollectionPage } from "../pages/collection/collection-page";
import { CollectionsPage } from "../pages/collection/collections-page";
import { EditorPage } from "../pages/editor/editor-page";
import { JobPage } from "../pages/job/job-page";
import { JobsPage } from "../pages/jobs/jobs-page";
import { AuditPage } from "../pages/lists/audit-page";
import { ClockChangesPage } from "../pages/lists/clock-changes-page";
import { ExpiringPage } from "../pages/lists/expiring-page";
import { FailuresPage } from "../pages/lists/failures-page";
import { RunningPage } from "../pages/lists/running-page";
import { SetAsidePage } from "../pages/lists/set-aside-page";
import { UpcomingPage } from "../pages/lists/upcoming-page";
import { MovingInPage } from "../pages/moving-in-page";
import { TodayPage } from "../pages/today/today-page";

export interface PageProps {
  /** What stands behind the page's name in the address: a subscription, a group, a collection, a job. */
  names: string[];
}

/** Names come from the address: a map has only those that stand here. */
export const PAGES: ReadonlyMap<string, ComponentType<PageProps>> = new Map(
  Object.entries<ComponentType<PageProps>>({
    today: TodayPage,
    jobs: JobsPage,
    job: JobPage,
    new: EditorPage,
    edit: EditorPage,
    collections: CollectionsPage,
    collection: CollectionPage,
    failures: FailuresPage,
    upcoming: UpcomingPage,
    running: RunningPage,
    audit: AuditPage,
    expiring: ExpiringPage,
    "clock-changes": ClockChangesPage,
    "set-aside": SetAsidePage,
    "moving-in": MovingInPage,
  }),
);
