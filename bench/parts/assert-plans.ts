import assert from "node:assert/strict";
import type pg from "pg";
import type { Helper } from "../processes.ts";
import type { Statement } from "../servers/product.ts";
import { formatQuestion, type Question } from "./questions.ts";

const EVERYWHERE = "profile_discovery_index";
const BY_CITY = "profile_discovery_city_index";
const NEAR = [BY_CITY, "profile_discovery_wildcard_index"];

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/** How each part of a plan reads the profiles: the name of the index, or the kind of scan without one. */
function listScans(plan: Plan): string[] {
  const own = plan["Relation Name"] === "profile" ? [plan["Index Name"] ?? plan["Node Type"]] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(listScans)];
}

/** How a statement reads the profiles. */
export async function listProfileScans(client: pg.Client, { text, values }: Statement): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
  return rows[0]?.["QUERY PLAN"].flatMap(({ Plan }) => listScans(Plan)) ?? [];
}

/** The reads that the product sends for an address after it has found the session. */
export async function recordAddress(product: Helper, request: { url: string; cookie: string }) {
  const statements = await product.ask<Statement[]>("record", request);
  return statements.filter(({ text }) => /^\s*\(?\s*select/i.test(text) && !/\bfrom "?session"?/.test(text));
}

/** The statements that the product sends for a question after it has found the session. */
export async function recordStatements(product: Helper, origin: string, question: Question, cursor?: string) {
  const url = origin + formatQuestion(question, cursor);
  return recordAddress(product, { url, cookie: question.visitor.cookie });
}

/**
 * Asserts that what the product asks for a page is answered from the indexes of discovery and nothing else. Answers
 * whether the index by city was used: for a wide area or few members the other one serves as well.
 */
export async function assertPlans(client: pg.Client, question: Question, statements: Statement[]): Promise<boolean> {
  const pages = statements.filter(({ text }) => /order by (?:shuffle_key|key)\b/.test(text));
  assert.ok(pages.length > 0, "the statement of a discovery page was not recognised");
  const allowed = question.near ? [EVERYWHERE, ...NEAR] : [EVERYWHERE];
  const scans: string[] = [];
  for (const page of pages) scans.push(...(await listProfileScans(client, page)));
  const others = scans.filter((scan) => !allowed.includes(scan));
  assert.deepEqual(others, [], `${formatQuestion(question)} is answered by ${others.join(", ")}`);
  return scans.includes(BY_CITY);
}
