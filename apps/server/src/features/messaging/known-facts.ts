import type { Stream } from "../../base/members/stream-queries.ts";
import type { ProcessMemory } from "../../platform/memory/process-memory.ts";
import type { ChangeEvent } from "./live.ts";
import type { Premium, SendFacts } from "./queries/pairs.ts";
import type { Send } from "./rules/plan-sends.ts";

// What decides sends between members who have written to each other, as this process last saw it. It is never trusted: whoever
// stores by it has the database compare the streams, which are moved on, or whose version is raised, by every change of it.

/** A member with the state of the stream for which all that is known of them holds. */
type KnownMember = Stream & { tokens: number; conversations: number };
type KnownPair = {
  sender: KnownMember;
  recipient: KnownMember;
  facts: Omit<SendFacts, keyof Balance | "isPremium">;
};
type Balance = { tokens: number; conversations: number };
/** What a send is planned from, and the streams that must still be so. */
export type Known = { streams: Stream[]; facts: SendFacts[] };

/** Of some 300 bytes each. */
const MEMBERS_MAX = 20_000;
/** Of some 500 bytes each. */
const PAIRS_MAX = 40_000;

type KnownFacts = ReturnType<typeof openKnownFacts>;
export type BatchFacts = ReturnType<KnownFacts["forBatch"]>;

export const knownFactsOf = (memory: ProcessMemory): KnownFacts => memory.of("what decides sends", openKnownFacts);

/** Follows what was read, cleared or reacted to here: it moves streams on and decides no send. */
export function followChanges(memory: ProcessMemory, events: readonly ChangeEvent[]): void {
  const known = knownFactsOf(memory);
  for (const { memberId, change } of events) known.move(memberId, change.seq);
}

function openKnownFacts() {
  const members = new Map<string, KnownMember>();
  const pairs = new Map<string, KnownPair>();
  let timesForgotten = 0;

  function findPair({ senderId, recipientId }: Pair): KnownPair | undefined {
    const pair = pairs.get(keyOf({ senderId, recipientId }));
    // A member who was read anew is another object: what was known of their pairs is older.
    if (pair?.sender !== members.get(senderId) || pair?.recipient !== members.get(recipientId)) return undefined;
    return pair;
  }
  /** The same object as long as nothing but what this process did has happened to the member. */
  function keepMember(stream: Stream): KnownMember {
    const known = members.get(stream.memberId);
    const isSame = known?.lastSeq === stream.lastSeq && known.factsVersion === stream.factsVersion;
    const member = isSame ? known : { ...stream, tokens: 0, conversations: 0 };
    put(members, stream.memberId, member, MEMBERS_MAX);
    return member;
  }

  function find(sends: readonly Pair[], now: Date): Known | undefined {
    const found = sends.flatMap((send) => findPair(send) ?? []);
    if (found.length < sends.length) return undefined;
    const streams = new Map(
      found.flatMap(({ sender, recipient }) => [sender, recipient]).map((one) => [one.memberId, one]),
    );
    return {
      streams: [...streams.values()].map(({ memberId, lastSeq, factsVersion }) => ({
        memberId,
        lastSeq,
        factsVersion,
      })),
      facts: found.map(({ sender: { tokens, conversations }, facts }) => ({
        ...facts,
        tokens,
        conversations,
        isPremium: isPremiumAt(facts, now),
      })),
    };
  }
  function keep(
    streams: readonly Stream[],
    seqs: Map<string, number>,
    sends: readonly Pair[],
    facts: readonly SendFacts[],
  ): void {
    const kept = new Map(streams.map((stream) => [stream.memberId, keepMember(stream)]));
    for (const [index, send] of sends.entries()) {
      const [sender, recipient, fact] = [kept.get(send.senderId), kept.get(send.recipientId), facts[index]];
      if (!sender || !recipient || !fact?.hasConversation) continue;
      const { tokens, conversations, isPremium: _, ...others } = fact;
      Object.assign(sender, { tokens, conversations });
      put(pairs, keyOf(send), { sender, recipient, facts: withoutMessage(others) }, PAIRS_MAX);
    }
    for (const member of kept.values()) member.lastSeq = seqs.get(member.memberId) ?? member.lastSeq;
  }
  function forget(sends: readonly Pair[]): void {
    for (const { senderId, recipientId } of sends) {
      members.delete(senderId);
      members.delete(recipientId);
    }
  }
  /** The database may be another one, which lacks the last of what was stored. */
  function forgetAll(): void {
    timesForgotten += 1;
    members.clear();
    pairs.clear();
  }

  return {
    /** What is known, for the sends of one batch. */
    forBatch() {
      const timesBefore = timesForgotten;
      return {
        /** The facts of sends of which everything is known; undefined when anything of one is not. */
        find,
        /**
         * Keeps what sends were planned from, once they are stored, unless all was forgotten meanwhile. `streams`: as they were
         * before; `seqs`: where they stand now. The facts are those after the sends.
         */
        keep(...stored: Parameters<typeof keep>): void {
          if (timesForgotten === timesBefore) keep(...stored);
        },
        forget,
        forgetAll,
      };
    },
    /** A member's stream was moved on to `seq` by something that decides no send. */
    move(memberId: string, seq: number): void {
      const member = members.get(memberId);
      if (member?.lastSeq === seq - 1) member.lastSeq = seq;
    },
    forgetAll,
  };
}

type Pair = Pick<Send, "senderId" | "recipientId">;
const keyOf = ({ senderId, recipientId }: Pair) => `${senderId} ${recipientId}`;

function isPremiumAt({ premiumUntil, hasCourtesyPremium }: Premium, now: Date): boolean {
  return hasCourtesyPremium || (premiumUntil !== null && premiumUntil > now);
}

/** What belongs to one message, and not to the pair, is none of the next one's. */
function withoutMessage(facts: KnownPair["facts"]): KnownPair["facts"] {
  return {
    ...facts,
    ...{ knownId: null, knownSenderId: null, knownRecipientId: null, knownClientId: null, knownSenderSeq: null },
    ...{ knownRecipientSeq: null, knownText: null, knownSentAt: null, knownReadAt: null, knownReplyToId: null },
    quote: null,
    isSessionOver: false,
    isAcquainted: false,
    slowedStartAt: null,
  };
}

/** Keeps the youngest; the oldest makes room. */
function put<V>(kept: Map<string, V>, key: string, value: V, max: number): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
}
