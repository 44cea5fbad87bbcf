import { contract } from "@caramelo/contract/contract";
import { NEW_FOR_HOURS } from "@caramelo/contract/limits";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import type { DiscoveryPage } from "../../platform/discovery-index.ts";
import { handle } from "../../platform/handle.ts";
import { writtenAnswer } from "../../platform/http/written-answer.ts";
import { findPeople, presentationFor } from "../member-cards/commands.ts";
import { presentCard } from "../member-cards/rules.ts";
import { type Criteria, isHighlightedOnly, questionFor } from "./filter-queries.ts";
import { questionOf } from "./filter-rules.ts";
import { countInDatabase, findPositionsInDatabase } from "./find-in-database.ts";
import { changeFilter } from "./queries.ts";
import { failAt, readCriteria } from "./read-criteria.ts";
import { endOf, pageOf, readCursor } from "./rules.ts";

export const list = handle(contract.discovery.list, async ({ query, me, ...context }) => {
  const { seed, cursor, tab = "all" } = query;
  const now = context.clock.now();
  const criteria = readCriteria(query, me, now);
  const part = {
    seed,
    endSegment: endOf(tab, isHighlightedOnly(criteria)),
    after: cursor === undefined ? undefined : (readCursor(cursor, seed) ?? failAt("cursor")),
    joinedAfter: tab === "new" ? newSince(now).getTime() : undefined,
  };
  const request = { me, criteria, part, now, originCityId: query.cityId ?? me.cityId };
  const page = (await fromMemory(context, request)) ?? (await fromDatabase(context, request));
  await context.profileAllowance.takePage(me, page.ids, now);
  return page.answer;
});

type PageRequest = Pick<DiscoveryPage, "part" | "now" | "originCityId"> & {
  me: { id: string; cityId: number | null };
  criteria: Criteria;
};

/** The page from memory, as the text of its answer; undefined while the database must be asked. */
async function fromMemory({ discoveryIndex }: Pick<Context, "discoveryIndex">, request: PageRequest) {
  const { me, criteria, ...page } = request;
  const foundPage = await discoveryIndex.findPage({
    ...page,
    question: questionFor(criteria),
    viewerCityId: me.cityId,
  });
  return foundPage && { ids: foundPage.ids, answer: writtenAnswer(foundPage.text) };
}

async function fromDatabase(
  context: Pick<Context, "db" | "keptPeople" | "photoLinks">,
  { me, criteria, part, now, originCityId }: PageRequest,
) {
  const { ids, next } = pageOf(await findPositionsInDatabase(context.db, criteria, part));
  const people = await findPeople(context, { ids, viewerId: me.id, now, needsPresence: true });
  const presentation = presentationFor(me, { now, photoLinks: context.photoLinks }, originCityId);
  const profiles = ids.flatMap((id) => people.get(id) ?? []).map((person) => presentCard(person, presentation));
  return { ids, answer: { profiles, next } };
}

/**
 * Counts the members of each tab. Each viewer gets separate counts, because shared ones could reveal a block
 * (docs/topics/discovery.md).
 */
export const count = handle(contract.discovery.count, async ({ query, me, db, clock, ...context }) => {
  const { discoveryCounts, discoveryIndex } = context;
  const now = clock.now();
  const criteria = readCriteria(query, me, now);
  const find = async () =>
    (await discoveryIndex.count(questionFor(criteria), newSince(now), now)) ??
    countInDatabase(db, criteria, newSince(now));
  const counts = criteria.roles.length === 0 ? NOBODY : await discoveryCounts.get(questionOf(query, me.id), now, find);
  return { ...counts, cityLabel: query.cityId === undefined ? null : cityLabelOf(query.cityId) };
});

const NOBODY = { all: 0, highlighted: 0, new: 0 };

export const saveFilter = handle(contract.discovery.saveFilter, async ({ body, me, db, clock }) => {
  const now = clock.now();
  readCriteria(body, me, now);
  await changeFilter(db, me.id, body, now);
  return {};
});

const newSince = (now: Date) => new Date(now.getTime() - NEW_FOR_HOURS * 3_600_000);
