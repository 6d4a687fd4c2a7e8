// What became of a mass change: what is done, what failed and why, what was not begun.
import { ApiError, wordsOf } from "../../../api/call";
import { CopyButton } from "../../../parts/copy-button";
import { JobLink } from "../../../parts/links";
import type { Row } from "../../../state/jobs";
import { hashOfPage } from "../../../state/links";
import { counted } from "../../../words/outcomes";
import { NAMES, type Change } from "./change";
import type { Judged } from "./judgement";
import type { Tally } from "./runner";

const MOST_SHOWN = 200;

interface OutcomeProps {
  change: Change;
  tally: Tally<Judged>;
  correlation: string;
  again: (jobs: Row[]) => void;
  close: () => void;
}

export function Outcome({ change, tally, correlation, again, close }: OutcomeProps) {
  const { done, failed, left } = tally;
  const rest = [...failed.map(({ item }) => item.row), ...left.map(({ row }) => row)];
  return (
    <>
      <div class="sums" role="status">
        <p>
          <strong>{counted(done.length, "job")}</strong> {NAMES[change.operation].done}
        </p>
        {failed.length > 0 && <p class="mass-failed">{counted(failed.length, "job")} failed</p>}
        {left.length > 0 && <p>Stopped: {counted(left.length, "job")} not begun, and as before</p>}
      </div>
      {failed.length > 0 && <Failures failed={failed} />}
      <p class="small muted correlation">
        In the list of <a href={hashOfPage("audit", { find: correlation, all: "1" })}>changes</a> all of this
        has the correlation id <code>{correlation}</code> <CopyButton label="Copy" text={() => correlation} />
      </p>
      <footer>
        {rest.length > 0 && (
          <button onClick={() => again(rest)}>
            Try {rest.length === 1 ? "it" : `these ${rest.length}`} again
          </button>
        )}
        <button class="primary" onClick={close}>
          Close
        </button>
      </footer>
    </>
  );
}

function Failures({ failed }: { failed: Tally<Judged>["failed"] }) {
  return (
    <div class="scroll trials" tabIndex={0} role="region" aria-label="What failed">
      <table>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Why it failed</th>
          </tr>
        </thead>
        <tbody>
          {failed.slice(0, MOST_SHOWN).map(({ item, error }) => (
            <tr key={item.row.id} class="trial refused">
              <td>
                <JobLink id={item.row.id} />
              </td>
              <td>{reasonOf(error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function reasonOf(error: unknown): string {
  const changed = error instanceof ApiError && error.status === 412;
  return changed ? "Somebody has changed it since you looked." : wordsOf(error);
}
