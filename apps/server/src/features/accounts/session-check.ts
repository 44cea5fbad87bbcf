import { KNOWN_DEVICES_MAX } from "@caramelo/contract/limits";
import { addSession, changeSession, endSession, findSession } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Caller, Exchange } from "../../platform/http/caller.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import type { KnownSession, SessionCache } from "../../platform/sessions/session-cache.ts";
import { addKnownDevice, isKnownDevice, removeDevicesOfMember } from "./queries/known-devices.ts";
import { recordAccess } from "./record-access.ts";
import { hasJustEnded, isSessionOver, isTouchDue, sessionEnd } from "./rules.ts";
import { columnsOf, type WayIn } from "./way-rules.ts";

const TOKEN = /^[\w-]{43}$/;

/**
 * Finds who makes a request. Sessions come from the memory of this process only while it surely equals the database, so
 * that an end, a suspension or a lost role counts at once. A session that is due for an update, or seems over, is read
 * from the database. Without an `address`, which is unknown when a live connection opens behind a proxy, no access is
 * recorded; the calls of the page record it.
 */
export async function findCaller(context: Context, token: string | undefined, address?: string): Promise<Caller> {
  const { db, clock, sessions } = context;
  if (token === undefined) return { me: undefined, hadSession: false, hasJustEnded: false };
  const now = clock.now();
  const isGood = (session: KnownSession) => session.isOpen && !isSessionOver(session, now) && !isTouchDue(session, now);
  const session = TOKEN.test(token) ? await readSession(db, sessions, token, isGood) : undefined;
  if (!session?.isOpen || isSessionOver(session, now))
    return { me: undefined, hadSession: true, hasJustEnded: hasJustEnded(session?.endedAt, now) };
  if (address !== undefined && isTouchDue(session, now)) {
    await recordAccess(context, { memberId: session.memberId, address, at: now });
    const isLasting = session.isRemembered || session.isAdmin;
    const movedEnd = isLasting ? {} : { expiresAt: sessionEnd({ isStaff: false, isRemembered: false }, now) };
    await changeSession(db, session.id, { lastSeenAt: now, ...movedEnd });
  }
  const { memberId: id, id: sessionId, isAdmin, staffRole, role, cityId, ageGate, lacksConsent, erasesAt } = session;
  const { provedAt, hasFactor } = session;
  const access = { ageGate, lacksConsent, erasesAt };
  return { me: { id, sessionId, isAdmin, staffRole, role, cityId, ...access, provedAt, hasFactor } };
}

function readSession(db: Db, sessions: SessionCache, token: string, isGood: (session: KnownSession) => boolean) {
  const tokenHash = hashToken(token);
  return sessions.find(tokenHash.toString("latin1"), isGood, () => findSession(db, tokenHash));
}

type NewSession = {
  memberId: string;
  /** Staff are never remembered. */
  isRemembered: boolean;
  way?: WayIn;
  /** Only for staff; `hasFactor`: they gave a code of their second factor. */
  staff?: { hasFactor: boolean };
};

/** Opens a session with a new token, and ends the one that the browser had before. */
export async function openSession(
  { db, clock }: Pick<Context, "db" | "clock">,
  exchange: Pick<Exchange, "sessionToken" | "userAgent">,
  { memberId, staff, way, ...request }: NewSession,
): Promise<string> {
  const now = clock.now();
  const isRemembered = request.isRemembered && !staff;
  const token = makeToken();
  await closeSession({ db, clock }, exchange.sessionToken);
  await addSession(db, {
    id: uuidv7(now),
    tokenHash: hashToken(token),
    memberId,
    isRemembered,
    userAgent: exchange.userAgent,
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
    ...(way && columnsOf(way)),
    hasFactor: staff?.hasFactor ?? false,
    expiresAt: sessionEnd({ isStaff: staff !== undefined, isRemembered }, now),
  });
  return token;
}

export async function closeSession(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string | undefined,
): Promise<void> {
  if (token !== undefined && TOKEN.test(token)) await endSession(db, hashToken(token), clock.now());
}

/** The hash includes the member, so that the database does not show which members used the same browser. */
const hashDevice = (memberId: string, token: string) => hashToken(`${memberId} ${token}`);

/**
 * Records a known device. Returns its secret, a new one if the browser had none; set the cookie only after the commit.
 */
export async function recordDevice(
  { db, clock }: Pick<Context, "db" | "clock">,
  { deviceToken }: Pick<Exchange, "deviceToken">,
  memberId: string,
): Promise<string> {
  const token = deviceToken !== undefined && TOKEN.test(deviceToken) ? deviceToken : makeToken();
  const device = { memberId, tokenHash: hashDevice(memberId, token) };
  await addKnownDevice(db, device, clock.now(), KNOWN_DEVICES_MAX);
  return token;
}

/** Makes all other browsers of a member unknown, as after a new password; returns this browser's secret. */
export async function keepOnlyDevice(
  context: Pick<Context, "db" | "clock">,
  exchange: Pick<Exchange, "deviceToken">,
  memberId: string,
): Promise<string> {
  await removeDevicesOfMember(context.db, memberId);
  return recordDevice(context, exchange, memberId);
}

/** Whether a member signed up or signed in with this browser before. */
export async function isRecognized(db: Db, { deviceToken }: Pick<Exchange, "deviceToken">, memberId: string) {
  if (deviceToken === undefined || !TOKEN.test(deviceToken)) return false;
  return isKnownDevice(db, { memberId, tokenHash: hashDevice(memberId, deviceToken) });
}
