import { STATE, stateOf } from "./columns.ts";
import { countMembers } from "./count-members.ts";
import { findMembers } from "./find-members.ts";
import {
  addUnlisted,
  buffersOf,
  type IndexMemory,
  listMembers,
  makeMemory,
  putMember,
  readMember,
  removeMember,
} from "./memory.ts";
import { classify, classifyAll, classOf, PRESENCE } from "./presence.ts";
import { findSlot } from "./slot-table.ts";
import type {
  Counts,
  IndexShape,
  MemberRecord,
  Page,
  Position,
  PresenceClass,
  PresenceSince,
  Question,
} from "./types.ts";

/** Members in the memory of a process. All functions are synchronous. */
export type MemberIndex = {
  /**
   * Adds a member, or changes the facts about one.
   * @throws RangeError when the index cannot hold the record
   */
  put(record: MemberRecord): void;
  remove(id: string): void;
  /**
   * Changes when a known member was last active. The presence class changes only with the next `classifyPresence`, or
   * `put` of the member.
   */
  changePresence(id: string, presence: Pick<MemberRecord, "activeAt" | "hasLeft">): void;
  /** Classifies the presence of all members as of new moments. Before the first call all members are absent. */
  classifyPresence(since: PresenceSince): void;
  find(question: Question, page: Page): Position[];
  /** Counts members. `joinedAfter` must not be before `recentJoinsSince`. */
  count(question: Question, joinedAfter: number): Counts;
  presenceOf(id: string): PresenceClass;
  recordOf(id: string): MemberRecord | undefined;
  size(): number;
  bytesPerMember(): number;
  /** Whether outdated texts take more than half of the text memory. Only a new index frees it. */
  isWasteful(): boolean;
};

/** The input of `openMemberIndex`, and the buffers that a thread can transfer instead of copying. */
export type GatheredMembers = { memory: IndexMemory; buffers: ArrayBuffer[] };

/** Gathers about `capacity` members for an index, in another thread if necessary. */
export function gatherMembers(shape: IndexShape, capacity: number) {
  const memory = makeMemory(shape, capacity);
  return {
    /** @throws RangeError when the index cannot hold the record */
    add: (record: MemberRecord) => addUnlisted(memory, record),
    finish(): GatheredMembers {
      listMembers(memory);
      return { memory, buffers: buffersOf(memory) };
    },
  };
}

const NOBODY_PRESENT = { online: Number.POSITIVE_INFINITY, recent: Number.POSITIVE_INFINITY };

export function openMemberIndex(memory: IndexMemory): MemberIndex {
  const { table, columns, texts } = memory;
  const index = { memory, classes: classifyAll(columns, table.end, NOBODY_PRESENT), circles: new WeakMap() };
  const classifySlot = (slot: number | undefined) => {
    if (slot !== undefined) classify(columns, index.classes, slot);
  };
  return {
    put: (record) => classifySlot(putMember(memory, record)),
    remove: (id) => classifySlot(removeMember(memory, id)),
    changePresence(id, { activeAt, hasLeft }) {
      const slot = findSlot(table, id);
      if (slot === undefined) return;
      columns.activeAt[slot] = activeAt;
      columns.states[slot] = (stateOf(columns, slot) & ~STATE.hasLeft) | (hasLeft ? STATE.hasLeft : 0);
    },
    classifyPresence(since) {
      index.classes = classifyAll(columns, table.end, since);
    },
    find: (question, page) => findMembers(index, question, page),
    count: (question, joinedAfter) => countMembers(index, question, joinedAfter),
    presenceOf(id) {
      const slot = findSlot(table, id);
      const foundClass = slot === undefined ? PRESENCE.absent : classOf(index.classes, slot);
      if (foundClass === PRESENCE.online) return "online";
      return foundClass === PRESENCE.recent ? "recent" : "absent";
    },
    recordOf(id) {
      const slot = findSlot(table, id);
      return slot === undefined ? undefined : readMember(memory, slot);
    },
    size: () => memory.size,
    bytesPerMember() {
      const bytes = buffersOf(memory).reduce((sum, { byteLength }) => sum + byteLength, 0);
      return bytes / Math.max(1, memory.size);
    },
    isWasteful: () => texts.lost * 2 > texts.bytes.length,
  };
}
