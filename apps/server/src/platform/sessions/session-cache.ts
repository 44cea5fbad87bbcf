import type { AccountType } from "@caramelo/contract/accounts/account";
import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";
import { LRUCache } from "lru-cache";
import type { AgeGate } from "../http/caller.ts";

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
  find(key: string, isGood: (session: KnownSession) => boolean, read: SessionReader): Promise<KnownSession | undefined>;
  /** Forgets the sessions of the member whom an announcement names, or all; without a text some may have been missed. */
  receive(text?: string): void;
  /** What was announced up to this moment, of `performance.now()`, has been received. */
  confirm(upTo: number): void;
  /** How many are kept. */
  count(): number;
};
type SessionReader = () => Promise<KnownSession | undefined>;

/** How long a process may use a session after it last heard from the database. */
export const SURE_MS = 1_000;

/** As it is kept, there may be very many: a Date takes 96 bytes, its number 16. */
type KeptSession = Omit<KnownSession, "expiresAt" | "lastSeenAt" | "provedAt"> & {
  expiresMs: number;
  lastSeenMs: number;
  provedMs: number;
};

/** Every field by name: V8 keeps those of a spread apart from the object. */
const pack = (session: KnownSession): KeptSession => ({
  id: session.id,
  memberId: session.memberId,
  isRemembered: session.isRemembered,
  endedAt: session.endedAt,
  expiresMs: session.expiresAt.getTime(),
  lastSeenMs: session.lastSeenAt.getTime(),
  provedMs: session.provedAt.getTime(),
  hasFactor: session.hasFactor,
  isOpen: session.isOpen,
  ageGate: session.ageGate,
  isAdmin: session.isAdmin,
  staffRole: session.staffRole,
  role: session.role,
  cityId: session.cityId,
});

const unpack = ({ expiresMs, lastSeenMs, provedMs, ...session }: KeptSession): KnownSession => ({
  ...session,
  expiresAt: new Date(expiresMs),
  lastSeenAt: new Date(lastSeenMs),
  provedAt: new Date(provedMs),
});

/** Keeps at most `max` sessions, of some 500 bytes each: beyond that the one that was used longest ago makes room. */
export function openSessionCache({
  max,
  now = () => performance.now(),
}: {
  max: number;
  now?: () => number;
}): SessionCache {
  const keptSessions = new LRUCache<string, KeptSession>({ max, dispose: forgetKey });
  const keysOf = new Map<string, string[]>();
  let sureUntil = Number.NEGATIVE_INFINITY;
  let announcements = 0;
  const isSure = () => now() < sureUntil;

  function keep(key: string, session: KnownSession): void {
    keptSessions.set(key, pack(session));
    const others = keysOf.get(session.memberId);
    keysOf.set(session.memberId, others ? [...others, key] : [key]);
  }

  function forgetKey({ memberId }: KeptSession, key: string): void {
    const rest = (keysOf.get(memberId) ?? []).filter((otherKey) => otherKey !== key);
    if (rest.length > 0) keysOf.set(memberId, rest);
    else keysOf.delete(memberId);
  }

  return {
    async find(key, isGood, read) {
      const packedSession = keptSessions.get(key);
      const keptSession = packedSession && isSure() ? unpack(packedSession) : undefined;
      if (keptSession && isGood(keptSession)) return keptSession;
      const before = announcements;
      const session = await read();
      // A read that began before an announcement may have missed what was announced.
      if (session && isGood(session) && announcements === before && isSure()) keep(key, session);
      else keptSessions.delete(key);
      return session;
    },
    receive(text) {
      announcements += 1;
      if (text === undefined || text === "all") keptSessions.clear();
      else for (const key of keysOf.get(text) ?? []) keptSessions.delete(key);
    },
    confirm(upTo) {
      sureUntil = Math.max(sureUntil, upTo + SURE_MS);
    },
    count: () => keptSessions.size,
  };
}
