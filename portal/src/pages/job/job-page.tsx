import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";

export function JobPage({ names }: PageProps) {
  return <Page title="Job">{names.join(" / ")}</Page>;
}
