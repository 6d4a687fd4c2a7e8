// From when to when, and how often at most.
import { now } from "../../../state/clock";
import { valueAt } from "../definition/paths";
import { howOften, withLocalStart } from "../definition/schedules";
import { useEditing } from "../editing";
import { BoundField } from "../fields/bound-fields";
import { MomentField } from "../fields/moment-field";

export function BeginningAndEnd() {
  const { definition } = useEditing();
  const repeats = howOften(definition) !== "once";
  return (
    <>
      <div class="span">
        <MomentField
          path="properties.startTime"
          label={repeats ? "Starts" : "At"}
          hint={
            repeats
              ? "Counts from here, local to the time zone or by UTC. The past is fine."
              : "Empty: at once."
          }
        />
        {repeats && (
          <MomentField
            path="properties.recurrence.endTime"
            label="Ends"
            hint="The last moment for a run, local to the time zone or by UTC. Empty: never."
          />
        )}
        {repeats && (
          <BoundField
            path="properties.recurrence.count"
            label="At most"
            as="number"
            hint="So many runs, then it is over."
            input={{ placeholder: "no limit" }}
          />
        )}
      </div>
      <AtOnce />
    </>
  );
}

/** Without a start, saving makes a run at once: nobody should find that out by accident. */
function AtOnce() {
  const { definition, change, asker, stored } = useEditing();
  const often = howOften(definition);
  if (stored || often === "cron" || often === "once" || valueAt(definition, "properties.startTime"))
    return null;
  const begin = () => change((before) => withLocalStart(before, { ...asker, now: now.value }));
  return (
    <div class="notice warn">
      <p>
        Without a start, the first run is at once, as soon as the job is saved, whatever the schedule says.
      </p>
      <button type="button" onClick={begin}>
        Start today, by the schedule
      </button>
    </div>
  );
}
