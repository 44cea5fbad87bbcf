import assert from "node:assert/strict";
import type pg from "pg";
import type { PageLoad } from "../load/ask-pages.ts";
import type { Helper } from "../processes.ts";
import { listProfileScans, recordAddress } from "./assert-plans.ts";
import { formatQuestion, type Question } from "./questions.ts";

// What discovery is asked beside the bare page: its tabs, its filters and the counts. They are put to the product alone.

type Requests = PageLoad["requests"];

/** Additions to the query of a page. */
const PAGES: Record<string, string> = {
  "tab Em Destaque": "&tab=highlighted",
  "tab Novos": "&tab=new",
  "verified only": "&verified=1",
  "online only": "&presence=online",
  "online today": "&presence=recent",
};

/** An index, and no walk over all members. */
const ALLOWED = /^(?:profile_discovery_(?:new_|city_|wildcard_)?index|profile_pkey)$/;

/** The requests of each kind; those of counts are all different, so that none is answered from memory. */
export function listKinds(questions: Question[]): Record<string, Requests> {
  const bare = questions.filter(({ near }) => !near);
  const pages = Object.entries(PAGES).map(([name, more]) => [
    name,
    bare.map((one) => ({ path: formatQuestion(one) + more, cookie: one.visitor.cookie })),
  ]);
  const near = questions.filter((one) => one.near);
  return {
    ...Object.fromEntries(pages),
    "counts of everybody": drawCounts(bare),
    "counts near a city": drawCounts(near),
  };
}

function drawCounts(questions: Question[]): Requests {
  const ends = [61, 62, 63, 64, 65, 66, 67, 68];
  return ends.flatMap((max) =>
    [...new Map(questions.map((one) => [one.visitor.id, one])).values()].map(({ visitor, near }) => ({
      path: `/api/discovery/count?ageMin=18&ageMax=${max}${near ? `&cityId=${near.cityId}&distanceKm=${near.km}` : ""}`,
      cookie: visitor.cookie,
    })),
  );
}

/** Asserts that no kind of question reads the profiles without an index. */
export async function assertKinds(
  client: pg.Client,
  product: { helper: Helper; origin: string },
  kinds: Record<string, Requests>,
): Promise<void> {
  for (const [name, requests] of Object.entries(kinds)) {
    for (const { path, cookie } of requests.slice(-3)) {
      const statements = await recordAddress(product.helper, { url: product.origin + path, cookie });
      const scans: string[] = [];
      for (const statement of statements) scans.push(...(await listProfileScans(client, statement)));
      assert.deepEqual(
        scans.filter((scan) => !ALLOWED.test(scan)),
        [],
        `${name} is not answered by index: ${path}`,
      );
    }
  }
}
