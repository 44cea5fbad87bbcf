import { contract } from "@caramelo/contract/contract";
import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { tidyEmail } from "@caramelo/contract/formats/email";
import { AUDIT_CHECK, AUDIT_PAGE } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { NIL_ID } from "../../platform/ids.ts";
import { findAccountByEmail } from "../accounts/queries/accounts.ts";
import { findBroken, readPosition, writePosition } from "./rules.ts";
import {
  checkEntries,
  countActionsOf,
  findLastEntryId,
  hasEntriesBefore,
  listPeople,
  searchEntries,
} from "./search-queries.ts";

const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const list = handle(contract.audit.list, async ({ query, me, db, describeJob }) => {
  const filter = {
    personId: query.person === undefined ? undefined : await findPersonId(db, tidyEmail(query.person)),
    action: query.action,
    from: query.from === undefined ? undefined : startOf(query.from),
    until: query.to === undefined ? undefined : new Date(startOf(query.to).getTime() + DAY_MS),
    before: readPosition(query.before),
  };
  const rows = await searchEntries(db, me.id, filter, AUDIT_PAGE + 1);
  const page = rows.slice(0, AUDIT_PAGE);
  const last = page.at(-1);
  const ids = page.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null);
  const people = new Map((await listPeople(db, [...new Set(ids)])).map((person) => [person.id, person]));
  // An entry about an account that is gone keeps the id, without a name.
  const find = (id: string | null) => (id === null ? null : (people.get(id) ?? { id, name: "", isStaff: false }));
  return {
    entries: page.map(({ id, at, action, actorId, subjectId, details }) => ({
      id,
      at,
      action,
      actor: find(actorId),
      subject: find(subjectId),
      details: presentDetails({ ...Object(details) }, describeJob),
    })),
    next: rows.length > AUDIT_PAGE && last ? writePosition(last) : null,
  };
});

/** The office shows a job's description, not its name. */
const presentDetails = (details: Record<string, unknown>, describeJob: Context["describeJob"]) =>
  typeof details.task === "string" ? { ...details, task: describeJob(details.task) } : details;

const startOf = (day: string): Date => startOfDayInBrazil(new Date(`${day}T12:00:00-03:00`));

/** The id of a person by id or address. An unknown address becomes NIL_ID, which no entry contains. */
async function findPersonId(db: Db, person: string): Promise<string> {
  if (UUID.test(person)) return person;
  return (await findAccountByEmail(db, person))?.id ?? NIL_ID;
}

export const team = handle(contract.audit.team, async ({ query, db }) => {
  const from = startOf(query.day);
  const rows = await countActionsOf(db, from, new Date(from.getTime() + DAY_MS));
  const people = new Map(rows.map(({ id, name }) => [id, { id, name, isStaff: true }]));
  return {
    people: [...people.values()].map((person) => ({
      person,
      actions: rows.filter(({ id }) => id === person.id).map(({ action, count }) => ({ action, count })),
    })),
    hasEarlier: await hasEntriesBefore(db, from),
  };
});

/** Checks the log in parts. A check that reaches the end of the log, or a broken row, is itself recorded in the log. */
export const check = handle(contract.audit.check, async ({ query, me, db, clock }) => {
  const after = query.after ?? 0;
  // There is no row to continue from, so the check would only record a false alarm.
  if (after > (await findLastEntryId(db))) fail("VALIDATION_ERROR");
  const rows = await checkEntries(db, after, AUDIT_CHECK);
  const brokenRow = findBroken(rows, after);
  const checkedUpTo = rows.at(-1)?.id ?? after;
  const last = await findLastEntryId(db);
  if (brokenRow !== null || checkedUpTo >= last) {
    // The entry says where the check began, because the check proves nothing about earlier rows.
    const details = { since: after, upTo: checkedUpTo, broken: brokenRow?.id ?? null };
    const entry = { at: clock.now(), actorId: me.id, action: "audit.checked", subjectId: null, details };
    await addAuditEntry(db, entry);
  }
  return { checkedUpTo, last, broken: brokenRow, fingerprint: rows.at(-1)?.hash.toString("hex") ?? "" };
});
