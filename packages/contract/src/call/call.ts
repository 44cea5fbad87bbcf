import * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { LimitPolicy } from "./limit-policy.ts";
import type { Names } from "./names.ts";
import type { StaffPermission } from "./staff-permissions.ts";

/**
 * What the browser may store of an answer for offline use.
 *
 * - `no`: nothing.
 * - `answer`, `first page`: the answer to the address without a query, for this member alone.
 * - `session`: the answer; it also names the member whose answers the browser may store.
 * - `forget answers`: nothing; after a success stored answers are not read again, because they may contain a member who
 *   is now hidden.
 * - `forget member`: nothing; after a success none of the member's data stays in the browser.
 */
type Offline =
  | "no"
  | "answer"
  | "first page"
  /** Stores the first page, regardless of these query keys. */
  | { keeps: "first page"; despite: readonly string[] }
  | "session"
  | "forget answers"
  | "forget member";

/**
 * What open browsers show and may have to request again. `self`: a member's own account, profile, photos and settings.
 * `people`: other visible members.
 */
export type Changed = "self" | "people";

/** What a successful call changes, and whose open browsers are notified. */
type Changes =
  | "none"
  | {
      /** The server publishes this change to all browsers of the caller. */
      caller?: Changed;
      /** The handler publishes this change after its commit, because only it knows whom it affects. */
      named?: Changed;
      /** Live events with a payload, which the handler publishes after its commit. */
      events?: readonly ("change" | "notifications" | "match")[];
    };

/** Who may make a call. `guest`: people without a session; `public`: all people. */
export type Access = "public" | "guest" | "member" | "admin";

/**
 * How input and answer are sent. `json`: both are JSON. `upload`: multipart with one JSON part named `data` and files
 * named `photos`. `stream`: no body in, bytes out.
 */
export type Kind = "json" | "upload" | "stream";

/** The maximum number of files in an upload, and the maximum size of each, in bytes. */
export type FileLimits = { max: number; maxBytes: number };

/** The keys "a" and "b" of "/x/:a/y/:b". */
type PathKeys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? K | PathKeys<`/${Rest}`>
  : P extends `${string}:${infer K}`
    ? K
    : never;

/** A path without ":" may not declare params; a path with ":" must declare exactly its own. */
type ParamsOf<P extends string> = [PathKeys<P>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<PathKeys<P>, z.ZodType<string | number, string>>, z.core.$strict> };

/** A staff call names its required permission; other calls name none. */
type PermissionOf<A> = A extends "admin" ? { permission: StaffPermission } : { permission?: never };

/** zod's types cannot distinguish strict from plain objects; the server asserts strictness at boot. */
type Strict = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

export type Call<K, M, P, A, L, Ch, Params, Query, Body, Answers, E> = {
  kind: K;
  method: M;
  path: P;
  access: A;
  permission: StaffPermission | undefined;
  isOpenBeforeAge: boolean;
  isOpenWhileErasing: boolean;
  isRare: boolean;
  limit: L;
  changes: Ch;
  offline: Offline;
  names: Names;
  params: Params;
  query: Query;
  body: Body;
  files: FileLimits | undefined;
  answers: Answers;
  errors: readonly E[];
  unexpected: ErrorCode;
  summary: string;
};

export type AnyCall = Call<
  Kind,
  string,
  string,
  Access,
  LimitPolicy,
  Changes,
  z.ZodType | undefined,
  z.ZodType | undefined,
  z.ZodType | undefined,
  z.ZodType,
  ErrorCode
>;

type Spec<K, M, P, A, L, Ch, Query, Body, Answers, E> = {
  kind?: K;
  method: M;
  path: P;
  access: A;
  /** Whether a member without assured age may make the call even on a site that requires it at entry. */
  isOpenBeforeAge?: true;
  /** Whether a member with a pending erasure may still make the call. */
  isOpenWhileErasing?: true;
  /** Whether few pages make the call, so that its address loads with the first such call. */
  isRare?: true;
  /** The limits that the call counts against, with their keys. */
  limit: L;
  /** Whose open browsers are notified of the change; "none" for a call that changes nothing visible there. */
  changes: Ch;
  /** What the browser may store for offline use; "no" if the answer may not be stored. */
  offline: Offline;
  /** The things that the input names, and the outcome by owner; "nothing" for a call that names none. */
  names: Names;
  query?: Query;
  body?: M extends "GET" ? undefined : Body;
  files?: FileLimits;
  answers: Answers;
  errors: readonly E[];
  /** The code of an unexpected error in this call; SERVER_ERROR unless the specification defines one. */
  unexpected?: ErrorCode;
  /** One English sentence for the API's documentation. */
  summary: string;
};

/** Declares one call. It does not compile without access, limits, an answer schema and its possible errors. */
export function call<
  const M extends "GET" | "POST" | "PUT" | "DELETE",
  const P extends `/${string}`,
  const A extends Access,
  const L extends LimitPolicy,
  const Ch extends Changes,
  Answers extends z.ZodType,
  const E extends ErrorCode,
  S extends ParamsOf<P>,
  const K extends Kind = "json",
  Query extends Strict | undefined = undefined,
  Body extends Strict | undefined = undefined,
>(spec: Spec<K, M, P, A, L, Ch, Query, Body, Answers, E> & S & PermissionOf<A>) {
  // The cast only adds the omitted keys, whose values are undefined.
  return {
    ...spec,
    kind: spec.kind ?? "json",
    isOpenBeforeAge: spec.isOpenBeforeAge ?? false,
    isOpenWhileErasing: spec.isOpenWhileErasing ?? false,
    isRare: spec.isRare ?? false,
    unexpected: spec.unexpected ?? "SERVER_ERROR",
  } as unknown as Call<K, M, P, A, L, Ch, S extends { params: infer X } ? X : undefined, Query, Body, Answers, E>;
}

type Part<Key extends string, S, Value> = S extends z.ZodType
  ? Record<never, never> extends Value
    ? { [k in Key]?: Value }
    : { [k in Key]: Value }
  : unknown;
type Flat<T> = { [k in keyof T]: T[k] };
type Wire<S> = S extends z.ZodType ? z.input<S> : never;
type Parsed<S> = S extends z.ZodType ? z.output<S> : never;

/** The browser's input: parsed params and query, which the client writes as text, and the body as it is sent. */
export type InputOf<C extends AnyCall> = Flat<
  Part<"params", C["params"], Parsed<C["params"]>> &
    Part<"query", C["query"], Parsed<C["query"]>> &
    Part<"body", C["body"], Wire<C["body"]>> &
    (C["kind"] extends "upload" ? { photos: Blob[] } : unknown)
>;

/** The handler's input. */
export type ParsedOf<C extends AnyCall> = {
  [k in "params" | "query" | "body" as C[k] extends z.ZodType ? k : never]: Parsed<C[k]>;
};

/**
 * The handler's result and the browser's answer: two sides of one codec. A moment, for example, is a Date in the
 * handler and a text in the browser.
 */
export type ReturnOf<C extends AnyCall> = z.output<C["answers"]>;
export type AnswerOf<C extends AnyCall> = z.input<C["answers"]>;

/** A moment: Date in the server, ISO 8601 text on the wire. */
export const instant = () =>
  z.codec(z.iso.datetime().max(40), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  });

/** An unsigned whole number of up to ten digits, in a query string or a path. */
export const wireInt = (min: number, max: number) =>
  z.codec(z.string().regex(/^\d{1,10}$/), z.int().min(min).max(max), { decode: Number, encode: String });

/** The id of a member or a thing in canonical form, so that two spellings do not count as two ids. */
export const id = () => z.uuid().toLowerCase();

/**
 * The id of a member in an answer that describes them. On the server its type proves that the viewer may see the
 * member, and only `base/pairs` creates it; in the browser it is a plain id.
 */
export const visibleId = () => z.uuid().brand<"visible">();
export type VisibleId = z.output<ReturnType<typeof visibleId>>;
