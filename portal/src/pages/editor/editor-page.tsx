import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";

export function EditorPage({ names }: PageProps) {
  return <Page title="Edit">{names.join(" / ")}</Page>;
}
