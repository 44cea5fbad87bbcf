import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { lockMember } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Me } from "../../platform/http/caller.ts";
import { fail } from "../../platform/http/failure.ts";
import { requireFreshFactor } from "../../platform/http/fresh-factor.ts";
import { lockStaff, type StaffPerson } from "./queries/team.ts";
import { isActiveOwner } from "./rules.ts";

type Action = { me: Me; id: string; now: Date };

type Entry = { action: string; details: { from?: StaffRole | null; to?: StaffRole } };

/**
 * Changes a staff account while all staff are locked; needs a fresh factor. Returns whether anything changed. The
 * account is locked first, so that a passkey that is being added is either stored before the change or refused after
 * it.
 */
export async function changeStaff(
  { db }: Pick<Context, "db">,
  { me, id, now }: Action,
  change: (trx: Db, people: readonly StaffPerson[]) => Promise<Entry | undefined>,
): Promise<boolean> {
  requireFreshFactor(me, now);
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, id);
    const people = await lockStaff(trx);
    // While the request waited for the locks, another owner may have taken the caller's role.
    if (!people.some((person) => person.id === me.id && isActiveOwner(person))) fail("ADMIN_ONLY");
    if (!people.some((person) => person.id === id)) fail("NOT_FOUND");
    const entry = await change(trx, people);
    if (entry) await addAuditEntry(trx, { at: now, actorId: me.id, subjectId: id, ...entry });
    return entry !== undefined;
  });
}
