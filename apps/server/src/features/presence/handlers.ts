import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { findLastRun } from "./availability-queries.ts";
import { addPings, listPresences } from "./queries.ts";
import { presenceFor } from "./rules.ts";
import { runAvailability } from "./run-availability.ts";

type Ping = { memberId: string; at: Date };

export const ping = handle(contract.presence.ping, async ({ me, db, clock, batchers }) => {
  // Staff have no presence.
  if (me.isAdmin) return {};
  await batchers.join("presence-ping", { memberId: me.id, at: clock.now() }, async (pings: Ping[]) => {
    // `addPings` takes at most one ping of a member. The map keeps the last one in the list, which is the latest.
    await addPings(db, [...new Map(pings.map((ping) => [ping.memberId, ping])).values()], clock.now());
    return pings;
  });
  return {};
});

export const list = handle(contract.presence.list, async ({ query, me, db, clock }) => {
  if (me.isAdmin) return { presences: [] };
  const now = clock.now();
  const rows = await listPresences(db, me.id, query.ids);
  return { presences: rows.map(({ id, ...facts }) => ({ id, presence: presenceFor(facts, now) })) };
});

export const startAvailability = handle(contract.presence.startAvailability, async ({ me, db, clock }) => {
  const counts =
    (await runAvailability({ db, clock }, { slot: null, actorId: me.id })) ?? fail("ONLINE_UPDATE_TOO_SOON");
  // Only members drawn for half an hour count; those drawn for ten minutes come on top of the specified share.
  return { details: { stats: { usersSetOnline: counts.longCount, eligibleUsers: counts.eligible } } };
});

export const lastAvailability = handle(contract.presence.lastAvailability, async ({ db }) => {
  const last = await findLastRun(db);
  if (!last) return { run: null };
  const { slot, ...run } = last;
  return { run: { ...run, isScheduled: slot !== null } };
});
