import assert from "node:assert/strict";
import { type Criteria, questionFor } from "../../apps/server/src/features/discovery/filter-queries.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { NEW_FOR_HOURS } from "../../packages/contract/src/limits.ts";
import { signIn } from "../fixtures/sessions.ts";
import { startHelper } from "../processes.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { median, percentile } from "../rules.ts";
import type { Counting, Loading } from "../servers/discovery-index.ts";
import { citiesNear, drawQuestions, type Question } from "./questions.ts";

// How the index of discovery is read, how large it is, and its exact counts beside a `count(*)` of the database.

const VISITORS = 64;
const QUESTIONS = 2_000;
const COMPARED = 12;
const COUNTS_OF_ALL = 7;
const DAY_MS = 86_400_000;

function criteriaFor({ visitor, ages, near }: Question, today: Date): Criteria {
  const yearsAgo = (years: number) => {
    const day = new Date(today);
    day.setUTCFullYear(day.getUTCFullYear() - years);
    return day.toISOString().slice(0, 10);
  };
  return {
    viewerId: visitor.id,
    roles: visitor.role === "baby" ? ["daddy", "mommy"] : ["baby"],
    born: { after: ages && yearsAgo(ages.max + 1), until: ages && yearsAgo(ages.min) },
    cityIds: citiesNear(near) ?? undefined,
    marks: [],
    presence: undefined,
  };
}

const COUNT = `
  select count(*)::int as "all", count(*) filter (where tier < 2)::int as highlighted,
    count(*) filter (where created_at > $5 and not is_managed)::int as new
  from profile
  where is_active and role = any($1) and ($2::date is null or estimated_birth_on > $2)
    and ($3::date is null or estimated_birth_on <= $3) and ($4::int[] is null or city_id = any($4) or is_wildcard_city)
    and member_id not in (select other_id from hidden_pair where viewer_id = $6) and member_id <> $6`;

/** Reads all members in a process of its own, and counts. The counts are compared with those of the database. */
export async function measureIndex(connection: Connection, members: number): Promise<Omit<Finding, "title">> {
  printProgress(`Discovery at ${members}: reading the index …`);
  const helper = startHelper("servers/discovery-index.ts");
  try {
    const loading = await helper.ask<Loading>("load", connection);
    const newSince = Date.now() - NEW_FOR_HOURS * 3_600_000;
    return await withClient(connection, async (client) => {
      const drawn = drawQuestions(await signIn(client, VISITORS), QUESTIONS);
      const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
      const criteria = drawn.map((question) => criteriaFor(question, today));
      const questions = criteria.map(questionFor);
      const asked = { questions, newSince };
      const { counts } = await helper.ask<Counting>("count", { ...asked, questions: questions.slice(0, COMPARED) });
      for (const [index, { roles, born, cityIds, viewerId }] of criteria.slice(0, COMPARED).entries()) {
        const values = [roles, born.after ?? null, born.until ?? null, cityIds ?? null, new Date(newSince), viewerId];
        assert.deepEqual(
          counts[index],
          (await client.query(COUNT, values)).rows[0],
          "memory and database count otherwise",
        );
      }
      const { milliseconds } = await helper.ask<Counting>("count", asked);
      const all: number[] = [];
      for (let i = 0; i < COUNTS_OF_ALL; i += 1) {
        const begun = performance.now();
        await client.query("select count(*) from profile");
        all.push(performance.now() - begun);
      }
      const [ours, theirs] = [median(milliseconds), median(all)];
      return {
        targets: [
          {
            name: `exact counts of three tabs / count(*) at ${members}`,
            value: ours / theirs,
            atMost: 1 / 300,
            aim: 1 / 1_000,
          },
          { name: `reading the index of ${members}`, value: loading.ms / 1_000, unit: "s", atMost: 10, aim: 4 },
          { name: "index, bytes a profile", value: loading.bytesPerMember, atMost: 500, aim: 250 },
        ],
        figures: [
          `counts of three tabs from memory: p50 ${ours.toFixed(4)} ms, p95 ${percentile(milliseconds, 0.95).toFixed(4)} ms; count(*) of all profiles ${figure(theirs)} ms`,
          `index of ${loading.members} active members; longest standstill of the event loop while it was read ${figure(loading.stallMs)} ms`,
        ],
      };
    });
  } finally {
    await helper.stop();
  }
}
