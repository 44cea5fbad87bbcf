import type { RateLimitName } from "./rate-limits.ts";

/**
 * The key by which attempts are counted. `session`: one session, which may use half of the limit; counts nothing
 * without a session. `caller`: the member, or the address without a session. `email`: the body's `email`. `email
 * mailbox`: the mailbox of that address, which has many spellings. `address`: a household, i.e. the first 64 bits of an
 * IPv6 address. `owner`: everything assigned to the owner of the address, i.e. the first 48 bits of an IPv6 address, or
 * one IPv4 address. `email at address` and `email on device` combine both; a device is identified by a secret stored in
 * its browser. `site`: all callers together.
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
  /** A name. Calls with the same name are counted together, separately from all others with this limit. */
  apart?: string;
  /**
   * The counted unit; `calls` is the default. `files`: each file of an upload. `failures`: every call, but the handler
   * uncounts successes. `failures in a row`: a success also resets earlier failures. `seconds`: the duration of the
   * call's work. `kilobytes`: the size of the answer. The handler charges the last two once known.
   */
  counts?: "calls" | "files" | "failures" | "failures in a row" | "seconds" | "kilobytes";
  /**
   * When the call is counted. `handler`: only the handler knows whether or when, so it receives a function for this
   * limit. `entry`: before the body of an upload is read. `mail`: the limit refuses no call, but delays the call's
   * mail, because strangers could exhaust the limit of a person who waits for a mail. `alarm`: it refuses nothing
   * either; above it the owners get an alarm about the staff member.
   */
  taken?: "handler" | "entry" | "mail" | "alarm";
  /** Staff are not counted. */
  isStaffFree?: true;
  /**
   * A recently authenticated session is counted separately from the member's others, so that an intruder, who cannot
   * authenticate, cannot block the member.
   */
  isProvenApart?: true;
};

/** One limit of a call. Without `taken` the server counts the call once its input is valid, before the handler runs. */
export type CallLimit = Options & { name: RateLimitName; per: LimitKey };

const per =
  <const P extends LimitKey>(key: P) =>
  <const N extends RateLimitName, const O extends Options = Record<never, never>>(name: N, options?: O) =>
    // The spread keeps each option's literal type, from which the handler's input type is derived.
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

/** The limits of a call in counting order. Each call has at least one; `ordinary` is the default. */
export type LimitPolicy = CallLimit | readonly [CallLimit, ...CallLimit[]];

/** A policy as a list. */
export function listLimits(policy: LimitPolicy): readonly CallLimit[] {
  return "name" in policy ? [policy] : policy;
}

/**
 * Counts by session and by member. A session may use half of its member's limit, so that an intruder's loops leave the
 * other half. A call refused by the session's limit does not count for the member.
 */
export const bySession = <const N extends RateLimitName, const O extends Options = Record<never, never>>(
  name: N,
  options?: O,
) => [perSession(name, options), perMember(name, options)] as const;

/**
 * For calls with which members protect themselves and their account: like `bySession`, but a fresh proof starts a new
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

/** The default policy, for members, the office, and calls without a session. */
export const ordinary = bySession("calls");
export const office = bySession("staffCalls");
export const anyone = [perSession("calls"), perCaller("calls")] as const;
