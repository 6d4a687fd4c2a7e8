// The times of a day. People think of times; a schedule has hours and minutes, and combines them.
import { useState } from "preact/hooks";
import type { JsonObject } from "../../../api/types";
import { TextField } from "../../../parts/fields";
import { listAt } from "../definition/paths";
import { withLocalStart, type HowOften } from "../definition/schedules";
import { SCHEDULE, timesAlsoMeant, timesOf, toggledTime, withTimes } from "../definition/times-of-day";
import { useEditing, useFault } from "../editing";
import { BoundField } from "../fields/bound-fields";
import { Fold } from "../fields/fold";

const COMMON = ["00:00", "06:00", "09:00", "12:00", "17:00"];
const ABOUT = [`${SCHEDULE}.hours`, `${SCHEDULE}.minutes`];

export function TimesOfDay({ often }: { often: HowOften }) {
  if (often === "minute" || often === "hour") return <HoursAndMinutes often={often} />;
  return <Times />;
}

function Times() {
  const { definition } = useEditing();
  const named = ABOUT.some((path) => listAt(definition, path).length);
  const listed = timesOf(definition) !== null;
  if (named && !listed) return <HoursAndMinutes often="day" />;
  return (
    <div class="times">
      <TimesField />
      <Fold title="Hours and minutes as lists" about={listed ? [] : ABOUT}>
        <HoursAndMinutes often="day" />
      </Fold>
    </div>
  );
}

function TimesField() {
  const { definition, change, stored, asker } = useEditing();
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null);
  const now = JSON.stringify(timesOf(definition));
  const text = draft?.of === now ? draft.text : (timesOf(definition) ?? []).join(", ");
  const wrong = withTimes(definition, text) === null;
  const put = (next: JsonObject) => change(() => (stored ? next : withLocalStart(next, asker)));
  const type = (typed: string) => {
    const next = withTimes(definition, typed);
    setDraft({ text: typed, of: next ? JSON.stringify(timesOf(next)) : now });
    if (next) put(next);
  };
  const also = timesAlsoMeant(definition, text);
  const faults = [useFault(`${SCHEDULE}.hours`), useFault(`${SCHEDULE}.minutes`)].filter(Boolean).join("; ");
  return (
    <>
      <TextField
        label="At"
        value={text}
        change={type}
        fault={wrong ? "Write times such as 09:00, 17:00." : faults || undefined}
        hint={
          also.length ? (
            <span class="warned">{alsoMeant(also)}</span>
          ) : (
            "Several times have the same minutes: 09:00, 17:00. Empty: the time of the start."
          )
        }
        input={{ placeholder: "09:00", autoComplete: "off" }}
      />
      <CommonTimes put={put} />
    </>
  );
}

const alsoMeant = (times: string[]) =>
  `Every hour is combined with every minute, so the job also runs at ${times.join(", ")}. For other times, make a second job.`;

function CommonTimes({ put }: { put: (next: JsonObject) => void }) {
  const { definition } = useEditing();
  const times = timesOf(definition) ?? [];
  return (
    <div class="choices" role="group" aria-label="Common times">
      {COMMON.map((time) => (
        <button
          key={time}
          type="button"
          class="chip"
          aria-pressed={times.includes(time)}
          onClick={() => put(toggledTime(definition, time))}
        >
          {time}
        </button>
      ))}
    </div>
  );
}

/** The lists themselves. With minutes and hours as units, they only let through. */
function HoursAndMinutes({ often }: { often: HowOften }) {
  const beat = often === "minute" || often === "hour";
  return (
    <div class="row">
      <BoundField
        path={`${SCHEDULE}.hours`}
        label={beat ? "Only in these hours" : "Hours"}
        as="numbers"
        hint="0 to 23, such as 9-17"
        input={{ placeholder: beat ? "all" : "those of the start" }}
      />
      <BoundField
        path={`${SCHEDULE}.minutes`}
        label={often === "minute" ? "Only in these minutes" : "At these minutes"}
        as="numbers"
        hint="0 to 59, such as 0, 15, 30, 45"
        input={{ placeholder: often === "minute" ? "all" : "that of the start" }}
      />
    </div>
  );
}
