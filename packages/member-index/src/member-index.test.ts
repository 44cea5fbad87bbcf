import { describe, expect, test } from "vitest";
import { fc } from "../../../testing/properties.ts";
import { gatherMembers, type MemberIndex, openMemberIndex } from "./member-index.ts";
import type { IndexShape, MemberRecord, Page, Position, PresenceSince, Question } from "./types.ts";

const SHAPE: IndexShape = { groups: 3, tiers: 4, marks: 2, cityIds: [70, 10, 30, 20, 60], recentJoinsSince: 1_000 };
const LAST_KEY = 2 ** 31 - 1;

// Few ids, days, moments and cities, and often one of four keys, so that records often share values. Ids have two
// beginnings and ten endings.
const id = fc
  .tuple(fc.constantFrom("00000000", "ffffffff"), fc.nat({ max: 9 }))
  .map(([start, end]) => `${start}-0000-4000-8000-${end.toString(16).padStart(12, "0")}`);
const key = fc.oneof(fc.constantFrom(0, 1, 2, LAST_KEY), fc.integer({ min: 0, max: LAST_KEY }));
const moment = fc.constantFrom(0, 900, 1_000, 1_001, 2_000, 3_000);
const day = fc.constantFrom(-36_524, -1, 0, 1, 10_000, 30_475);
const place = {
  group: fc.nat({ max: SHAPE.groups - 1 }),
  tier: fc.nat({ max: SHAPE.tiers - 1 }),
  key,
  birthDay: day,
  cityId: fc.constantFrom(...SHAPE.cityIds),
  isEverywhere: fc.boolean(),
  marks: fc.nat({ max: 3 }),
  joinedAt: moment,
};
const presence = { activeAt: moment, hasLeft: fc.boolean(), hidesPresence: fc.boolean() };
const record: fc.Arbitrary<MemberRecord> = fc.record({
  id,
  ...place,
  ...presence,
  text: fc.string({ unit: "grapheme" }),
});

const question: fc.Arbitrary<Question> = fc.record({
  groups: fc.subarray([0, 1, 2]),
  bornAfter: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), day),
  bornUntil: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), day),
  // The index does not know city 99, so no member is there.
  cityIds: fc.option(fc.subarray([...SHAPE.cityIds, 99]), { nil: undefined }),
  marks: fc.nat({ max: 3 }),
  presence: fc.constantFrom("absent" as const, "absent" as const, "recent" as const, "online" as const),
  without: fc.array(id, { maxLength: 5 }).map((ids) => new Set(ids)),
});
const page = fc.record({
  seed: key,
  endSegment: fc.constantFrom(4, 6, 8),
  joinedAfter: fc.option(fc.constantFrom(1_000, 2_000), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 12 }),
});

type Change =
  | { kind: "put"; record: MemberRecord }
  /** Changes one fact of a member, if the index has the member. */
  | { kind: "alter"; id: string; facts: Partial<MemberRecord> }
  | { kind: "remove"; id: string }
  | { kind: "presence"; id: string; activeAt: number; hasLeft: boolean }
  | { kind: "classify"; since: PresenceSince };
const alteration: fc.Arbitrary<Partial<MemberRecord>> = fc.oneof(
  ...Object.entries(place).map(([name, value]) => fc.record({ [name]: value })),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("put" as const), record }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("remove" as const), id }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("alter" as const), id, facts: alteration }) },
  fc.record({ kind: fc.constant("presence" as const), id, activeAt: moment, hasLeft: fc.boolean() }),
  fc.record({ kind: fc.constant("classify" as const), since: fc.record({ online: moment, recent: moment }) }),
);

/** Answers like the index, but by looking at every record. */
function openModel(records: MemberRecord[]) {
  const members = new Map(records.map((record) => [record.id, record]));
  const never = { online: Number.POSITIVE_INFINITY, recent: Number.POSITIVE_INFINITY };
  let since: PresenceSince = never;
  const judge = ({ activeAt, hasLeft, hidesPresence }: MemberRecord) => {
    if (hidesPresence || activeAt === 0) return "absent" as const;
    if (activeAt >= since.online && !hasLeft) return "online" as const;
    return activeAt >= since.recent ? ("recent" as const) : ("absent" as const);
  };
  const classById = new Map(records.map((record) => [record.id, judge(record)]));
  const put = (record: MemberRecord) => {
    members.set(record.id, record);
    classById.set(record.id, judge(record));
  };
  const classOf = (memberId: string) => classById.get(memberId) ?? "absent";
  const ranks = { absent: 0, recent: 1, online: 2 };

  const isWanted = (member: MemberRecord, question: Question) =>
    question.groups.includes(member.group) &&
    member.birthDay > question.bornAfter &&
    member.birthDay <= question.bornUntil &&
    (!question.cityIds || member.isEverywhere || question.cityIds.includes(member.cityId)) &&
    (member.marks & question.marks) === question.marks &&
    ranks[classOf(member.id)] >= ranks[question.presence] &&
    !question.without.has(member.id);
  const listWanted = (question: Question) => [...members.values()].filter((member) => isWanted(member, question));

  return {
    members,
    classOf,
    apply(change: Change) {
      if (change.kind === "put") put(change.record);
      else if (change.kind === "alter") {
        const knownMember = members.get(change.id);
        if (knownMember) put({ ...knownMember, ...change.facts });
      } else if (change.kind === "remove") {
        members.delete(change.id);
        classById.delete(change.id);
      } else if (change.kind === "presence") {
        const knownMember = members.get(change.id);
        if (knownMember) members.set(change.id, { ...knownMember, activeAt: change.activeAt, hasLeft: change.hasLeft });
      } else {
        since = change.since;
        for (const [memberId, member] of members) classById.set(memberId, judge(member));
      }
    },
    listInOrder(question: Question, { seed, endSegment, joinedAfter }: Omit<Page, "after" | "limit">): Position[] {
      return listWanted(question)
        .filter(({ joinedAt }) => joinedAfter === undefined || joinedAt > joinedAfter)
        .map((member) => ({ segment: 2 * member.tier + (member.key < seed ? 1 : 0), key: member.key, id: member.id }))
        .filter(({ segment }) => segment < endSegment)
        .sort((a, b) => a.segment - b.segment || a.key - b.key || (a.id < b.id ? -1 : 1));
    },
    count(question: Question, joinedAfter: number) {
      const wantedIds = listWanted(question);
      return {
        tiers: Array.from(
          { length: SHAPE.tiers },
          (_, tier) => wantedIds.filter((member) => member.tier === tier).length,
        ),
        joined: wantedIds.filter(({ joinedAt }) => joinedAt > joinedAfter).length,
      };
    },
  };
}

function openIndex(records: MemberRecord[]): MemberIndex {
  const gathered = gatherMembers(SHAPE, 1);
  for (const record of records) gathered.add(record);
  const { memory, buffers } = gathered.finish();
  // The clone gives the memory away as a thread does.
  return openMemberIndex(structuredClone(memory, { transfer: buffers }));
}

function applyChange(index: MemberIndex, change: Change): void {
  if (change.kind === "put") index.put(change.record);
  else if (change.kind === "remove") index.remove(change.id);
  else if (change.kind === "alter") {
    const knownRecord = index.recordOf(change.id);
    if (knownRecord) index.put({ ...knownRecord, ...change.facts });
  } else if (change.kind === "presence") index.changePresence(change.id, change);
  else index.classifyPresence(change.since);
}

/** Lists all pages; each begins where the previous one ended. */
function listPages(index: MemberIndex, question: Question, first: Omit<Page, "after">): Position[] {
  const listedIds: Position[] = [];
  for (;;) {
    const foundPage = index.find(question, { ...first, after: listedIds.at(-1) });
    expect(foundPage.length).toBeLessThanOrEqual(first.limit);
    listedIds.push(...foundPage);
    if (foundPage.length < first.limit) return listedIds;
    if (listedIds.length > index.size()) throw new Error("the pages do not end");
  }
}

const people = fc.uniqueArray(record, { maxLength: 20, selector: (record) => record.id, size: "max" });
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 12, size: "max" }), question, page }), {
  maxLength: 6,
  size: "max",
});

describe("the index of members answers what a walk over all records would", () => {
  test("pages, counts, records and presence, no matter who comes, changes and goes", () => {
    fc.assert(
      fc.property(people, steps, (records, doings) => {
        const [index, model] = [openIndex(records), openModel(records)];
        for (const { changes, question: askedQuestion, page: first } of doings) {
          for (const doneChange of changes) {
            applyChange(index, doneChange);
            model.apply(doneChange);
          }
          expect(listPages(index, askedQuestion, first)).toEqual(model.listInOrder(askedQuestion, first));
          for (const joinedAfter of [1_000, 2_000])
            expect(index.count(askedQuestion, joinedAfter)).toEqual(model.count(askedQuestion, joinedAfter));
        }
        expect(index.size()).toBe(model.members.size);
        for (const member of model.members.values()) {
          expect(index.recordOf(member.id)).toEqual(member);
          expect(index.presenceOf(member.id)).toBe(model.classOf(member.id));
        }
      }),
    );
  });

  test("a page goes on from a position that no member has any more, and to the end of a tier", () => {
    fc.assert(
      fc.property(
        people,
        question,
        page,
        id,
        key,
        fc.nat({ max: 7 }),
        (records, question, first, last, lastKey, segment) => {
          const { seed } = first;
          const isOfSegment = segment % 2 === 0 ? lastKey >= seed : lastKey < seed;
          fc.pre(isOfSegment);
          const after = { segment, key: lastKey, id: last };
          const rest = openModel(records)
            .listInOrder(question, first)
            .filter((position) => {
              if (position.segment !== segment) return position.segment > segment;
              return position.key !== lastKey ? position.key > lastKey : position.id > last;
            });
          expect(openIndex(records).find(question, { ...first, after })).toEqual(rest.slice(0, first.limit));
        },
      ),
    );
  });
});

const someone: MemberRecord = {
  id: "00000000-0000-4000-8000-000000000001",
  group: 0,
  tier: 0,
  key: 0,
  birthDay: 0,
  cityId: 10,
  marks: 0,
  isEverywhere: false,
  joinedAt: 0,
  activeAt: 0,
  hasLeft: false,
  hidesPresence: false,
  text: "",
};
const everybody: Question = {
  groups: [0, 1, 2],
  bornAfter: Number.NEGATIVE_INFINITY,
  bornUntil: Number.POSITIVE_INFINITY,
  cityIds: undefined,
  marks: 0,
  presence: "absent" as const,
  without: new Set<string>(),
};
const idAt = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;

describe("the index of members", () => {
  test.each<[string, Partial<MemberRecord>]>([
    ["a group that it is not made for", { group: 3 }],
    ["a tier that it is not made for", { tier: 4 }],
    ["a negative key", { key: -1 }],
    ["a key that is no whole number of 31 bits", { key: 2 ** 31 }],
    ["a birth before its first day", { birthDay: -36_525 }],
    ["a birth after its last day", { birthDay: 30_476 }],
    ["a city that it does not know", { cityId: 99 }],
    ["a mark that it is not made for", { marks: 4 }],
    ["a text of more than 64 kB", { text: "é".repeat(33_000) }],
    ["something else than a uuid", { id: "ana" }],
  ])("refuses %s, and keeps what it had", (_, odd) => {
    const index = openIndex([someone]);
    expect(() => index.put({ ...someone, ...odd })).toThrow(RangeError);
    expect(() => gatherMembers(SHAPE, 1).add({ ...someone, ...odd })).toThrow(RangeError);
    expect(index.recordOf(someone.id)).toEqual(someone);
    expect(index.size()).toBe(1);
    expect(index.count(everybody, 1_000)).toEqual({ tiers: [1, 0, 0, 0], joined: 0 });
  });

  test.each<[string, Partial<IndexShape>]>([
    ["256 lists", { groups: 64, tiers: 4 }],
    ["nine marks", { marks: 9 }],
    ["32,768 cities", { cityIds: Array.from({ length: 32_768 }, (_, at) => at) }],
  ])("is not made for %s", (_, odd) => {
    expect(() => gatherMembers({ ...SHAPE, ...odd }, 1)).toThrow(RangeError);
  });

  test("grows far beyond the number that it was made for, and uses the slots of those who went again", () => {
    const index = openIndex([]);
    const memberAt = (at: number) => ({
      ...someone,
      id: idAt(at),
      key: (at * 179_424_673) % LAST_KEY,
      text: `member ${at}`,
    });
    for (let at = 0; at < 5_000; at += 1) index.put(memberAt(at));
    for (let at = 0; at < 5_000; at += 2) index.remove(idAt(at));
    const before = index.bytesPerMember();
    for (let at = 5_000; at < 7_500; at += 1) index.put(memberAt(at));
    expect(index.size()).toBe(5_000);
    expect(index.bytesPerMember()).toBeLessThan(before);
    expect(index.recordOf(idAt(7_499))?.text).toBe("member 7499");
    const listedIds = listPages(index, everybody, { seed: 5, endSegment: 8, joinedAfter: undefined, limit: 100 });
    expect(new Set(listedIds.map((position) => position.id)).size).toBe(5_000);
  });

  test("finds the few who are present among many, and among more than it looks at one by one", () => {
    for (const presentCount of [10, 3_000]) {
      const index = openIndex(
        Array.from({ length: 4_000 }, (_, at) => ({
          ...someone,
          id: idAt(at),
          key: at,
          activeAt: at < presentCount ? 900 : 1,
        })),
      );
      index.classifyPresence({ online: 1_000, recent: 900 });
      const first = { seed: 0, endSegment: 8, joinedAfter: undefined, limit: 1_000 };
      const listedIds = listPages(index, { ...everybody, presence: "recent" }, first);
      expect(listedIds.map((position) => position.key)).toEqual(Array.from({ length: presentCount }, (_, at) => at));
      expect(index.count({ ...everybody, presence: "recent" }, 1_000).tiers[0]).toBe(presentCount);
      expect(index.find({ ...everybody, presence: "online" }, { ...first, after: undefined })).toEqual([]);
    }
  });

  test("says when most of its texts are of records that have changed", () => {
    const index = openIndex([someone]);
    expect(index.isWasteful()).toBe(false);
    for (let at = 0; at < 20; at += 1) index.put({ ...someone, text: "x".repeat(1_000) });
    expect(index.isWasteful()).toBe(true);
  });

  test("[K9.02] lists any number of members with one key of a group and tier by their ids", () => {
    const ids = Array.from({ length: 3_000 }, (_, at) => idAt((at * 7_919) % 3_001));
    const index = openIndex(ids.map((id) => ({ ...someone, id: id, key: 7 })));
    const listedIds = listPages(index, everybody, { seed: 0, endSegment: 8, joinedAfter: undefined, limit: 500 });
    expect(listedIds.map((position) => position.id)).toEqual(ids.toSorted());
  });
});
