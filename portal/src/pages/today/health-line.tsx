// One line that says whether all is well, or what is not.
import type { Status } from "../../api/types";
import { Instant } from "../../parts/instant";
import { counted } from "../../words/outcomes";

export function HealthLine({ status }: { status: Status }) {
  return status.ok ? <Well status={status} /> : <NotWell status={status} />;
}

function Well({ status }: { status: Status }) {
  return (
    <div class="notice good health">
      <p>
        <strong>All is well.</strong> <Facts status={status} />
      </p>
    </div>
  );
}

function NotWell({ status }: { status: Status }) {
  const { reasons } = status;
  if (!reasons) return <Untold />;
  return (
    <div class="notice bad health" role="alert">
      <p>
        <strong>{counted(reasons.length, "thing")} to look at.</strong> <Facts status={status} />
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

/** What a key with a scope learns: the reasons may be about what it cannot see. */
function Untold() {
  return (
    <div class="notice bad health" role="alert">
      <p>
        <strong>Something is to be looked at.</strong>{" "}
        <span class="muted">Whoever looks after the app can see what.</span>
      </p>
    </div>
  );
}

function Facts({ status }: { status: Status }) {
  const { jobs, lastScan } = status;
  return (
    <span class="muted">
      {jobs &&
        `${counted(jobs.byState.enabled, "job")} enabled, ${jobs.byState.disabled} disabled, ${jobs.failing?.count ?? "?"} failing. `}
      {lastScan && (
        <>
          Last scan <Instant at={lastScan.at} show="distance" />.
        </>
      )}
    </span>
  );
}
