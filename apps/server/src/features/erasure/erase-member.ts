import type { ClientBase } from "pg";
import {
  beginErasure,
  endWalk,
  findEnd,
  lockMember,
  lockPlace,
  moveOn,
} from "../../base/members/erasure-walk-queries.ts";
import type { KeptData } from "../../platform/inventory.ts";
import type { ErasureList } from "../../platform/storage/erasure-list.ts";
import { doStep, listReferences, removeJobs } from "./step-queries.ts";
import { isByAddress, listSteps, type Step, stepAfter, takesAddress } from "./step-rules.ts";

type Owner = Pick<ClientBase, "query">;

type Walk = { owner: Owner; inventory: KeptData; list: Pick<ErasureList, "add">; now: Date };

/**
 * Erases a due member, one step per transaction. Each step advances the erasure's row, so a killed process leaves a
 * step done or undone, and the next process continues after it. Returns whether this call erased the member; false when
 * the erasure was cancelled.
 */
export async function eraseMember({ owner, inventory, list, now }: Walk, memberId: string): Promise<boolean> {
  if (!(await inTransaction(owner, () => beginErasure(owner, memberId, now)))) return false;
  const endsAt = (await findEnd(owner, memberId)) ?? now;
  // The list has the erasure before anything is deleted, so that no restore brings the member back.
  await list.add({ memberId, what: "begun", at: now.toISOString(), endsAt: endsAt.toISOString() });
  await removeJobs(owner, inventory.jobFields, memberId);
  const steps = listSteps(inventory.tables, await listReferences(owner), inventory.sweptTables);
  for (;;) {
    const hasMore = await inTransaction(owner, () => goOn({ owner, inventory, now }, steps, memberId));
    if (!hasMore) return true;
  }
}

/** Does the next part of the work. Returns whether anything is left. */
async function goOn({ owner, inventory, now }: Omit<Walk, "list">, steps: readonly Step[], memberId: string) {
  const place = await lockPlace(owner, memberId);
  if (!place) return false;
  const step = stepAfter(steps, place.doneStep);
  if (!step) {
    await endWalk(owner, memberId, now);
    return false;
  }
  if (takesAddress(step)) await removeLate({ owner, inventory }, steps, memberId);
  const isPart = await doStep(owner, inventory.tables, step, memberId);
  if (!isPart) await moveOn(owner, memberId, step.name);
  return true;
}

/**
 * Removes what was written to the address since the steps that find it; once the address is gone, nothing finds it. The
 * lock waits for transactions that are writing a mail to the member.
 */
async function removeLate(
  { owner, inventory }: Pick<Walk, "owner" | "inventory">,
  steps: readonly Step[],
  memberId: string,
) {
  await lockMember(owner, memberId);
  await removeJobs(owner, inventory.jobFields, memberId);
  for (const step of steps.filter(isByAddress)) {
    let isPart = true;
    while (isPart) isPart = await doStep(owner, inventory.tables, step, memberId);
  }
}

export async function inTransaction<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  try {
    const result = await work();
    await owner.query("commit");
    return result;
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}
