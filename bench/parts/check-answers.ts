import assert from "node:assert/strict";
import type pg from "pg";
import type { Visitor } from "../fixtures/sessions.ts";
import { citiesNear, formatQuestion, type Question } from "./questions.ts";

type Page = { profiles: { id: string }[]; next: string | null };
const PAGES = 4;
const PAGE = 24;

async function readText(origin: string, path: string, { cookie }: Visitor): Promise<string> {
  const response = await fetch(origin + path, { headers: { cookie } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${origin}${path} answered ${response.status}: ${text}`);
  return text;
}

/**
 * The ids of the same pages, by sorting all visible members without any index, cursor or segment: by tier, then by
 * shuffle key, from the seed upwards and then from zero up to the seed.
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

/** Origins of the two servers, and a connection to the database behind both. */
type Sides = { product: string; bare: string; client: pg.Client };

/** Reads pages from both servers, asserts that they are identical and match the reference, and answers the cursors. */
export async function checkPages(question: Question, { product, bare, client }: Sides): Promise<string[]> {
  const ids: string[] = [];
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const path = formatQuestion(question, cursor);
    const [ours, theirs] = [
      await readText(product, path, question.visitor),
      await readText(bare, path, question.visitor),
    ];
    assert.deepEqual(JSON.parse(ours), JSON.parse(theirs), `product and bare server differ at ${path}`);
    // The contract gives answers this shape.
    const page = JSON.parse(ours) as Page;
    ids.push(...page.profiles.map((profile) => profile.id));
    cursor = page.next;
    if (cursor) cursors.push(cursor);
  } while (cursor && ids.length < PAGES * PAGE);
  const reference = await listReference(client, question);
  assert.deepEqual(ids, reference, `product and reference differ at ${formatQuestion(question)}`);
  return cursors;
}
