import { TIERS, TIERS_HIGHLIGHTED } from "../../../base/members/premium-rules.ts";
import type { DiscoveryCounts } from "../../../platform/context.ts";
import { countBirths } from "./birth-counts.ts";
import { placeOf } from "./find-members.ts";
import { FLAG } from "./member-facts.ts";
import { listNumber, type MemberStore } from "./member-store.ts";
import { firstBornAfter, type OrderedList, PLACE, wildcardCity } from "./ordered-list.ts";
import { CLASS, type PresenceClasses } from "./presence-classes.ts";
import { isWanted, type Question } from "./question.ts";
import { findSlot, idBytes } from "./slot-table.ts";

type Count = { store: MemberStore; classes: PresenceClasses; question: Question; newSince: number };

/** How many members each tab shows. */
export function countMembers(count: Count): DiscoveryCounts {
  const { store, classes, question } = count;
  const counts = question.presence === CLASS.absent ? countListed(count) : { all: 0, highlighted: 0, new: 0 };
  if (question.presence === CLASS.absent) counts.new = countNew(count);
  else for (const slot of classes.listed) if (store.listOf[slot] !== 0) addTo(counts, count, slot, 1);
  const { hidden, viewerId } = question;
  for (const id of new Set([...hidden, viewerId])) {
    const slot = findSlot(store.table, idBytes(id));
    if (slot !== undefined) addTo(counts, count, slot, -1);
  }
  return counts;
}

/** Counts one member in the tabs that show them, or takes them out of these. */
function addTo(counts: DiscoveryCounts, { store, classes, question, newSince }: Count, slot: number, by: 1 | -1): void {
  const [role, tier] = placeOf(store, slot);
  if (!question.roles.includes(role) || !isWanted(store, classes, question, slot)) return;
  counts.all += by;
  if (tier < TIERS_HIGHLIGHTED) counts.highlighted += by;
  if ((store.joinedAt[slot] as number) > newSince && !((store.flags[slot] as number) & FLAG.managed)) counts.new += by;
}

function countListed({ store, question }: Count): DiscoveryCounts {
  const counts = { all: 0, highlighted: 0, new: 0 };
  for (const role of question.roles) {
    for (let tier = 0; tier < TIERS; tier += 1) {
      const list = store.lists[listNumber(role, tier)] as OrderedList; // one for each role and tier
      const count = countList(store, list, question);
      counts.all += count;
      if (tier < TIERS_HIGHLIGHTED) counts.highlighted += count;
    }
  }
  return counts;
}

function countList(store: MemberStore, list: OrderedList, question: Question): number {
  const { bornAfter, bornUntil, circle, isVerifiedOnly } = question;
  if (!circle) return countBirths(isVerifiedOnly ? list.verifiedBirthCounts : list.birthCounts, bornAfter, bornUntil);
  let count = 0;
  for (const city of circle.cities) count += countCity(store, list, question, city);
  return count + countCity(store, list, question, wildcardCity(list));
}

function countCity(store: MemberStore, list: OrderedList, question: Question, city: number): number {
  if (list.cityStarts[city] === list.cityStarts[city + 1]) return 0;
  const { bornAfter, bornUntil, isVerifiedOnly } = question;
  const [from, to] = [firstBornAfter(list, city, bornAfter), firstBornAfter(list, city, bornUntil)];
  if (!isVerifiedOnly) return Math.max(0, to - from);
  let count = 0;
  for (let at = from; at < to; at += 1)
    if ((store.flags[list.citySlots[at] as number] as number) & FLAG.verified) count += 1;
  return count;
}

function countNew({ store, question, newSince }: Count): number {
  const { bornAfter, bornUntil, circle, isVerifiedOnly } = question;
  let count = 0;
  for (const role of question.roles) {
    for (let tier = 0; tier < TIERS; tier += 1) {
      const { slots, births, places, length } = store.newcomers[listNumber(role, tier)] as OrderedList; // as above
      for (let at = 0; at < length; at += 1) {
        const [birth, place] = [births[at] as number, places[at] as number]; // below the length
        if (birth <= bornAfter || birth > bornUntil) continue;
        if (circle && !(place & PLACE.wildcard) && circle.mask[place & PLACE.city] === 0) continue;
        if (isVerifiedOnly && !(place & PLACE.verified)) continue;
        const slot = slots[at] as number;
        if ((store.joinedAt[slot] as number) > newSince && !((store.flags[slot] as number) & FLAG.managed)) count += 1;
      }
    }
  }
  return count;
}
