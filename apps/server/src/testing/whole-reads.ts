import pg from "pg";
import { listQueries } from "./statements.ts";
import type { World } from "./world.ts";

/**
 * The tables that `work` must read whole, because no index serves it, without the small ones. `enable_seqscan = off`
 * makes the planner take an index wherever one serves, even on tables so small that it would not bother.
 */
export async function listWholeReads(
  { connectionString }: Pick<World, "connectionString">,
  work: () => Promise<unknown>,
  small: readonly string[] = [],
): Promise<string[]> {
  const queries = await listQueries(work);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set enable_seqscan = off");
    const foundPlans = new Set<string>();
    for (const { text, values } of queries) {
      if (!/^\s*\(?\s*(select|with|update|delete)\b/i.test(text)) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      for (const [, table = ""] of JSON.stringify(rows).matchAll(/"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g))
        if (!small.includes(table)) foundPlans.add(table);
    }
    return [...foundPlans].sort();
  } finally {
    await client.end();
  }
}
