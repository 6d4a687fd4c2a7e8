// Days that do not count, and what becomes of their runs.
import { objectAt, valueAt, withValue } from "../definition/paths";
import { useEditing, useFault } from "../editing";
import { BoundField, BoundSelect } from "../fields/bound-fields";
import { DAY_CHIPS, Toggles } from "../fields/day-chips";
import { Fold } from "../fields/fold";

const EXCLUDE = "properties.exclude";

export function ExcludedDays() {
  const { definition } = useEditing();
  const fault = useFault(EXCLUDE);
  const some = valueAt(definition, EXCLUDE) !== undefined;
  return (
    <Fold title="Days left out" brief={some ? undefined : "none"} about={[EXCLUDE]}>
      {fault && <p class="fault">{fault}</p>}
      <Toggles path={`${EXCLUDE}.weekDays`} label="Weekdays" options={DAY_CHIPS} />
      <BoundField
        path={`${EXCLUDE}.dates`}
        label="Dates"
        as="texts"
        hint="Such as 2026-12-24, or --12-25 for the 25th of December of every year."
        input={{ placeholder: "none" }}
      />
      <Calendars />
      <BoundSelect
        path={`${EXCLUDE}.then`}
        label="Their runs"
        without="skip"
        options={[
          ["skip", "are left out"],
          ["before", "move to the nearest day before that counts"],
          ["after", "move to the nearest day after that counts"],
        ]}
      />
      {some && <ClearButton />}
    </Fold>
  );
}

function ClearButton() {
  const { change } = useEditing();
  return (
    <div>
      <button
        type="button"
        class="small-button"
        onClick={() => change((now) => withValue(now, EXCLUDE, undefined))}
      >
        Leave out no days
      </button>
    </div>
  );
}

function Calendars() {
  const { definition, collection } = useEditing();
  const offered = Object.keys(collection?.properties.calendars ?? {});
  const named = objectAt(definition, EXCLUDE)["calendars"];
  const all = [...new Set([...offered, ...(Array.isArray(named) ? named.map(String) : [])])];
  if (!all.length) return <CalendarsField />;
  return (
    <Toggles
      path={`${EXCLUDE}.calendars`}
      label="Calendars of the collection"
      options={all.map((name) => [name, name] as const)}
    />
  );
}

/** Without calendars to choose from, a fault of theirs still needs a place. */
function CalendarsField() {
  const fault = useFault(`${EXCLUDE}.calendars`);
  return (
    <div class="field">
      <span class="label">Calendars</span>
      <p class="hint">
        This collection has none. A collection holds calendars, such as public holidays, for all its jobs.
      </p>
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}
