import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/** The nodes of the plan that PostgreSQL chooses for a query. */
async function explain(db: Db, query: RawBuilder<unknown>): Promise<Plan[]> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`explain (format json) ${query}`.execute(db);
  const [row] = rows;
  // CamelCasePlugin changes the name of the column.
  const [root] = Object.values(row ?? {})[0] ?? [];
  const nodes: Plan[] = [];
  const visit = (plan: Plan) => {
    nodes.push(plan);
    plan.Plans?.forEach(visit);
  };
  if (root) visit(Object.values(root)[0] as Plan); // the one key of the outermost object
  return nodes;
}

/** "Index Only Scan profile_discovery_index" of each way by which a query reaches a table, and "Sort" if it sorts. */
export async function listScans(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const nodes = await explain(db, query);
  const ways = nodes.flatMap((node) => {
    const type = node["Node Type"];
    if (type.endsWith("Sort")) return [type];
    return /Scan/.test(type) && !/Subquery/.test(type)
      ? [`${type} ${node["Index Name"] ?? node["Relation Name"]}`]
      : [];
  });
  return [...new Set(ways)].sort();
}
