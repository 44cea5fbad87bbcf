import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { addPulses, listPresences } from "./queries.ts";
import { presenceOf } from "./rules.ts";

type Pulse = { memberId: string; at: Date };

export const pulse = handle(contract.presence.pulse, async ({ me, db, clock, limits, groups }) => {
  // Staff leave no trace.
  if (me.isAdmin) return {};
  await limits.presence.take(me.id);
  await groups.join("presence-pulse", { memberId: me.id, at: clock.now() }, async (pulses: Pulse[]) => {
    // One of each member: the latest, which comes last.
    await addPulses(db, [...new Map(pulses.map((one) => [one.memberId, one])).values()]);
    return pulses;
  });
  return {};
});

export const list = handle(contract.presence.list, async ({ query, me, db, clock }) => {
  if (me.isAdmin) return { presences: [] };
  const now = clock.now();
  const rows = await listPresences(db, me.id, query.ids);
  return { presences: rows.map(({ id, ...facts }) => ({ id, presence: presenceOf(facts, now) })) };
});
