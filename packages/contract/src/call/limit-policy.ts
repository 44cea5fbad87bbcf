import type { RateLimitName } from "./rate-limits.ts";

/**
 * What attempts are counted by. `session`: one session, which may use half of the limit; nothing is counted without a
 * session. `caller`: the member, or the address when there is no session. `email`: the body's `email`. `email mailbox`:
 * the mailbox of that address, which can be spelled in many ways. `address`: a household, which is the first 64 bits of
 * an IPv6 address. `owner`: everything that the owner of the address may have, which is the first 48 bits of an IPv6
 * address, or one IPv4 address. `email at address` and `email on device` count by both; a device is known by a secret
 * that its browser keeps. `site`: all callers together.
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
  /** A name. Calls with the same name are counted together, and apart from all others with this limit. */
  apart?: string;
  /**
   * What is counted; `calls` is the default. `files`: each file of an upload. `failures`: every call, but the handler
   * uncounts one that succeeds. `failures in a row`: a success also resets the earlier ones. `seconds`: the time that
   * the call's work took. `kilobytes`: the size of the answer. The handler charges the last two when they are known.
   */
  counts?: "calls" | "files" | "failures" | "failures in a row" | "seconds" | "kilobytes";
  /**
   * When the call is counted. `handler`: only the handler knows whether or when, so it receives a function for this
   * limit. `entry`: before the body of an upload is read. `mail`: the limit refuses no call. It delays the mail that the
   * call sends, because strangers could use it up for the person who waits for the mail. `alarm`: it refuses nothing
   * either; above it the owners get an alarm about the person of the staff.
   */
  taken?: "handler" | "entry" | "mail" | "alarm";
  /** Staff are not counted. */
  isStaffFree?: true;
  /**
   * A member who has just proved who they are is counted apart from the member's other sessions, so that an intruder,
   * who cannot prove it, cannot block the member.
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

/**
 * The limits of a call in the order in which they are counted. Each call has at least one; `ordinary` is for calls
 * without special needs.
 */
export type LimitPolicy = CallLimit | readonly [CallLimit, ...CallLimit[]];

/** A policy as a list. */
export function listLimits(policy: LimitPolicy): readonly CallLimit[] {
  return "name" in policy ? [policy] : policy;
}

/**
 * Counts by session and by member. A session may use half of what its member may, so that an intruder's loops leave the
 * other half to the member's own session. What the session's limit refuses is not counted for the member.
 */
export const bySession = <const N extends RateLimitName, const O extends Options = Record<never, never>>(
  name: N,
  options?: O,
) => [perSession(name, options), perMember(name, options)] as const;

/**
 * For calls by which members protect themselves and their account: like `bySession`, but a fresh proof starts a new
 * count.
 */
export const protecting = <const N extends RateLimitName, const O extends Options = Record<never, never>>(
  name: N,
  options?: O,
) =>
  // The spread keeps the literal types of the other options.
  [
    perSession(name, options),
    perMember(name, { ...options, isProvenApart: true } as O & { isProvenApart: true }),
  ] as const;

/** For calls without special needs: those of members, of the office, and those that are open without a session. */
export const ordinary = bySession("calls");
export const office = bySession("staffCalls");
export const anyone = [perSession("calls"), perCaller("calls")] as const;
