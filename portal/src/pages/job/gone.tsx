// A job that is not there: perhaps it was deleted, and its changes tell.
import { hashOfCollection } from "../../state/address";
import { hashOfChangesIn, hashOfSearch } from "../../state/links";
import type { JobName } from "../../api/ids";
import { Card } from "../../parts/page";
import { ChangesOf } from "./changes-tab";

export function Gone({ name, why }: { name: JobName; why: string }) {
  return (
    <>
      <div class="notice warn" role="alert">
        <p>
          <strong>There is no such job.</strong> {why}
        </p>
        <p>
          It may have been deleted: its changes, below, are kept for 400 days. Go to{" "}
          <a href={hashOfCollection(name)}>its collection</a>, to{" "}
          <a href={hashOfSearch(name, name.job)}>jobs with this name</a>, or to{" "}
          <a href={hashOfChangesIn(name)}>all changes of the collection</a>.
        </p>
      </div>
      <Card title="Changes">
        <ChangesOf name={name} zone={undefined} progress="" />
      </Card>
    </>
  );
}
