// A dialog that makes a collection.
import { useState } from "preact/hooks";
import { ApiError, wordsOf } from "../../api/call";
import { putCollection } from "../../api/operations";
import { Dialog } from "../../parts/dialog";
import { SelectField, TextField } from "../../parts/fields";
import { PLAN_OPTIONS, type PlanName } from "../../parts/plans";
import { ZoneField } from "../../parts/zone-field";
import { go, hashOfCollection } from "../../state/address";
import { scopeNames } from "../../state/session";
import { loadSubscriptions, subscription } from "../../state/subscription";

const LOCATION = "West Europe";

export function NewCollection({ close }: { close: () => void }) {
  const [own, group = "default"] = scopeNames();
  const [name, setName] = useState({ subscription: own ?? subscription.value, group, collection: "" });
  const [plan, setPlan] = useState<PlanName>("Standard");
  const [location, setLocation] = useState(LOCATION);
  const [zone, setZone] = useState("");
  const [error, setError] = useState<unknown>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    const properties = { sku: { name: plan }, ...(zone ? { defaults: { timeZone: zone } } : {}) };
    try {
      await putCollection(name, { location, properties }, { onlyNew: true });
      await loadSubscriptions();
      go(hashOfCollection(name));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog title="New collection" close={close}>
      <form onSubmit={(event) => void send(event)}>
        <TextField
          label="Name"
          value={name.collection}
          change={(collection) => setName({ ...name, collection })}
          input={{ required: true, autoFocus: true }}
        />
        <div class="row">
          <TextField
            label="Resource group"
            value={name.group}
            change={(group) => setName({ ...name, group })}
            input={{ required: true }}
          />
          <TextField
            label="Subscription"
            value={name.subscription}
            change={(one) => setName({ ...name, subscription: one })}
            input={{ required: true }}
          />
        </div>
        <div class="row">
          <SelectField
            label="Plan"
            value={plan}
            options={PLAN_OPTIONS}
            change={setPlan}
            hint="It can be changed later, on the page of the collection."
          />
          <TextField
            label="Region"
            value={location}
            change={setLocation}
            hint="Only a name here. It cannot be changed later."
            input={{ required: true }}
          />
        </div>
        <ZoneField
          label="Time zone of its jobs"
          value={zone}
          change={setZone}
          hint="Empty: UTC. A job can have its own."
        />
        {error != null && (
          <p class="fault" role="alert">
            {said(error)}
          </p>
        )}
        <footer>
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button class="primary">Create</button>
        </footer>
      </form>
    </Dialog>
  );
}

function said(error: unknown): string {
  return error instanceof ApiError && error.status === 412
    ? "There is a collection of this name already."
    : wordsOf(error);
}
