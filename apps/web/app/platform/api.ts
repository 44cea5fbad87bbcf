import type { AnswerOf, AnyCall, InputOf } from "@caramelo/contract/call/call";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import { MEMBER_HEADER } from "@caramelo/contract/call/member-header";
import type { Contract } from "@caramelo/contract/contract";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { commonErrors, commonTexts } from "@caramelo/contract/texts/common";
import { apiTable } from "./api-table.generated.ts";
import { takeFirstAnswer } from "./first-answers.ts";
import { type Reply, send, upload } from "./http.ts";
import { describeMissingCode } from "./missing-code.ts";

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void };
type CallFunction<C extends AnyCall> =
  Record<never, never> extends InputOf<C>
    ? (input?: InputOf<C>, options?: Options) => Promise<AnswerOf<C>>
    : (input: InputOf<C>, options?: Options) => Promise<AnswerOf<C>>;
type ClientOf<T> = { [k in keyof T]: T[k] extends AnyCall ? CallFunction<T[k]> : ClientOf<T[k]> };

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; photos?: Blob[] };
type Address = readonly [kind: string, method: string, path: string];

/** A failed call, with the catalogue's code and the words for the member. */
export class ApiError extends Error {
  code: ErrorCode;
  /** Error texts by field name, for VALIDATION_ERROR. */
  fields: Record<string, string>;
  /** Seconds to wait before trying again; 0 when the server did not say. */
  retryAfter: number;
  /** What the member must confirm, for MESSAGE_NEEDS_CONFIRMATION. */
  warnings: MessageWarning[] = [];
  constructor(code: ErrorCode, userMessage: string, fields: Record<string, string> = {}, retryAfter = 0) {
    super(userMessage);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

export function isApiError(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}

/** The text about a failure for the member. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : commonErrors.UNKNOWN_ERROR;
}

function addressOf(path: string, input: Input): string {
  const where = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const givenParameters = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(givenParameters.map(([key, value]) => [key, String(value)])).toString();
  return `/api${where}${query && `?${query}`}`;
}

function formOf(input: Input): FormData {
  const form = new FormData();
  form.append("data", JSON.stringify(input.body ?? {}));
  for (const photo of input.photos ?? []) form.append("photos", photo);
  return form;
}

let speakerId: string | undefined;

/**
 * Sets the member for whom this page makes calls. All tabs share the cookie, so the server refuses the calls of a tab
 * that has not noticed another member's sign-in.
 */
export function speakFor(memberId: string | undefined): void {
  speakerId = memberId;
}

/** The headers that name the member of this page's calls. */
export const speakerHeaders = (): Record<string, string> =>
  speakerId === undefined ? {} : { [MEMBER_HEADER]: speakerId };

let onLostSession = () => {};

/**
 * Calls `listener` when the server refuses a call because the session is over. Returns a function that unsubscribes.
 */
export function listenToLostSession(listener: () => void): () => void {
  onLostSession = listener;
  return () => {
    onLostSession = () => {};
  };
}

const BUSY = 503;
const PROXY_BUSY = [502, BUSY, 504];
const BUSY_TRIES = 3;

/**
 * Checks only the shape: our server's answers contain only codes of the catalogue, and the catalogue would add to the
 * size of every page.
 */
function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && /^[A-Z][A-Z_]+$/.test(code);
}

/** This many characters at the end of a request id are enough to find it in the log. */
const ID_SHOWN = 12;

function read(reply: Reply): unknown {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  return readFailure(reply.status, reply.body, reply.retryAfter);
}

/** Throws the failure described by an answer of the server. */
export function readFailure(status: number, body: unknown, retryAfter?: number): never {
  // Any server may have answered. Only these keys are read; each is checked or has a fallback.
  const failure = (body ?? {}) as {
    code?: unknown;
    userMessage?: string;
    requestId?: unknown;
    details?: { fields?: Record<string, string>; warnings?: MessageWarning[] };
  };
  // An answer without a code comes from a proxy. Its text must not claim that the staff was notified.
  const fallback = PROXY_BUSY.includes(status) ? "SERVICE_BUSY" : "UNKNOWN_ERROR";
  const code = isCode(failure.code) ? failure.code : fallback;
  if (code === "AUTH_SESSION_EXPIRED" || code === "AUTH_NO_SESSION") onLostSession();
  const { fields, warnings = [] } = failure.details ?? {};
  const text = failure.userMessage ?? commonErrors[fallback];
  const { requestId } = failure;
  const number = status === 500 && typeof requestId === "string" ? requestId.slice(-ID_SHOWN) : "";
  const error = new ApiError(code, number ? `${text} ${commonTexts.errorCode} ${number}` : text, fields, retryAfter);
  throw Object.assign(error, { warnings });
}

function ask([kind, method, path]: Address) {
  return async (input: Input = {}, options: Options = {}) => {
    const address = addressOf(path, input);
    const first = method === "GET" ? takeFirstAnswer(address) : undefined;
    if (first !== undefined) return first;
    const requestOptions = { ...options, headers: speakerHeaders() };
    const exchange = () =>
      kind === "upload"
        ? upload(method, address, formOf(input), requestOptions)
        : send(method, address, input.body, requestOptions);
    for (let tries = 1; ; tries += 1) {
      const reply = await exchange().catch((error) => {
        if (options.signal?.aborted) throw error;
        throw new ApiError("NETWORK_ERROR", commonErrors.NETWORK_ERROR);
      });
      // Only a GET is repeated automatically; the member decides whether to repeat a change.
      if (reply.status !== BUSY || method !== "GET" || tries === BUSY_TRIES) return read(reply);
      await waitToRetry(reply.retryAfter);
      options.signal?.throwIfAborted();
    }
  };
}

/**
 * Waits `seconds`, at most ten, plus up to two random ones, so that clients refused together do not return together.
 */
function waitToRetry(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 10) * 1_000 + Math.random() * 2_000));
}

type Calls = Record<string, Record<string, Address>>;
type AnyCallFunction = ReturnType<typeof ask>;

/** The addresses of rare calls, which members' pages do not include. Loaded at the latest with the first such call. */
const loadRareCalls = () => import("./rare-api-table.generated.ts");

/** Loads them in advance, so that no rare call waits for them. If that fails, the call reports it. */
export const preloadRareCalls = (): void => void loadRareCalls().catch(() => {});

const askRarely =
  (feature: string, name: string): AnyCallFunction =>
  async (input, options) => {
    const { rareApiTable } = await loadRareCalls().catch(() => {
      throw new ApiError("NETWORK_ERROR", describeMissingCode());
    });
    // The tables contain every call of the contract, and the types allow no other name.
    const address = (rareApiTable as Calls)[feature]?.[name] as Address;
    // A request started after its signal was aborted would not be stopped.
    options?.signal?.throwIfAborted();
    return ask(address)(input, options);
  };

function clientOf(feature: string, calls: Calls[string] = {}): Record<string, AnyCallFunction> {
  const asks = Object.fromEntries(Object.entries(calls).map(([name, address]) => [name, ask(address)]));
  return new Proxy(asks, { get: (own, name) => own[String(name)] ?? askRarely(feature, String(name)) });
}

const clients = Object.fromEntries(
  Object.entries(apiTable).map(([feature, calls]) => [feature, clientOf(feature, calls)]),
);

/** Every call of the contract, as in `api.accounts.signIn({ body })`. Throws an ApiError, or the reason of an abort. */
// The cast is safe, because the tables are generated from the contract.
export const api = new Proxy(clients, {
  get: (own, feature) => own[String(feature)] ?? clientOf(String(feature)),
}) as unknown as ClientOf<Contract>;
