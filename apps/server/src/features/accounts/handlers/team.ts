import { contract } from "@caramelo/contract/contract";
import { STAFF_PAGE } from "@caramelo/contract/limits";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { changeEmail, getEmail } from "../../../base/members/member-queries.ts";
import { changeStaffAccount } from "../../../base/members/standing-queries.ts";
import { endSessionsOfMember } from "../../../base/sessions/queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { changeStaff } from "../change-staff.ts";
import { removeFactor } from "../queries/factors.ts";
import { voidLinks } from "../queries/links.ts";
import { removePasskeysOfMember } from "../queries/passkeys.ts";
import { listStaff } from "../queries/team.ts";
import { mayLoseOwner, pendingAddress } from "../rules.ts";

export const team = handle(contract.accounts.team, async ({ query, me, db, clock, pageCursors }) => {
  const rows = await listStaff(db, pageCursors.read(query.before), STAFF_PAGE + 1, clock.now());
  const { page, next } = pageCursors.cut(rows, STAFF_PAGE);
  return {
    people: page.map(({ staffRole, suspendedAt, setUpAt, hasPasskey, sessions, at: _, ...person }) => ({
      ...person,
      role: staffRole ?? ("moderator" as const),
      isActive: suspendedAt === null,
      hasFactor: setUpAt !== null || hasPasskey,
      sessions: sessions ?? 0,
      isSelf: person.id === me.id,
    })),
    next,
  };
});

export const changeStaffRole = handle(contract.accounts.changeStaffRole, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { id } = params;
  const hasChanged = await changeStaff(context, { me, id, now }, async (trx, people) => {
    const from = people.find((person) => person.id === id)?.role ?? null;
    if (from === body.role) return undefined;
    if (body.role !== "owner" && !mayLoseOwner(people, id)) fail("LAST_OWNER");
    await changeStaffAccount(trx, id, { staffRole: body.role }, now);
    // All sessions of the person end, so that an intruder's session does not gain the new role.
    await endSessionsOfMember(trx, id, now, me.sessionId);
    return { action: "team.role-changed", details: { from, to: body.role } };
  });
  context.publishChange([id]);
  if (hasChanged) context.live.endMember(id, me.sessionId);
  return {};
});

export const changeStaffAccess = handle(
  contract.accounts.changeStaffAccess,
  async ({ params: { id }, body: { isActive }, me, ...context }) => {
    const now = context.clock.now();
    await changeStaff(context, { me, id, now }, async (trx, people) => {
      const person = people.find((colleague) => colleague.id === id);
      if ((person?.suspendedAt === null) === isActive) return undefined;
      if (!isActive && !mayLoseOwner(people, id)) fail("LAST_OWNER");
      await changeStaffAccount(trx, id, { suspendedAt: isActive ? null : now }, now);
      if (!isActive) await endAccess(trx, id, now);
      // A person who never signed in keeps nothing here, least of all the address, which may be somebody else's.
      if (!isActive && person?.isInvited) await changeEmail(trx, id, pendingAddress(id), now);
      const action = isActive ? "team.access-opened" : "team.access-closed";
      return { action, details: {} };
    });
    if (!isActive) context.live.endMember(id);
    return {};
  },
);

/** Ends all sessions and mailed links: a person who lost the phone may have lost the mailbox as well. */
async function endAccess(trx: Db, id: string, now: Date): Promise<void> {
  await voidLinks(trx, id, now);
  await endSessionsOfMember(trx, id, now);
}

export const resetFactor = handle(contract.accounts.resetFactor, async ({ params: { id }, me, ...context }) => {
  const now = context.clock.now();
  await changeStaff(context, { me, id, now }, async (trx) => {
    // Both are removed, because the person can no longer show either of them.
    const [hadFactor, hadPasskey] = [await removeFactor(trx, id), await removePasskeysOfMember(trx, id)];
    if (hadFactor || hadPasskey) await addMail(trx, await getEmail(trx, id), writeMail("factor-removed"), now);
    await endAccess(trx, id, now);
    return { action: "team.factor-reset", details: {} };
  });
  context.live.endMember(id);
  return {};
});

export const endStaffSessions = handle(
  contract.accounts.endStaffSessions,
  async ({ params: { id }, me, ...context }) => {
    const now = context.clock.now();
    await changeStaff(context, { me, id, now }, async (trx) => {
      await endSessionsOfMember(trx, id, now);
      return { action: "team.sessions-ended", details: {} };
    });
    context.live.endMember(id);
    return {};
  },
);
