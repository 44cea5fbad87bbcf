import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Db } from "../platform/database/database.ts";
import { PLAN_SETTINGS } from "../platform/database/read-connections.ts";
import { listQueries } from "./statements.ts";

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** Returns the nodes of the plan that PostgreSQL chooses for a query. */
async function explain(db: Db, query: RawBuilder<unknown>, option = sql`format json`): Promise<Plan[]> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`explain (${option}) ${query}`.execute(db);
  const [row] = rows;
  // CamelCasePlugin changes the name of the column.
  const [root] = Object.values(row ?? {})[0] ?? [];
  const nodes: Plan[] = [];
  const visit = (plan: Plan) => {
    nodes.push(plan);
    plan.Plans?.forEach(visit);
  };
  if (root) visit(Object.values(root)[0] as Plan); // The outermost object has one key, for the plan.
  return nodes;
}

/**
 * Returns how a query reaches its tables, such as "Index Only Scan profile_discovery_index", and "Sort" if it sorts.
 */
export async function listScans(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  return describe(await explain(db, query));
}

/** How many rows of a table an executed plan read, including those that it skipped. */
export function countRead(nodes: readonly Plan[], table: string): number {
  const scans = nodes.filter((node) => node["Relation Name"] === table && /Scan/.test(node["Node Type"]));
  return scans.reduce((sum, node) => {
    const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
    return sum + rows * (node["Actual Loops"] ?? 1);
  }, 0);
}

function describe(nodes: Plan[]): string[] {
  const ways = nodes.flatMap((node) => {
    const type = node["Node Type"];
    if (type.endsWith("Sort")) return [type];
    return /Scan/.test(type) && !/Subquery/.test(type)
      ? [`${type} ${node["Index Name"] ?? node["Relation Name"]}`]
      : [];
  });
  return [...new Set(ways)].sort();
}

/** Returns what `listScans` returns, for the last query of a piece of work. */
export async function listScansOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  return describe(await planOf(db, work));
}

/**
 * Returns the plan of the last query of a piece of work, with the rows that each of its nodes reads. For a fixed
 * statement it is PostgreSQL's plan for all values.
 */
export async function planOf(db: Db, work: () => Promise<unknown>): Promise<Plan[]> {
  const lastQuery = (await listQueries(work)).at(-1);
  if (!lastQuery) throw new Error("nothing was asked");
  const values = lastQuery.values.map(literal).join(", ");
  return db.transaction().execute(async (trx) => {
    for (const [name, value] of Object.entries(lastQuery.isFixed ? PLAN_SETTINGS : {}))
      await sql`set local ${sql.raw(name)} = ${sql.lit(value)}`.execute(trx);
    await sql.raw(`prepare asked as ${lastQuery.text}`).execute(trx);
    const execute = sql.raw(`execute asked${values ? `(${values})` : ""}`);
    const nodes = await explain(trx, execute, sql`analyze, format json`);
    await sql`deallocate asked`.execute(trx);
    return nodes;
  });
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString("hex")}`);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join()}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
