import type { AnswerOf, AnyCall, InputOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/errors";
import { apiTable } from "./api-table.generated.ts";
import { type Reply, send, upload } from "./http.ts";

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void };
type Ask<C extends AnyCall> =
  Record<never, never> extends InputOf<C>
    ? (input?: InputOf<C>, options?: Options) => Promise<AnswerOf<C>>
    : (input: InputOf<C>, options?: Options) => Promise<AnswerOf<C>>;
type ClientOf<T> = { [k in keyof T]: T[k] extends AnyCall ? Ask<T[k]> : ClientOf<T[k]> };

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; photos?: Blob[] };
type Address = readonly [kind: string, method: string, path: string];

/** A call that failed, with the catalogue's code and the words for the member. */
export class ApiError extends Error {
  code: ErrorCode;
  /** Words by field name, for VALIDATION_ERROR. */
  fields: Record<string, string>;
  constructor(code: ErrorCode, userMessage: string, fields: Record<string, string> = {}) {
    super(userMessage);
    this.code = code;
    this.fields = fields;
  }
}

export function isApiError(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}

/** What to tell the member about any failure. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : errorCatalogue.UNKNOWN_ERROR.text;
}

function addressOf(path: string, input: Input): string {
  const where = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `/api${where}${query && `?${query}`}`;
}

function formOf(input: Input): FormData {
  const form = new FormData();
  form.append("data", JSON.stringify(input.body ?? {}));
  for (const photo of input.photos ?? []) form.append("photos", photo);
  return form;
}

let tellLostSession = () => {};

/** Calls back when the server refuses a call for want of a living session. Returns how to stop. */
export function listenToLostSession(listener: () => void): () => void {
  tellLostSession = listener;
  return () => {
    tellLostSession = () => {};
  };
}

function isCatalogueCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorCatalogue, code);
}

function read(reply: Reply): unknown {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  // Whatever answered, only these keys are looked at, and each is checked or has a fallback.
  const failure = (reply.body ?? {}) as {
    code?: unknown;
    userMessage?: string;
    details?: { fields?: Record<string, string> };
  };
  const fallback: ErrorCode = reply.status >= 500 ? "SERVER_ERROR" : "UNKNOWN_ERROR";
  const code = isCatalogueCode(failure.code) ? failure.code : fallback;
  if (code === "AUTH_SESSION_EXPIRED" || code === "AUTH_NO_SESSION") tellLostSession();
  throw new ApiError(code, failure.userMessage ?? errorCatalogue[code].text, failure.details?.fields);
}

function ask([kind, method, path]: Address) {
  return async (input: Input = {}, options: Options = {}) => {
    const address = addressOf(path, input);
    try {
      if (kind === "upload") return read(await upload(method, address, formOf(input), options));
      return read(await send(method, address, input.body, options));
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error;
      throw new ApiError("NETWORK_ERROR", errorCatalogue.NETWORK_ERROR.text);
    }
  };
}

const features = Object.entries(apiTable).map(([feature, calls]) => [
  feature,
  Object.fromEntries(Object.entries(calls).map(([name, address]) => [name, ask(address)])),
]);

/** Every call of the contract: `api.accounts.signIn({ body })`. A failure is thrown as an ApiError. */
// The table is generated from the contract, so its shape is the contract's.
export const api = Object.fromEntries(features) as ClientOf<Contract>;
