import { Page } from "../parts/page";
import { Empty } from "../parts/notices";
import { hashOf } from "../state/address";

export function NotFound() {
  return (
    <Page title="No such page">
      <Empty>
        The address names a page that does not exist. <a href={hashOf("today")}>Go to the first page.</a>
      </Empty>
    </Page>
  );
}
