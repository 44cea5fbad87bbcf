import { appendFileSync, writeFileSync } from "node:fs";
import type { Acknowledged, Reached, Reacted, Sent } from "./rules.ts";

/**
 * Records what the product acknowledged to its members, in a process that nobody kills. Each line stands in the file before it
 * counts, so that whoever looks into a failure finds what was promised.
 */
export type Oracle = {
  file: string;
  /** A message was acknowledged to its sender. */
  acknowledge(one: Sent): void;
  /** It was acknowledged that a conversation is read, or cleared, up to a message. */
  reach(what: "read" | "cleared", one: Reached): void;
  /** A member asks for another reaction to a message: until that is acknowledged, either may be stored. */
  doubtReaction(one: Reacted): void;
  /** It was acknowledged that a reaction is stored, or taken back. */
  react(one: Reacted): void;
  /** How many messages were acknowledged so far. */
  count(): number;
  /** Resolves when so many were. */
  whenReached(count: number): Promise<void>;
  acknowledged(): Omit<Acknowledged, "people">;
};

export function openOracle(file: string): Oracle {
  const sent: Sent[] = [];
  const reached = { read: new Map<string, Reached>(), cleared: new Map<string, Reached>() };
  const reacted = new Map<string, Reacted>();
  const reactionKey = ({ messageId, memberId }: Reacted) => `${messageId} ${memberId}`;
  let waiting: { count: number; resolve: () => void }[] = [];
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  writeFileSync(file, "");
  return {
    file,
    acknowledge(one) {
      write({ what: "sent", ...one });
      sent.push(one);
      const due = waiting.filter(({ count }) => count <= sent.length);
      waiting = waiting.filter(({ count }) => count > sent.length);
      for (const { resolve } of due) resolve();
    },
    reach(what, one) {
      write({ what, ...one });
      const key = `${one.ownerId} ${one.otherId}`;
      const upTo = Math.max(one.upTo, reached[what].get(key)?.upTo ?? 0);
      reached[what].set(key, { ...one, upTo });
    },
    doubtReaction(one) {
      write({ what: "asked for a reaction", ...one });
      reacted.delete(reactionKey(one));
    },
    react(one) {
      write({ what: "reacted", ...one });
      reacted.set(reactionKey(one), one);
    },
    count: () => sent.length,
    whenReached: (count) =>
      sent.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    acknowledged: () => ({
      sent: [...sent],
      read: [...reached.read.values()],
      cleared: [...reached.cleared.values()],
      reacted: [...reacted.values()],
    }),
  };
}
