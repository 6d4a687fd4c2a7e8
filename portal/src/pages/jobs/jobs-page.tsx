import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";

export function JobsPage({ names }: PageProps) {
  return <Page title="Jobs">{names.join(" / ")}</Page>;
}
