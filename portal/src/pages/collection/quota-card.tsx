// How much of its quota a collection uses, and the plan that decides it.
import { useState } from "preact/hooks";
import type { JsonObject } from "../../api/types";
import { AsOf, QuotaUse } from "../../parts/counts";
import { Dialog } from "../../parts/dialog";
import { SelectField, TextField } from "../../parts/fields";
import { Card } from "../../parts/page";
import { PLANS, PLAN_OPTIONS } from "../../parts/plans";
import { completeAt, jobsIn } from "../../state/jobs";
import { hashOfJobsIn } from "../../state/links";
import { mayChange } from "../../state/session";
import { counted } from "../../words/outcomes";
import { TrialForm, type CardProps } from "./trial-form";

export function QuotaCard(props: CardProps) {
  const [editing, setEditing] = useState(false);
  const { collection, name } = props;
  const { quota, sku } = collection.properties;
  const often = quota?.maxRecurrence;
  return (
    <Card title="Jobs and quota" aside={<a href={hashOfJobsIn(name)}>Show its jobs</a>}>
      <p>
        <strong>
          <QuotaUse collection={collection} />
        </strong>
        <Enabled id={collection.id} /> · <AsOf of={collection} />
      </p>
      <dl class="facts">
        <dt>Plan</dt>
        <dd>
          {PLANS[sku.name].label}{" "}
          {mayChange() && (
            <button class="plain small" onClick={() => setEditing(true)}>
              Change plan
            </button>
          )}
        </dd>
        <dt>Most often</dt>
        <dd>{often ? `every ${counted(often.interval, often.frequency)}` : "as often as a job says"}</dd>
        <dt>Location</dt>
        <dd>{collection.location}</dd>
        <dt>Tags</dt>
        <dd>
          {Object.entries(collection.tags ?? {})
            .map(([tag, value]) => `${tag}: ${value}`)
            .join(", ") || "none"}
        </dd>
        <dt>Id</dt>
        <dd class="mono">{collection.id}</dd>
      </dl>
      {editing && <EditPlan {...props} close={() => setEditing(false)} />}
    </Card>
  );
}

function Enabled({ id }: { id: string }) {
  if (completeAt.value === null) return null;
  const enabled = jobsIn(id).filter(({ facts }) => facts.state === "enabled").length;
  return <>, {enabled.toLocaleString("en")} enabled</>;
}

function EditPlan(props: CardProps & { close: () => void }) {
  const { quota, sku } = props.collection.properties;
  const [plan, setPlan] = useState(sku.name);
  const [most, setMost] = useState(String(quota?.maxJobCount ?? ""));
  const patch = (): JsonObject => {
    const limited = most !== "" || quota?.maxJobCount !== undefined;
    const maxJobCount = most === "" ? null : Number(most);
    return { properties: { sku: { name: plan }, ...(limited ? { quota: { maxJobCount } } : {}) } };
  };
  return (
    <Dialog title="Plan and quota" close={props.close}>
      <TrialForm {...props} typed={`${plan} ${most}`} patch={patch}>
        <SelectField label="Plan" value={plan} options={PLAN_OPTIONS} change={setPlan} />
        <TextField
          label="Most jobs"
          value={most}
          change={setMost}
          hint={`Empty: as many as the plan allows, ${PLANS[plan].jobs.toLocaleString("en")}.`}
          input={{ type: "number", min: 1, max: PLANS[plan].jobs }}
        />
      </TrialForm>
    </Dialog>
  );
}
