import { appendFileSync, writeFileSync } from "node:fs";
import type { AcknowledgedWrites, GivenReaction, ReachedMark, SentMessage } from "./rules.ts";

/**
 * Records what the product acknowledged to its members, in a process that is never killed. Each line is in the file
 * before it counts, so that a developer who looks into a failure can read what was promised.
 */
export type Oracle = {
  file: string;
  /** Records that a message, which was stored at `sentAt`, was acknowledged to its sender now. */
  acknowledge(one: SentMessage, sentAt: number): void;
  /**
   * How long after a moment each member had the first message acknowledged that was stored after it; in milliseconds,
   * the shortest first.
   */
  listPauses(after: number): number[];
  /** Records the acknowledgement that a conversation is read, or cleared, up to a message. */
  reach(what: "read" | "cleared", one: ReachedMark): void;
  /**
   * Records that a member asks for another reaction to a message. Until that is acknowledged, either reaction may be
   * stored.
   */
  doubtReaction(one: GivenReaction): void;
  /** Records the acknowledgement that a reaction is stored or taken back. */
  react(one: GivenReaction): void;
  /** How many messages were acknowledged so far. */
  count(): number;
  /** Resolves when this many messages were acknowledged. */
  whenReached(count: number): Promise<void>;
  acknowledged(): Omit<AcknowledgedWrites, "people">;
};

export function openOracle(file: string): Oracle {
  const sentMessages: SentMessage[] = [];
  const moments: { senderId: string; sentAt: number; at: number }[] = [];
  const reachedMarks = { read: new Map<string, ReachedMark>(), cleared: new Map<string, ReachedMark>() };
  const reacted = new Map<string, GivenReaction>();
  const reactionKey = ({ messageId, memberId }: GivenReaction) => `${messageId} ${memberId}`;
  let waitingResolvers: { count: number; resolve: () => void }[] = [];
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  writeFileSync(file, "");
  return {
    file,
    acknowledge(send, sentAt) {
      write({ what: "sent", ...send });
      sentMessages.push(send);
      moments.push({ senderId: send.senderId, sentAt, at: Date.now() });
      const due = waitingResolvers.filter(({ count }) => count <= sentMessages.length);
      waitingResolvers = waitingResolvers.filter(({ count }) => count > sentMessages.length);
      for (const { resolve } of due) resolve();
    },
    reach(what, reach) {
      write({ what, ...reach });
      const key = `${reach.ownerId} ${reach.otherId}`;
      const upTo = Math.max(reach.upTo, reachedMarks[what].get(key)?.upTo ?? 0);
      reachedMarks[what].set(key, { ...reach, upTo });
    },
    doubtReaction(reaction) {
      write({ what: "asked for a reaction", ...reaction });
      reacted.delete(reactionKey(reaction));
    },
    react(reaction) {
      write({ what: "reacted", ...reaction });
      reacted.set(reactionKey(reaction), reaction);
    },
    count: () => sentMessages.length,
    listPauses: (after) => {
      const pauses = new Map<string, number>();
      for (const { senderId, sentAt, at } of moments)
        if (sentAt >= after && !pauses.has(senderId)) pauses.set(senderId, at - after);
      return [...pauses.values()].toSorted((a, b) => a - b);
    },
    whenReached: (count) =>
      sentMessages.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waitingResolvers.push({ count, resolve })),
    acknowledged: () => ({
      sent: [...sentMessages],
      read: [...reachedMarks.read.values()],
      cleared: [...reachedMarks.cleared.values()],
      reacted: [...reacted.values()],
    }),
  };
}
