import type { AccountType } from "@caramelo/contract/accounts/account";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { LRUCache } from "lru-cache";
import type { OwnAnnouncements } from "../database/connections.ts";
import type { Connection } from "../database/database.ts";
import { listenTo } from "../database/listen.ts";
import type { AgeGate } from "../http/caller.ts";
import type { Log } from "../log.ts";

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
  lacksConsent: boolean;
  erasesAt: Date | null;
  isAdmin: boolean;
  staffRole: StaffRole | null;
  role: AccountType | "admin";
  cityId: number | null;
};

/**
 * Caches sessions in this process as the database had them. The database announces every change of a session, so a
 * cached session is used only while announcements surely arrive: for `SURE_MS` after the database last answered on the
 * connection of the announcements.
 */
export type SessionCache = {
  /**
   * Returns the session of a key. `read` is called when no cached session passes `isGood`. Only sessions that pass are
   * cached.
   */
  find(key: string, isGood: (session: KnownSession) => boolean, read: SessionReader): Promise<KnownSession | undefined>;
  /**
   * Forgets the sessions of the member whose id is the announcement's `text`. Forgets all sessions when the text is
   * "all", or when there is none, because announcements may then have been missed.
   */
  receive(text?: string): void;
  /** Says that everything announced until `upTo`, a time of `performance.now()`, has been received. */
  confirm(upTo: number): void;
  /** Returns how many sessions are cached. */
  count(): number;
};
type SessionReader = () => Promise<KnownSession | undefined>;

/** How long a process may use a session after it last heard from the database. */
export const SURE_MS = 1_000;

/** A session in memory. There may be very many: a Date takes 96 bytes, and its number takes 16. */
type KeptSession = Omit<KnownSession, "expiresAt" | "lastSeenAt" | "provedAt"> & {
  expiresMs: number;
  lastSeenMs: number;
  provedMs: number;
};

/** The fields are listed, because V8 stores those of a spread outside of the object. */
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
  lacksConsent: session.lacksConsent,
  erasesAt: session.erasesAt,
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

/** Caches at most `max` sessions of about 500 bytes each. Beyond that the least recently used one is dropped. */
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
    async find(key, isGood, readSession) {
      const packedSession = keptSessions.get(key);
      const keptSession = packedSession && isSure() ? unpack(packedSession) : undefined;
      if (keptSession && isGood(keptSession)) return keptSession;
      const before = announcements;
      const session = await readSession();
      // A read that began before an announcement may have missed the announced change.
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

/** The channel on which triggers announce the members whose sessions changed, or "all". */
const SESSION_CHANNEL = "session_changes";

/**
 * Returns the announcements for every pool that writes: this process's writes reach its own cache before the caller
 * continues.
 */
export function ownSessionChanges(sessions: SessionCache): OwnAnnouncements {
  return { channel: SESSION_CHANNEL, onAnnouncement: sessions.receive };
}

type Options = { connection: Connection; log: Log };

/** Updates a cache of sessions when any process on the database changes one. The caller must stop it. */
export function followSessions(sessions: SessionCache, { connection, log }: Options) {
  return listenTo(connection, {
    channel: SESSION_CHANNEL,
    onAnnouncement: sessions.receive,
    onLost: (err) => log.warn({ err }, "lost the connection that hears which sessions changed"),
    confirming: { everyMs: SURE_MS / 4, withinMs: 10 * SURE_MS, onConfirmed: sessions.confirm },
  });
}
