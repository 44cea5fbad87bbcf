import { AVAILABLE_SHORT_MS } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import { invitation } from "../presence/availability-rules.ts";
import { isAwaited } from "../presence/invitation-queries.ts";
import { findSubscription, removeDeadSubscription } from "./queries/subscriptions.ts";

/**
 * Sends one browser the invitation, unless its member has come in or is no longer available.
 * @throws when the push service fails
 */
export async function pushInvitation(
  { db, clock, pusher, log }: Pick<Context, "db" | "clock" | "pusher" | "log">,
  { id: memberId, endpoint }: { id: string; endpoint: string },
): Promise<void> {
  const now = clock.now();
  const subscription = await findSubscription(db, { endpoint, memberId }, now);
  if (!subscription || !(await isAwaited(db, memberId, now))) return;
  const outcome = await pusher.send(subscription, invitation, AVAILABLE_SHORT_MS / 1_000);
  if (outcome === "gone") await removeDeadSubscription(db, subscription);
  if (outcome === "refused") log.warn("a push service refuses our invitations");
}
