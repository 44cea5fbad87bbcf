import { openFairSemaphore } from "./fair-semaphore.ts";
import { networkKey } from "./rate-limit.ts";

/** Whose password it is. */
export type PasswordSender = { lane: "known" | "unknown"; sender: string };

/** A member with a session, a browser in which they signed in before, or a link from their mailbox: nobody else can claim it. */
export const memberSender = (memberId: string): PasswordSender => ({ lane: "known", sender: memberId });

/** Anybody. Whoever has one address of a network often has them all, so they share its turns. */
export const networkSender = (address: string): PasswordSender => ({ lane: "unknown", sender: networkKey(address) });

/** Commands, and the accounts that the product makes by itself. */
export const productSender: PasswordSender = { lane: "known", sender: "product" };

// Hashing uses the four threads that also read photos from disk. Two of them stay free, however many sign in at once.
const CONCURRENCY = 2;
// What may wait is checked within a few seconds: a check takes 4 to 20 ms, by the machine. A network is often a whole town.
const LANES = {
  known: { maxWaiting: 200, maxWaitingOfSender: 10 },
  unknown: { maxWaiting: 300, maxWaitingOfSender: 20 },
  failing: { maxWaiting: 300, maxWaitingOfSender: 20 },
};
/** A network waits among the failing ones for so long after its last wrong password, or until its next right one. */
const FAILING_MS = 900_000;
const FAILING_MAX = 20_000;

/** Where passwords wait to be hashed and checked. Networks whose last check was wrong wait apart from those without. */
export function openPasswordLanes(now: () => number = () => performance.now()) {
  const semaphore = openFairSemaphore(CONCURRENCY, LANES);
  // In the order of their last failures.
  const failingUntil = new Map<string, number>();

  const isFailing = (network: string) => (failingUntil.get(network) ?? 0) > now();

  function forgetOld(): void {
    for (const [network, until] of failingUntil) {
      if (until > now() && failingUntil.size <= FAILING_MAX) return;
      failingUntil.delete(network);
    }
  }

  return {
    /** Throws RATE_LIMIT_EXCEEDED when the sender, or all of their lane, have too much waiting. */
    run: <T>({ lane, sender }: PasswordSender, work: () => Promise<T>): Promise<T> =>
      semaphore.run(lane === "unknown" && isFailing(sender) ? "failing" : lane, sender, work),

    recordCheck({ lane, sender }: PasswordSender, isRight: boolean): void {
      if (lane !== "unknown") return;
      failingUntil.delete(sender);
      if (!isRight) failingUntil.set(sender, now() + FAILING_MS);
      forgetOld();
    },
  };
}
