import { AVAILABLE_SHORT_MS } from "@caramelo/contract/limits";
import * as z from "zod";
import type { Context } from "../../platform/context.ts";
import { addJob, LAST } from "../../platform/database/jobs.ts";
import { job } from "../../platform/job.ts";
import { invitation } from "../presence/availability-rules.ts";
import { claimInvitations, isAwaited } from "../presence/invitation-queries.ts";
import { findSubscription, listInvited, removeDeadSubscription } from "./queries/subscriptions.ts";

const INVITED_AT_ONCE = 500;

/** Plans a push message to each browser of a run's members, in batches. Each member is invited only once. */
export async function inviteAvailable({ db, clock }: Pick<Context, "db" | "clock">, runId: string): Promise<void> {
  for (;;) {
    const claimedInvitations = await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const memberIds = await claimInvitations(trx, runId, now, INVITED_AT_ONCE);
      for (const { memberId, endpoint } of await listInvited(trx, memberIds, now))
        await addJob(trx, "push-invitation", { id: memberId, endpoint }, LAST);
      return memberIds.length;
    });
    if (claimedInvitations < INVITED_AT_ONCE) return;
  }
}

/**
 * Sends one browser the invitation, unless its member has come online or is no longer available.
 * @throws when the push service fails
 */
async function pushInvitation(
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

const Push = z.object({ id: z.uuid(), endpoint: z.string() });

export const jobs = [
  job("invite-available", "Convidar para o horário de pico", {
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "internal" }, category: "none" },
    run: (context, { id }) => inviteAvailable(context, id),
  }),
  job("push-invitation", "Convite do horário de pico", {
    payload: { schema: Push, holds: { id: "member", endpoint: "device" }, category: "notifications" },
    run: pushInvitation,
  }),
];
