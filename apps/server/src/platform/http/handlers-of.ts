import type { AnyCall, Changed, ParsedOf, ReturnOf } from "@caramelo/contract/call/call";
import type { Exchange, Me } from "./caller.ts";
import type { HandlerLimits } from "./take-limits.ts";
import type { Bytes, WrittenAnswer } from "./written-answer.ts";

type MeOf<A> = A extends "member" | "admin" ? Me : Me | undefined;
type Input<C extends AnyCall> = ParsedOf<C> & {
  me: MeOf<C["access"]>;
  exchange: Exchange;
  limits: HandlerLimits<C["limit"]>;
} & (C["kind"] extends "upload" ? ReceivedFiles : unknown) &
  (C["changes"] extends { named: Changed } ? { publishChange: PublishChange } : unknown);

/** The files of an upload, spooled to disk. `signal` is aborted when the client disconnects before the answer. */
export type ReceivedFiles = { files: string[]; signal: AbortSignal };

/** Publishes the change that the call declares to the open browsers of these members. Call it only after the commit. */
export type PublishChange = (memberIds: readonly string[]) => void;

type Answer<C extends AnyCall> = C["kind"] extends "stream" ? Bytes : ReturnOf<C>;

/** One handler for every call of the contract: code with a missing or an extra handler does not compile. */
export type HandlersOf<T, Context> = {
  [k in keyof T]: T[k] extends AnyCall ? HandlerOf<T[k], Context> : HandlersOf<T[k], Context>;
};
export type HandlerOf<C extends AnyCall, Context> = (input: Input<C> & Context) => Promise<Answer<C> | WrittenAnswer>;
