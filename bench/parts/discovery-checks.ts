import assert from "node:assert/strict";
import type pg from "pg";
import type { ViewerPage } from "../fixtures/pages.ts";
import { citiesNear, drawCounts, pageOf, type Question } from "../fixtures/questions.ts";
import { readOnce, type Server } from "../part.ts";
import type { Statement } from "../servers/product.ts";

// What the part "discovery" asserts before it times anything from the database.

type Page = { profiles: { id: string }[]; next: string | null };
const PAGES = 4;
const PAGE = 24;

/**
 * The ids of the same pages, found by sorting all visible members without any index, cursor or segment: by tier, then
 * by shuffle key, from the seed upwards and then from zero up to the seed.
 */
async function listReference(client: pg.Client, { visitor, seed, ageMin, ageMax, near }: Question) {
  const { rows } = await client.query<{ id: string }>(
    `select member_id as id from profile
     where is_active and member_id <> $1
       and role = any(case when $2 = 'baby' then '{daddy,mommy}'::text[] else '{baby}' end)
       and ($3::int is null or extract(year from age((now() at time zone 'America/Sao_Paulo')::date, estimated_birth_on)) between $3 and $4)
       and ($5::int[] is null or city_id = any($5) or is_wildcard_city)
       and member_id not in (select other_id from hidden_pair where viewer_id = $1)
     order by tier, (shuffle_key - $6::bigint + 2147483647) % 2147483647, member_id
     limit $7`,
    [visitor.id, visitor.role, ageMin, ageMax, citiesNear(near), seed, PAGES * PAGE],
  );
  return rows.map((row) => row.id);
}

/** Reads the first pages of a question, asserts that they match the reference, and returns them. */
export async function checkPages(client: pg.Client, product: Server, question: Question): Promise<ViewerPage[]> {
  const ids: string[] = [];
  const pages: ViewerPage[] = [];
  let cursor: string | null = null;
  do {
    const page = pageOf(question, cursor);
    // The cast is safe, because the contract defines this answer.
    const { profiles, next } = (await readOnce(product, page)) as Page;
    pages.push(page);
    ids.push(...profiles.map(({ id }) => id));
    cursor = next;
  } while (cursor && ids.length < PAGES * PAGE);
  assert.deepEqual(ids, await listReference(client, question), `product and reference differ at ${pages[0]?.path}`);
  return pages;
}

/** The reads that the product sends to the database for a page, after it has found the session. */
export async function recordReads({ helper, origin }: Server, { path, cookie }: ViewerPage): Promise<Statement[]> {
  const statements = await helper.ask<Statement[]>("record", { url: origin + path, cookie });
  return statements.filter(({ text }) => /^\s*\(?\s*select/i.test(text) && !/\bfrom "?session"?/.test(text));
}

const readsKeys = ({ text }: Statement) => /order by (?:shuffle_key|key)\b/.test(text);

const BY_CITY = "profile_discovery_city_index";
const EVERYWHERE = ["profile_discovery_index"];
const NEAR = [...EVERYWHERE, BY_CITY, "profile_discovery_wildcard_index"];
/** Tabs, filters and counts may use these indexes as well. */
const ANY = [...NEAR, "profile_discovery_new_index", "profile_pkey"];
const TABS = ["&tab=highlighted", "&tab=new", "&verified=1", "&presence=online", "&presence=recent"];
const PLANNED_OF_EACH = 3;

/**
 * Returns how the plans of the statements read profiles: the names of the indexes. Asserts that these are among
 * `allowed`, and that no plan reads profiles in another way.
 */
async function listIndexes(client: pg.Client, path: string, statements: Statement[], allowed: string[]) {
  const indexes: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    for (const [, scan = "", index = scan] of plan.matchAll(
      /(\w+ Scan)(?: Backward)?(?: using (\w+))? on profile\b/g,
    )) {
      assert.ok(allowed.includes(index), `not answered by an index of discovery, but by ${index}: ${path}`);
      indexes.push(index);
    }
  }
  return indexes;
}

/** A question, with the reads that the product sends for its page. */
export type Recorded = { question: Question; reads: Statement[] };

/**
 * Asserts that pages, tabs, filters and counts are answered only from the indexes of discovery. At least one distance
 * must use the index of cities; for a wide area another index is as good.
 */
export async function assertPlans(client: pg.Client, product: Server, recorded: Recorded[]): Promise<void> {
  const indexes: string[] = [];
  for (const { question, reads } of recorded) {
    const pageReads = reads.filter(readsKeys);
    assert.ok(pageReads.length > 0, "the statement of a discovery page was not recognised");
    const { path } = pageOf(question);
    indexes.push(...(await listIndexes(client, path, pageReads, question.near ? NEAR : EVERYWHERE)));
  }
  assert.ok(indexes.includes(BY_CITY), "no distance was answered from the index by city");
  const questions = recorded.map(({ question }) => question);
  const everywhere = questions.filter(({ near }) => !near).slice(-PLANNED_OF_EACH);
  const near = questions.filter((question) => question.near).slice(-PLANNED_OF_EACH);
  const tabs = everywhere.flatMap((question) =>
    TABS.map((tab): ViewerPage => ({ ...pageOf(question), path: pageOf(question).path + tab })),
  );
  for (const page of [...tabs, ...drawCounts([...everywhere, ...near])])
    await listIndexes(client, page.path, await recordReads(product, page), ANY);
}
