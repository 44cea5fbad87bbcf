import { contract } from "@caramelo/contract/contract";
import { DEVICES_MAX } from "@caramelo/contract/limits";
import { endDeviceSession, endSessionsOfMember, listSessions } from "../../../base/sessions/queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { cancelDelayedRequests as cancelStoredRequests, listDelayedRequests } from "../queries/delayed-requests.ts";
import { deviceName } from "../rules.ts";
import { keepOnlyDevice } from "../session-check.ts";

export const devices = handle(contract.accounts.devices, async ({ me, db, clock }) => {
  const sessions = await listSessions(db, { id: me.sessionId, memberId: me.id }, clock.now(), DEVICES_MAX);
  return {
    devices: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      name: deviceName(userAgent),
      signedInAt: createdAt,
      lastSeenAt,
      isCurrent: id === me.sessionId,
    })),
  };
});

export const endDevice = handle(contract.accounts.endDevice, async ({ params, me, exchange, db, clock, live }) => {
  const hasEnded = await endDeviceSession(db, { id: params.id, memberId: me.id }, clock.now());
  if (!hasEnded) fail("NOT_FOUND");
  if (params.id !== me.sessionId) await cancelStoredRequests(db, me.id);
  live.endSession(params.id);
  if (params.id === me.sessionId) exchange.clearSession();
  return {};
});

export const delayedRequests = handle(contract.accounts.delayedRequests, async ({ me, db }) => ({
  requests: await listDelayedRequests(db, me.id),
}));

/** Any session may cancel, even an intruder's: the member then requests it again by an older way in. */
export const cancelDelayedRequests = handle(contract.accounts.cancelDelayedRequests, async ({ me, db }) => {
  await cancelStoredRequests(db, me.id);
  return {};
});

/** Ends all sessions of the member. They may fear an intruder, so only this browser stays known. */
export const endAllDevices = handle(contract.accounts.endAllDevices, async ({ me, exchange, db, clock, live }) => {
  const device = await db.transaction().execute(async (trx) => {
    await endSessionsOfMember(trx, me.id, clock.now());
    await cancelStoredRequests(trx, me.id);
    return keepOnlyDevice({ db: trx, clock }, exchange, me.id);
  });
  live.endMember(me.id);
  exchange.setDevice(device);
  exchange.clearSession();
  exchange.clearCache();
  return {};
});
