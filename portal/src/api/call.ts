// One call of the REST API: the key or token goes into a header, and a refusal becomes an ApiError.
import { SignInFailed } from "../sign-in/answers";
import { accessToken } from "../sign-in/identity";
import { caller, key, signOut } from "../state/session";
import { inTurn, withinApp } from "./turns";

export const API_VERSION = "2026-11-01";

export interface Fault {
  /** Where in the body, such as `properties.recurrence.interval`; empty if it concerns the whole. */
  target: string;
  message: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly faults: Fault[] = [],
    readonly requestId: string = "",
  ) {
    super(message);
  }
}

export interface Request {
  query?: Record<string, string | undefined>;
  body?: unknown;
  ifMatch?: string;
  onlyNew?: boolean;
  correlation?: string;
  abort?: AbortSignal;
}

export const NO_ANSWER = "The app does not answer. It may be starting, or the connection is lost.";

/** Return the body of the answer; raise an ApiError for anything but success. */
export function call<Answer>(method: string, path: string, request: Request = {}): Promise<Answer> {
  return inTurn(method, path, () => callNow<Answer>(method, path, request));
}

async function callNow<Answer>(method: string, path: string, request: Request): Promise<Answer> {
  const headers = { ...(await authorization()), ...headersOf(request) };
  const response = await reach(method, addressOf(path, request.query), headers, request);
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : {}) as Answer;
  const error = errorIn(response, text);
  if (response.status === 401 && caller.value !== null) signOut(error.message);
  throw error;
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

/** Say whether an error only means that nobody waits for the answer any more. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Return what to tell a person about any error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function addressOf(path: string, query: Record<string, string | undefined> = {}): string {
  if (path.includes("api-version=")) return path;
  const parameters = new URLSearchParams({ "api-version": API_VERSION });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") parameters.set(name, value);
  return `${path}?${parameters}`;
}

async function reach(
  method: string,
  address: string,
  headers: Record<string, string>,
  request: Request,
): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: "omit",
      cache: "no-store",
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.abort ? { signal: request.abort } : {}),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError(0, "NoAnswer", NO_ANSWER);
  }
}

/** Return the header that says who calls. A sign-in that has ended is a refusal like the app's own. */
async function authorization(): Promise<Record<string, string>> {
  try {
    const token = await accessToken();
    if (token !== null) return { Authorization: `Bearer ${token}` };
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    signOut(error.message);
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

function errorIn(response: Response, text: string): ApiError {
  const requestId = response.headers.get("x-ms-request-id") ?? "";
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; details?: Fault[] } };
    return new ApiError(response.status, error.code, error.message, error.details ?? [], requestId);
  } catch {
    const message = `The answer was ${response.status} ${response.statusText}, without a reason.`;
    return new ApiError(response.status, "Unknown", message, [], requestId);
  }
}
