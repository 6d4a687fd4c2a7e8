// By whose clocks: a time zone, and what clock changes do to times of day.
import { HERE, UTC } from "../../../times/wall";
import { textOf, valueAt, withValue } from "../definition/paths";
import { namesTimes } from "../definition/times-of-day";
import { zoneInForce } from "../definition/zones";
import { useBound, useEditing } from "../editing";
import { ZoneField } from "../../../parts/zone-field";
import { BoundSelect } from "../fields/bound-fields";
import { Fold } from "../fields/fold";

const PATH = "properties.timeZone";
const SAVING = "properties.daylightSaving";

export function ZoneOfJob() {
  const { value, set, fault } = useBound(PATH);
  const { asker, definition } = useEditing();
  const inherited = zoneInForce(withValue(definition, PATH, undefined), asker.zoneOfCollection);
  return (
    <>
      <div class="with-button">
        <ZoneField
          label="Time zone"
          value={textOf(value)}
          change={(typed) => set(typed || undefined)}
          fault={fault}
          hint={<ZoneHint zone={textOf(value)} />}
          placeholder={inherited ? `${inherited} (the collection's)` : UTC}
        />
        {value !== asker.zone && (
          <button type="button" onClick={() => set(asker.zone)}>
            Mine
          </button>
        )}
      </div>
      <ClockChanges />
    </>
  );
}

function ZoneHint({ zone }: { zone: string }) {
  const { definition } = useEditing();
  if (zone === HERE) return <>Your own. Times of day keep to its clocks, summer and winter.</>;
  if (!zone && namesTimes(definition))
    return <>Without a zone, times of day are those of the collection, or of UTC.</>;
  return <>A name such as Europe/Berlin, or of Windows. Without one, that of the collection, or UTC.</>;
}

function ClockChanges() {
  const { definition } = useEditing();
  const set = valueAt(definition, SAVING) !== undefined;
  return (
    <Fold
      title="Clock changes"
      brief={set ? undefined : "moved if missing, once if repeated"}
      about={[SAVING]}
    >
      <div class="row">
        <BoundSelect
          path={`${SAVING}.missing`}
          label="A time that is skipped"
          without="shift"
          options={[
            ["shift", "runs later, by as much as clocks move"],
            ["skip", "does not run that day"],
          ]}
        />
        <BoundSelect
          path={`${SAVING}.repeated`}
          label="A time that comes twice"
          without="first"
          options={[
            ["first", "runs at the first"],
            ["both", "runs at both"],
          ]}
        />
      </div>
    </Fold>
  );
}
