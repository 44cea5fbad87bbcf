import type { ClientBase } from "pg";
import { releaseConversations } from "../../base/pairs/conversation-fragment-queries.ts";
import type { AnyPerson, AnyTables, KeptData } from "../../platform/inventory.ts";
import { removeMessagesOfErased } from "../messaging/erasure-fragment-queries.ts";
import type { Reference, Step } from "./step-rules.ts";

// These statements are text, because only the owner of the database may remove the rows, and the queue lends that
// connection. Names of tables and columns come from the inventory, never from a member.

/** Rows per statement, few enough that it never delays a request. */
const CHUNK = 1_000;

type Owner = Pick<ClientBase, "query">;

/** How tables refer to each other. */
export async function listReferences(owner: Owner): Promise<Reference[]> {
  const { rows } = await owner.query<Reference>(`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  return rows.map(({ from, to }) => ({ from: camel(from), to: camel(to) }));
}

/** Does up to CHUNK rows of a step's work. Returns whether there may be more. */
export async function doStep(owner: Owner, tables: AnyTables, step: Step, memberId: string): Promise<boolean> {
  const { rowCount } = await owner.query(textOf(tables, step), [memberId]);
  return step.does !== "anonymise" && (rowCount ?? 0) >= CHUNK;
}

/** The statements that release what stays for a row's other member, by table. */
const RELEASES: Record<string, (limit: number) => string> = {
  conversation: releaseConversations,
  message: removeMessagesOfErased,
};

/** The statement of a step; its only parameter is the member's id. */
export function textOf(tables: AnyTables, { table, does, person }: Step): string {
  if (does === "release") {
    const release = RELEASES[table];
    if (!release) throw new Error(`nothing says what becomes of ${table} when both are erased`);
    return release(CHUNK);
  }
  const condition = conditionOf(tables, person.by);
  if (does === "anonymise") return `update ${snake(table)} set ${listReplacements(person)} where ${condition}`;
  return `delete from ${snake(table)} where ctid = any (array(
    select ctid from ${snake(table)} where ${condition} limit ${CHUNK}
  ))`;
}

function conditionOf(tables: AnyTables, by: AnyPerson["by"]): string {
  if (by.id !== undefined) return `${snake(by.id)} = $1::uuid`;
  if (by.email !== undefined) {
    const isEqual = `${snake(by.email)} = (select email from member where id = $1::uuid)`;
    return by.unless === undefined ? isEqual : `${isEqual} and ${snake(by.unless)} is null`;
  }
  if (by.row !== undefined && by.of !== undefined) return `${snake(by.row)} in (${selectRows(tables, by.of)})`;
  throw new Error(`no row can be found by ${JSON.stringify(by)}`);
}

function selectRows(tables: AnyTables, table: string): string {
  const holder = tables[table]?.people.find(({ as }) => as === "holder");
  if (!holder) throw new Error(`${table} has no holder`);
  return `select id from ${snake(table)} where ${conditionOf(tables, holder.by)}`;
}

/** The placeholder differs for each member, because addresses are unique, and looks like one that reaches nobody. */
function listReplacements({ onErasure: { set = {} } }: AnyPerson): string {
  const values = Object.entries(set).map(([column, value]) =>
    value === null ? `${snake(column)} = null` : `${snake(column)} = $1::uuid::text || '@excluido.invalid'`,
  );
  return values.join(", ");
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Removes waiting jobs that name a member: `fields` are the fields of payloads that hold the id or the address. The
 * second walk removes a running job if it then still exists.
 */
export async function removeJobs(owner: Owner, fields: KeptData["jobFields"], memberId: string): Promise<void> {
  await owner.query(
    `select from graphile_worker.complete_jobs(array(
      select job.id
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      join unnest($2::text[], $3::text[], $4::boolean[]) named (task, field, is_address) on named.task = task.identifier
      where job.locked_at is null and job.payload ->> named.field =
        case when is_address then (select email from member where id = $1::uuid) else $1::text end
    ))`,
    [
      memberId,
      fields.map(({ task }) => task),
      fields.map(({ field }) => field),
      fields.map(({ isAddress }) => isAddress),
    ],
  );
}
