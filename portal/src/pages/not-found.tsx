// What stands where the address leads nowhere: a sentence, and a way on.
import { Page } from "../parts/page";
import { Empty, Failed } from "../parts/notices";
import { hashOf } from "../state/address";
import { hashOfPage } from "../state/links";
import { subscriptions } from "../state/subscription";

export function NotFound() {
  return (
    <Page title="No such page">
      <Empty>
        The address names a page that does not exist. <a href={hashOfPage("today")}>Go to the first page.</a>
      </Empty>
    </Page>
  );
}

/** The address of a job or a collection lacks a part of its name. */
export function NoName({ title, what }: { title: string; what: "job" | "collection" }) {
  return (
    <Page title={title}>
      <div class="notice warn" role="alert">
        <p>
          <strong>This address names no {what}.</strong> Go to <a href={hashOfPage("jobs")}>all jobs</a>, or
          to <a href={hashOfPage("collections")}>all collections</a>.
        </p>
      </div>
    </Page>
  );
}

/** The address asks for a subscription that has no collections, or that the key does not see. */
export function NoSubscription({ name }: { name: string }) {
  return (
    <Page title="No such subscription">
      <Empty>
        <p>There is no subscription “{name}” here, or it has no collections.</p>
        <p class="begin">
          {subscriptions.value?.map(({ subscriptionId }) => (
            <a key={subscriptionId} class="button" href={hashOf("jobs", [], { in: subscriptionId })}>
              Jobs of {subscriptionId}
            </a>
          ))}
        </p>
      </Empty>
    </Page>
  );
}

/** A page that could not be drawn: that is a fault of the portal. */
export function Broken({ error, again }: { error: unknown; again: () => void }) {
  return (
    <Page title="This page cannot be shown">
      <Failed error={error} again={again} />
      <p>
        <a href={hashOfPage("today")}>Go to the first page.</a>
      </p>
    </Page>
  );
}
