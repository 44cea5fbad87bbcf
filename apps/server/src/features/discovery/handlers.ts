import { contract } from "@caramelo/contract/contract";
import { DISCOVERY_PAGE, NEW_FOR_HOURS } from "@caramelo/contract/limits";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import { handle } from "../../platform/handle.ts";
import { writtenAnswer } from "../../platform/http/special-answers.ts";
import { findPeople, presentationFor } from "../people/commands.ts";
import { inOrder, presentCard } from "../people/rules.ts";
import { isHighlightedOnly, questionFor } from "./filter-queries.ts";
import { questionOf } from "./filter-rules.ts";
import { countInDatabase, findPageInDatabase } from "./find-in-database.ts";
import { changeFilter } from "./queries.ts";
import { failAt, readCriteria } from "./read-criteria.ts";
import { endOf, readCursor, writeCursor } from "./rules.ts";

export const list = handle(contract.discovery.list, async ({ query, me, ...context }) => {
  const { seed, cursor, tab = "all" } = query;
  const { db, clock, photoLinks, profileAllowance, discoveryIndex } = context;
  const now = clock.now();
  const criteria = readCriteria(query, me, now);
  const part = {
    seed,
    endSegment: endOf(tab, isHighlightedOnly(criteria)),
    after: cursor === undefined ? undefined : (readCursor(cursor, seed) ?? failAt("cursor")),
    joinedAfter: tab === "new" ? newSince(now).getTime() : undefined,
  };

  const question = questionFor(criteria);
  const originCityId = query.cityId ?? me.cityId;
  const written = await discoveryIndex.findPage({ question, part, now, viewerCityId: me.cityId, originCityId });
  if (written) {
    await profileAllowance.takePage(me, written.ids, now);
    return writtenAnswer(written.text);
  }
  const foundPositions = await findPageInDatabase(db, criteria, part);
  const positions = foundPositions.slice(0, DISCOVERY_PAGE);
  const ids = positions.map((position) => position.id);
  await profileAllowance.takePage(me, ids, now);
  const people = await findPeople(context, { ids, viewerId: me.id, now, needsPresence: true });
  const presentation = presentationFor(me, { now, photoLinks }, originCityId);
  const last = positions.at(-1);
  return {
    profiles: inOrder(positions, people, (person) => presentCard(person, presentation)),
    next: foundPositions.length > positions.length && last ? writeCursor(last) : null,
  };
});

/**
 * Counts the members of each tab. Each viewer has counts of their own, because a count that viewers share could reveal
 * a block (docs/topics/discovery.md).
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
