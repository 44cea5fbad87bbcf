import type { RateLimitName } from "./rate-limits.ts";

/**
 * What attempts are counted by. `session`: one session, which may use half of the limit; nothing is counted without one.
 * `caller`: the member, or the address without a session. `email`: the body's `email`; `email mailbox`: its mailbox, which has
 * many spellings. An address is a household: the first 64 bits of an IPv6 address. `owner`: all addresses that whoever has this
 * one may have: the first 48 bits of an IPv6 address, an IPv4 address alone. `device`: the secret that a browser keeps.
 * `site`: all callers together.
 */
export type LimitKey =
  | "session"
  | "member"
  | "address"
  | "owner"
  | "caller"
  | "email"
  | "email mailbox"
  | "email at address"
  | "email on device"
  | "site";

type Options = {
  /** Counted apart from other calls that share the limit. */
  apart?: string;
  /**
   * `calls` unless named. `files`: each file of an upload is one. `failures`: every call is counted, and the handler
   * takes one that succeeds out of the count; `failures in a row`: a success forgets those before it too. `seconds`:
   * what the call's work took, `kilobytes`: what it answered, which the handler charges when it is known.
   */
  counts?: "calls" | "files" | "failures" | "failures in a row" | "seconds" | "kilobytes";
  /**
   * `handler`: only the handler knows whether, or when, to count; it receives a function for this limit. `entry`: before the
   * body of an upload is read.
   */
  taken?: "handler" | "entry";
  /** Staff are not counted. */
  isStaffFree?: true;
  /**
   * Whoever proved a moment ago who they are is counted apart from the member's other sessions: what an intruder did, who
   * cannot prove it, keeps the owner from nothing.
   */
  isProvenApart?: true;
};

/** One limit of a call. Without `taken` the server counts the call once its input is valid, before the handler runs. */
export type CallLimit = Options & { name: RateLimitName; per: LimitKey };

const per =
  <const P extends LimitKey>(key: P) =>
  <const N extends RateLimitName, const O extends Options = Record<never, never>>(name: N, options?: O) =>
    // The spread keeps each option's literal type, which the handler's input is made from.
    ({ ...options, name, per: key }) as O & { name: N; per: P };

export const perSession = per("session");
export const perMember = per("member");
export const perAddress = per("address");
export const perOwner = per("owner");
export const perCaller = per("caller");
export const perEmail = per("email");
export const perEmailMailbox = per("email mailbox");
export const perEmailAtAddress = per("email at address");
export const perEmailOnDevice = per("email on device");
export const perSite = per("site");

/** The limits of a call in the order in which they are counted: at least one. What needs none of its own has `ordinary`. */
export type LimitPolicy = CallLimit | readonly [CallLimit, ...CallLimit[]];

/** A policy as a list. */
export function listLimits(policy: LimitPolicy): readonly CallLimit[] {
  return "name" in policy ? [policy] : policy;
}

/**
 * Counted by session and by member. A session may use half of what its member may, so that an intruder's loops leave the
 * other half to the owner's session; what the session's count refuses costs the member nothing.
 */
export const bySession = <const N extends RateLimitName, const O extends Options = Record<never, never>>(
  name: N,
  options?: O,
) => [perSession(name, options), perMember(name, options)] as const;

/** What members protect themselves and their account by: as `bySession`, and a proof opens it again. */
export const protecting = <const N extends RateLimitName, const O extends Options = Record<never, never>>(
  name: N,
  options?: O,
) =>
  // The spread keeps the literal types of the other options.
  [
    perSession(name, options),
    perMember(name, { ...options, isProvenApart: true } as O & { isProvenApart: true }),
  ] as const;

/** What needs no limit of its own: of members, of the office, and of calls that are open without a session. */
export const ordinary = bySession("calls");
export const office = bySession("staffCalls");
export const anyone = [perSession("calls"), perCaller("calls")] as const;
