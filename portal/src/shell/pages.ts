// Which page stands at which address.
import type { ComponentType } from "preact";
import { EditorPage } from "../pages/editor/editor-page";
import { JobPage } from "../pages/job/job-page";
import { JobsPage } from "../pages/jobs/jobs-page";

export interface PageProps {
  /** What stands behind the page's name in the address: a subscription, a group, a collection, a job. */
  names: string[];
}

export const PAGES: Record<string, ComponentType<PageProps>> = {
  jobs: JobsPage,
  job: JobPage,
  new: EditorPage,
  edit: EditorPage,
};
