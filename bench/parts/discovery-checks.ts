import assert from "node:assert/strict";
import type pg from "pg";
import type { ViewerPage } from "../fixtures/pages.ts";
import { citiesNear, drawCounts, pageOf, type Question } from "../fixtures/questions.ts";
import { readOnce, type Server } from "../part.ts";
import type { Statement } from "../servers/product.ts";

// What is asserted of discovery from the database before it is timed.

type Page = { profiles: { id: string }[]; next: string | null };
const PAGES = 4;
const PAGE = 24;

/**
 * The ids that the first pages of a question must show, found by sorting all members whom the visitor may see, without
 * any index, cursor or segment: by tier, then by shuffle key, from the seed upwards and then from zero up to the seed.
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

/** Whether a statement reads the keys of a page in their order. */
export const readsKeys = ({ text }: Statement): boolean => /order by (?:shuffle_key|key)\b/.test(text);

const TABS = ["", "&tab=highlighted", "&tab=new", "&verified=1", "&presence=online", "&presence=recent"];

/**
 * Asserts that the plans of pages, tabs, filters and counts read profiles by the indexes of discovery alone. A test of
 * the feature asserts, with fewer members, which index each of them uses.
 */
export async function assertPlans(client: pg.Client, product: Server, questions: Question[]): Promise<void> {
  const pages = questions
    .map((question) => pageOf(question))
    .flatMap((page) => TABS.map((tab) => ({ ...page, path: page.path + tab })));
  for (const page of [...pages, ...drawCounts(questions)])
    for (const { text, values } of await recordReads(product, page)) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      for (const { "QUERY PLAN": line } of rows)
        if (/ on profile\b/.test(line))
          assert.match(line, /using (?:profile_discovery_\w+|profile_pkey) on profile\b/, page.path);
    }
}
