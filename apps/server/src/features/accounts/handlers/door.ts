import type { Context } from "../../../platform/context.ts";
import type { Caller, Exchange } from "../../../platform/http/serve-contract.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { hashToken, makeToken } from "../../../platform/tokens.ts";
import { addSession, endSession, findSession, touchSession } from "../queries.ts";
import { hasJustEnded, isSessionOver, isTouchDue, sessionEnd } from "../rules.ts";

const TOKEN = /^[\w-]{43}$/;

/** Who makes a request: asked of the database at every call, so that an end, a suspension or a lost role counts at once. */
export async function findCaller({ db, clock }: Context, token: string | undefined): Promise<Caller> {
  if (token === undefined) return { me: undefined, hadSession: false, hasJustEnded: false };
  const session = TOKEN.test(token) ? await findSession(db, hashToken(token)) : undefined;
  const now = clock.now();
  if (!session?.isActive || isSessionOver(session, now))
    return { me: undefined, hadSession: true, hasJustEnded: hasJustEnded(session?.endedAt, now) };
  if (isTouchDue(session, now)) {
    const moved = session.isRemembered ? {} : { expiresAt: sessionEnd(false, now) };
    await touchSession(db, session.id, { lastSeenAt: now, ...moved });
  }
  const { memberId: id, id: sessionId, isAdmin, role, cityId } = session;
  return { me: { id, sessionId, isAdmin, role, cityId } };
}

/** Opens a session under a fresh token; the one that the browser carried before, if any, is over. */
export async function openSession(
  { db, clock }: Pick<Context, "db" | "clock">,
  exchange: Pick<Exchange, "sessionToken" | "userAgent">,
  { memberId, isRemembered }: { memberId: string; isRemembered: boolean },
): Promise<string> {
  const now = clock.now();
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
    expiresAt: sessionEnd(isRemembered, now),
  });
  return token;
}

export async function closeSession(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string | undefined,
): Promise<void> {
  if (token !== undefined && TOKEN.test(token)) await endSession(db, hashToken(token), clock.now());
}
