import assert from "node:assert/strict";
import type pg from "pg";
import type { PageOf } from "../fixtures/pages.ts";
import { citiesNear, formatQuestion, type Question } from "../fixtures/questions.ts";
import { readOnce, type Server } from "../part.ts";
import type { Statement } from "../servers/product.ts";

// What is asserted of discovery before anything of it is timed.

type Page = { profiles: { id: string }[]; next: string | null };
const PAGES = 4;
const PAGE = 24;

/**
 * The ids of the same pages, found by sorting all visible members without any index, cursor or segment: by tier, then
 * by shuffle key, from the seed upwards and then from zero up to the seed.
 */
async function listReference(client: pg.Client, { visitor, seed, ages, near }: Question) {
  const { rows } = await client.query<{ id: string }>(
    `select member_id as id from profile
     where is_active and member_id <> $1
       and role = any(case when $2 = 'baby' then '{daddy,mommy}'::text[] else '{baby}' end)
       and ($3::int is null or extract(year from age((now() at time zone 'America/Sao_Paulo')::date, estimated_birth_on)) between $3 and $4)
       and ($5::int[] is null or city_id = any($5) or is_wildcard_city)
       and member_id not in (select other_id from hidden_pair where viewer_id = $1)
     order by tier, (shuffle_key - $6::bigint + 2147483647) % 2147483647, member_id
     limit $7`,
    [visitor.id, visitor.role, ages?.min ?? null, ages?.max ?? null, citiesNear(near), seed, PAGES * PAGE],
  );
  return rows.map((row) => row.id);
}

/** Reads pages of a question, asserts that they match the reference, and returns their paths. */
export async function checkPages(client: pg.Client, product: Server, question: Question): Promise<string[]> {
  const ids: string[] = [];
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    const path = formatQuestion(question, cursor);
    // The cast is safe, because the contract defines this answer.
    const page = (await readOnce(product, { path, cookie: question.visitor.cookie })) as Page;
    paths.push(path);
    ids.push(...page.profiles.map(({ id }) => id));
    cursor = page.next;
  } while (cursor && ids.length < PAGES * PAGE);
  assert.deepEqual(ids, await listReference(client, question), `product and reference differ at ${paths[0]}`);
  return paths;
}

/** The reads that the product sends to the database for a page, after it has found the session. */
export async function recordReads({ helper, origin }: Server, { visitor, path }: PageOf): Promise<Statement[]> {
  const statements = await helper.ask<Statement[]>("record", { url: origin + path, cookie: visitor.cookie });
  return statements.filter(({ text }) => /^\s*\(?\s*select/i.test(text) && !/\bfrom "?session"?/.test(text));
}

/** Whether a statement reads a page of members. */
export const isPage = ({ text }: Statement) => /order by (?:shuffle_key|key)\b/.test(text);

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/** How each part of a plan reads the profiles: the name of the index, or the kind of scan when no index is used. */
function listScans(plan: Plan): string[] {
  const own = plan["Relation Name"] === "profile" ? [plan["Index Name"] ?? plan["Node Type"]] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(listScans)];
}

/**
 * Asserts that the statements read profiles only by these indexes, without scanning all members. Returns the names of
 * the indexes.
 */
async function assertIndexes(client: pg.Client, path: string, statements: Statement[], allowed: string[]) {
  const scans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
    scans.push(...(rows[0]?.["QUERY PLAN"].flatMap(({ Plan }) => listScans(Plan)) ?? []));
  }
  assert.deepEqual(
    scans.filter((scan) => !allowed.includes(scan)),
    [],
    `not answered by index: ${path}`,
  );
  return scans;
}

const EVERYWHERE = ["profile_discovery_index"];
const BY_CITY = "profile_discovery_city_index";
const NEAR = [...EVERYWHERE, BY_CITY, "profile_discovery_wildcard_index"];
/** The other indexes that tabs, filters and counts may use. */
const ANY = [...NEAR, "profile_discovery_new_index", "profile_pkey"];
const TABS = ["&tab=highlighted", "&tab=new", "&verified=1", "&presence=online", "&presence=recent"];
const ASKED_OF_EACH = 3;

/** A question, with the reads that the product sends for its page. */
export type Recorded = { question: Question; reads: Statement[] };

export async function recordPages(product: Server, questions: Question[]): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const question of questions)
    recorded.push({
      question,
      reads: await recordReads(product, { visitor: question.visitor, path: formatQuestion(question) }),
    });
  return recorded;
}

/**
 * Asserts that pages, tabs, filters and counts are answered only from the indexes of discovery. At least one distance
 * must use the index of cities; for a wide area another index is as good.
 */
export async function assertPlans(client: pg.Client, product: Server, recorded: Recorded[]) {
  let byCity = 0;
  for (const { question, reads } of recorded) {
    const pages = reads.filter(isPage);
    assert.ok(pages.length > 0, "the statement of a discovery page was not recognised");
    const scans = await assertIndexes(client, formatQuestion(question), pages, question.near ? NEAR : EVERYWHERE);
    if (scans.includes(BY_CITY)) byCity += 1;
  }
  assert.ok(byCity > 0, "no distance was answered from the index by city");
  const questions = recorded.map(({ question }) => question);
  const everywhere = questions.filter(({ near }) => !near).slice(-ASKED_OF_EACH);
  const near = questions.filter((question) => question.near).slice(-ASKED_OF_EACH);
  const pages = everywhere.flatMap((question) =>
    TABS.map((tab): PageOf => ({ visitor: question.visitor, path: formatQuestion(question) + tab })),
  );
  for (const page of [...pages, ...drawCounts([...everywhere, ...near])])
    await assertIndexes(client, page.path, await recordReads(product, page), ANY);
}

/** Counts that are all different, so that none can be answered from an earlier one. */
export const drawCounts = (questions: Question[]): PageOf[] =>
  questions.map(({ visitor, near }, index) => {
    const ages = `ageMin=${18 + (index % 20)}&ageMax=${40 + (index % 39)}`;
    return {
      visitor,
      path: `/api/discovery/count?${ages}${near ? `&cityId=${near.cityId}&distanceKm=${near.km}` : ""}`,
    };
  });
