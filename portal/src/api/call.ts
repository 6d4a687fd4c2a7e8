// One call of the REST API: the key or token goes into a header, and a refusal becomes an ApiError.
// If the app no longer knows the reader, he is asked again over the page, and the call is repeated.
import { SignInFailed } from "../sign-in/answers";
import { accessToken } from "../sign-in/identity";
import { answered, askAgain, caller, key } from "../state/session";
import { ApiError, type Fault } from "./error";
import { withPatience } from "./patience";
import { inTurn, withinApp } from "./turns";

export { ApiError, isAborted, isOutage, wordsOf, type Fault } from "./error";

export const API_VERSION = "2026-11-01";

export interface Request {
  query?: Record<string, string | undefined>;
  body?: unknown;
  ifMatch?: string;
  onlyNew?: boolean;
  correlation?: string;
  abort?: AbortSignal;
  /** Whether it tries a key or a sign-in, so that its refusal is the answer. */
  entering?: boolean;
}

const NO_ANSWER = "The app does not answer. It may be starting, or the connection is lost.";

/** Return the body of the answer; raise an ApiError for anything but success. */
export async function call<Answer>(method: string, path: string, request: Request = {}): Promise<Answer> {
  for (;;) {
    const before = { ...answered };
    try {
      return await attempt<Answer>(method, path, request);
    } catch (error) {
      const unknown = error instanceof ApiError && error.status === 401;
      if (!unknown || request.entering || caller.value === null) throw error;
      if (answered.no > before.no) throw error;
      if (answered.yes === before.yes) await askAgain(error); // else he has come in meanwhile
    }
  }
}

/** Return all values of a list that comes in pages; `seen` is told of each page as it comes. */
export async function callPages<Value>(
  path: string,
  request: Request = {},
  seen: (values: Value[]) => void = () => {},
): Promise<Value[]> {
  const all: Value[] = [];
  let next: string | null = addressOf(path, request.query);
  while (next) {
    if (caller.value === null) throw new DOMException("The reader has left.", "AbortError");
    const page: { value: Value[]; nextLink: string | null } = await call("GET", next, {
      ...(request.abort ? { abort: request.abort } : {}),
    });
    all.push(...page.value);
    seen(page.value);
    next = page.nextLink && withinApp(page.nextLink);
  }
  return all;
}

function attempt<Answer>(method: string, path: string, request: Request): Promise<Answer> {
  return withPatience(perhapsDone(method, path, request), request.abort, (abort) =>
    inTurn(method, path, () => send<Answer>(method, path, request, abort), abort),
  );
}

async function send<Answer>(
  method: string,
  path: string,
  request: Request,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted(); // it may have waited for its turn
  const headers = { ...(await authorization()), ...headersOf(request) };
  const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
  const perhaps = perhapsDone(method, path, request);
  const sent = { method, headers, signal, ...body };
  const { response, text } = await reach(addressOf(path, request.query), sent, perhaps);
  if (response.ok) return (text ? JSON.parse(text) : {}) as Answer;
  const error = errorIn(response, text, perhaps);
  throw error.status === 401 && "x-functions-key" in headers ? inPlainWords(error) : error;
}

/** Return what may have happened although the app is silent; empty for what changes nothing. */
function perhapsDone(method: string, path: string, { query }: Request): string {
  if (method === "GET" || query?.["dryRun"] !== undefined || path.endsWith("/previewRuns")) return "";
  const done = /\/jobs\/[^/]+\/run$/.test(path) ? "run" : "made the change";
  return ` It may have ${done} all the same: look before you try again.`;
}

/** The app tells how programs send a key. Here a person has typed it. */
function inPlainWords(error: ApiError): ApiError {
  if (!error.message.includes("missing or wrong")) return error;
  return new ApiError(401, error.code, "This key is not valid.", [], error.requestId);
}

function addressOf(path: string, query: Record<string, string | undefined> = {}): string {
  if (path.includes("api-version=")) return path;
  const parameters = new URLSearchParams({ "api-version": API_VERSION });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") parameters.set(name, value);
  return `${path}?${parameters}`;
}

async function reach(
  address: string,
  sent: RequestInit,
  perhaps: string,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(address, { credentials: "omit", cache: "no-store", ...sent });
    return { response, text: await response.text() };
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw new ApiError(0, "NoAnswer", NO_ANSWER + perhaps);
  }
}

/** Return the header that says who calls. A sign-in that has ended is a refusal like the app's own. */
async function authorization(): Promise<Record<string, string>> {
  try {
    const token = await accessToken();
    if (token !== null) return { Authorization: `Bearer ${token}` };
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    throw new ApiError(401, "AuthenticationFailed", error.message);
  }
  return key.value ? { "x-functions-key": key.value } : {};
}

function headersOf(request: Request): Record<string, string> {
  return {
    ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(request.ifMatch ? { "If-Match": request.ifMatch } : {}),
    ...(request.onlyNew ? { "If-None-Match": "*" } : {}),
    ...(request.correlation ? { "x-ms-correlation-request-id": request.correlation } : {}),
  };
}

function errorIn(response: Response, text: string, perhaps: string): ApiError {
  const requestId = response.headers.get("x-ms-request-id") ?? "";
  const again = Number(response.headers.get("Retry-After") ?? 0);
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; details?: Fault[] } };
    return new ApiError(response.status, error.code, error.message, error.details ?? [], requestId, again);
  } catch {
    const message = `The answer was ${response.status} ${response.statusText}, without a reason.`;
    const unsure = response.status >= 500 ? perhaps : "";
    return new ApiError(response.status, "Unknown", message + unsure, [], requestId);
  }
}
