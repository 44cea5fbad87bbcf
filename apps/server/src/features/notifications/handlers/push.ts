import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { removeSubscription, saveSubscription } from "../queries/subscriptions.ts";

export const pushKey = handle(contract.notifications.pushKey, async ({ pusher }) => ({ key: pusher.publicKey }));

export const subscribe = handle(contract.notifications.subscribe, async ({ body, me, db, clock, pusher }) => {
  const { endpoint, keys } = body;
  if (!pusher.isKnownService(endpoint)) fail("PUSH_SERVICE_UNKNOWN");
  const owner = { memberId: me.id, sessionId: me.sessionId };
  await db
    .transaction()
    .execute((trx) => saveSubscription(trx, { endpoint, ...keys, ...owner, createdAt: clock.now() }));
  return {};
});

/** Removes only the member's own subscription; the endpoint of another member looks unknown. */
export const unsubscribe = handle(contract.notifications.unsubscribe, async ({ body, me, db }) => {
  await removeSubscription(db, me.id, body.endpoint);
  return {};
});
