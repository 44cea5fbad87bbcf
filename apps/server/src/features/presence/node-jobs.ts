import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import {
  addNode,
  addNodeMembers,
  listConnected,
  listNodeMembers,
  lockPresences,
  lockSilentNodes,
  removeNode,
  removeNodeMembers,
  touchNode,
} from "./node-queries.ts";
import { addDepartures, removeDepartures } from "./queries.ts";

export const NODE_BEAT_MS = 5_000;
/**
 * A process that was silent this long is taken for dead. A living one that was removed adds itself again in `beatNode`.
 */
const NODE_SILENT_MS = 20_000;

type Departure = { memberId: string; closedAt: Date };
type JobContext = Pick<Context, "db" | "clock">;

/** Records that members are connected to this process, so that they have not left. */
export async function addArrivals(db: Db, nodeId: string, memberIds: string[], now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Locks the process row before the member rows, in the same order as the job that removes dead processes.
    await addNodeMembers(trx, nodeId, memberIds);
    await lockPresences(trx, memberIds);
    await removeDepartures(trx, memberIds, now);
  });
}

/**
 * Records that members are no longer connected to this process. Members with a connection to another one have not left.
 */
export async function endArrivals(db: Db, nodeId: string, departures: Departure[], now: Date): Promise<void> {
  const memberIds = departures.map(({ memberId }) => memberId);
  await db.transaction().execute(async (trx) => {
    await lockPresences(trx, memberIds);
    await removeNodeMembers(trx, nodeId, memberIds);
    await addDeparturesOfAbsent(trx, departures, now);
  });
}

/**
 * Records that this process lives, and removes dead processes: members who were connected only to a dead one have left.
 * `listConnectedHere` returns the members connected to this process, in case it was taken for dead.
 */
export async function beatNode(
  { db, clock }: JobContext,
  nodeId: string,
  listConnectedHere: () => string[],
): Promise<{ removed: number }> {
  if (!(await touchNode(db, nodeId))) {
    await addNode(db, nodeId);
    const memberIds = listConnectedHere();
    if (memberIds.length > 0) await addArrivals(db, nodeId, memberIds, clock.now());
  }
  return { removed: await removeSilentNodes({ db, clock }) };
}

async function removeSilentNodes({ db, clock }: JobContext): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const silent = await lockSilentNodes(trx, NODE_SILENT_MS);
    const now = clock.now();
    for (const { id, silentMs } of silent) {
      // The process may have lived until its next heartbeat was due.
      const closedAt = new Date(now.getTime() - silentMs + NODE_BEAT_MS);
      const memberIds = await listNodeMembers(trx, id);
      await lockPresences(trx, memberIds);
      await removeNode(trx, id);
      await addDeparturesOfAbsent(
        trx,
        memberIds.map((memberId) => ({ memberId, closedAt })),
        now,
      );
    }
    return silent.length;
  });
}

async function addDeparturesOfAbsent(db: Db, departures: Departure[], now: Date): Promise<void> {
  const connected = await listConnected(
    db,
    departures.map(({ memberId }) => memberId),
  );
  const departedMembers = departures.filter(({ memberId }) => !connected.has(memberId));
  if (departedMembers.length > 0) await addDepartures(db, departedMembers, now);
}
