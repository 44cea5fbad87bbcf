import type { AccountType } from "@caramelo/contract/accounts";
import type { StaffRole } from "@caramelo/contract/staff-permissions";
import type { AgeGate } from "./http/serve-contract.ts";

/** A session with its member, as the session check reads both. */
export type KnownSession = {
  id: string;
  memberId: string;
  isRemembered: boolean;
  endedAt: Date | null;
  expiresAt: Date;
  lastSeenAt: Date;
  provedAt: Date;
  hasFactor: boolean;
  isOpen: boolean;
  ageGate: AgeGate | null;
  isAdmin: boolean;
  staffRole: StaffRole | null;
  role: AccountType | "admin";
  cityId: number | null;
};

/**
 * Sessions as the database had them, in the memory of this process. The database announces whatever changes one of them, so
 * one is used only as long as this process surely hears it: for `SURE_MS` from a moment at which the database answered on
 * the connection of the announcements.
 */
export type SessionCache = {
  /** The session of a key; `read` is called where none is known that passes `isGood`. Only those that pass are kept. */
  find(key: string, isGood: (session: KnownSession) => boolean, read: Read): Promise<KnownSession | undefined>;
  /** Forgets the sessions of the member whom an announcement names, or all; without a text some may have been missed. */
  receive(text?: string): void;
  /** What was announced up to this moment, of `performance.now()`, has been received. */
  confirm(upTo: number): void;
  /** How many are kept. */
  count(): number;
};
type Read = () => Promise<KnownSession | undefined>;

/** How long a process may use a session after it last heard from the database. */
export const SURE_MS = 1_000;

/** Keeps at most `max` sessions, of some 500 bytes each: beyond that the oldest makes room. */
export function openSessionCache({
  max,
  now = () => performance.now(),
}: {
  max: number;
  now?: () => number;
}): SessionCache {
  const kept = new Map<string, KnownSession>();
  const keysOf = new Map<string, Set<string>>();
  let sureUntil = Number.NEGATIVE_INFINITY;
  let announcements = 0;
  const isSure = () => now() < sureUntil;

  function keep(key: string, session: KnownSession): void {
    forget(key);
    const [oldest] = kept.keys();
    if (kept.size >= max && oldest !== undefined) forget(oldest);
    kept.set(key, session);
    const keys = keysOf.get(session.memberId);
    if (keys) keys.add(key);
    else keysOf.set(session.memberId, new Set([key]));
  }

  function forget(key: string): void {
    const memberId = kept.get(key)?.memberId;
    if (memberId === undefined) return;
    kept.delete(key);
    const keys = keysOf.get(memberId);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(memberId);
  }

  return {
    async find(key, isGood, read) {
      const known = kept.get(key);
      if (known && isSure() && isGood(known)) return known;
      const before = announcements;
      const found = await read();
      // A read that began before an announcement may have missed what was announced.
      if (found && isGood(found) && announcements === before && isSure()) keep(key, found);
      else forget(key);
      return found;
    },
    receive(text) {
      announcements += 1;
      if (text === undefined || text === "all") {
        kept.clear();
        keysOf.clear();
      } else for (const key of keysOf.get(text) ?? []) forget(key);
    },
    confirm(upTo) {
      sureUntil = Math.max(sureUntil, upTo + SURE_MS);
    },
    count: () => kept.size,
  };
}
