// What becomes of runs when things do not go as planned, and what people want to know about the job.
import { Card } from "../../parts/page";
import { valueAt, withValue } from "./definition/paths";
import { useEditing, useFault } from "./editing";
import { BoundArea, BoundCheck, BoundField, BoundSelect } from "./fields/bound-fields";
import { Fold } from "./fields/fold";
import { PairsField } from "./fields/pairs-field";
import { SelectField } from "../../parts/fields";

const POLICIES = [
  "overlap",
  "missedRuns",
  "spread",
  "disableAfterFaults",
  "keepFinishedFor",
  "useDefaults",
].map((key) => `properties.${key}`);

export function AboutCard() {
  return (
    <Card title="About the job">
      <StateField />
      <BoundArea
        path="properties.description"
        label="Description"
        rows={2}
        prose
        hint="What it is for, and who to ask."
      />
      <Fold title="Tags" about={["tags"]}>
        <PairsField path="tags" label="Tags" names="Tag" bare />
      </Fold>
      <Fold title="Policies" brief="overlap, missed runs, spread, failures" about={POLICIES}>
        <Policies />
      </Fold>
    </Card>
  );
}

function StateField() {
  const { definition } = useEditing();
  const state = String(valueAt(definition, "properties.state") ?? "enabled");
  const over = state === "completed" || state === "faulted";
  return (
    <>
      <BoundSelect
        path="properties.state"
        label="State"
        without="enabled"
        options={[
          ["enabled", "enabled: it runs by its schedule"],
          ["disabled", "disabled: it waits until it is enabled"],
        ]}
      />
      {over && <p class="notice warn">This job is over. It begins anew if you save it as enabled.</p>}
      {state === "disabled" && (
        <BoundField
          path="properties.disabled.note"
          label="Why it is disabled"
          hint="Everybody who looks at it later will read this."
        />
      )}
    </>
  );
}

function Policies() {
  return (
    <>
      <BoundSelect
        path="properties.overlap"
        label="If the last run is still open"
        without="allow"
        options={[
          ["allow", "run beside it"],
          ["skip", "leave this run out"],
          ["wait", "wait until it is over"],
        ]}
      />
      <MissedRuns />
      <div class="row">
        <BoundField
          path="properties.spread"
          label="Spread over"
          as="span"
          hint="Puts the runs off by a delay of the job's own, always the same, so that many jobs do not start at once."
          input={{ placeholder: "not at all" }}
        />
        <BoundField
          path="properties.disableAfterFaults"
          label="Disable after failures"
          as="number"
          hint="So many in a row, to the end of their retries."
          input={{ placeholder: "never" }}
        />
        <BoundField
          path="properties.keepFinishedFor"
          label="Keep when it is over"
          as="span"
          hint="An hour to 3,650 days."
          input={{ placeholder: "60 d" }}
        />
      </div>
      <BoundCheck
        path="properties.useDefaults"
        label="Take nothing from the collection's defaults"
        on={false}
        off={undefined}
      />
    </>
  );
}

const MISSED = "properties.missedRuns";

function MissedRuns() {
  const { definition, change } = useEditing();
  const faults = [useFault(MISSED), useFault(`${MISSED}.policy`)].filter(Boolean).join("; ");
  const policy = String(valueAt(definition, `${MISSED}.policy`) ?? "one");
  const choose = (next: string) => {
    const within = valueAt(definition, `${MISSED}.within`) ?? "01:00:00";
    change((now) => withValue(now, MISSED, next === "one" ? undefined : { policy: next, within }));
  };
  return (
    <div class="row">
      <SelectField
        label="Runs that the app missed"
        value={policy}
        options={[
          ["one", "become one late run"],
          ["none", "are left out if they are late"],
          ["all", "are made up for, one by one"],
        ]}
        change={choose}
        fault={faults || undefined}
        hint="Because it was down. Not while the job was disabled."
      />
      {policy !== "one" && (
        <BoundField
          path={`${MISSED}.within`}
          label={policy === "none" ? "Late is more than" : "Not older than"}
          as="span"
          hint="5 minutes at least"
          input={{ placeholder: "1 h" }}
        />
      )}
    </div>
  );
}
