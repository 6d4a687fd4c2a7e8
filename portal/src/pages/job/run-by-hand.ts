// A run by hand: first what is known of the history, so that its outcome is found there, then the run.
import { beforeSending } from "../../api/error";
import type { JobName } from "../../api/ids";
import { runJob, type Pause, type Terms } from "../../api/operations";

/** Run a job once; raise an ApiError that says whether it may have run, if the app is silent. */
export async function runByHand(
  name: JobName,
  pause: Pause,
  terms: Terms,
  ready: () => Promise<void>,
): Promise<void> {
  await ready().catch((error: unknown) => {
    throw beforeSending(error);
  });
  await runJob(name, pause, terms);
}
