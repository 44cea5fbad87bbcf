import { openFairSemaphore } from "../concurrency/fair-semaphore.ts";
import { networkKey } from "../limits/rate-limit.ts";

/** Whose password it is. */
export type PasswordSender = { lane: "known" | "claimed" | "unknown"; sender: string };

/** A member with a session, a browser in which they signed in before, or a link from their mailbox: nobody else can claim it. */
export const memberSender = (memberId: string): PasswordSender => ({ lane: "known", sender: memberId });

/**
 * Whoever shows the secret of a device, before the database has said whether it is right: they do not wait behind those without
 * one, and are nobody yet. Anybody can invent a secret, so they have a lane of their own, which a wrong password ends.
 */
export const claimedSender = (address: string): PasswordSender => ({ lane: "claimed", sender: networkKey(address) });

/** Anybody. Whoever has one address of a network often has them all, so they share its turns. */
export const networkSender = (address: string): PasswordSender => ({ lane: "unknown", sender: networkKey(address) });

/** Commands, and the accounts that the product makes by itself. */
export const productSender: PasswordSender = { lane: "known", sender: "product" };

// Hashing uses the four threads that also read photos from disk. Two of them stay free, however many sign in at once.
const CHECKS_AT_ONCE = 2;
/** Half of the connections of the database stay free, whoever wants to sign in. */
const LOOKUPS_AT_ONCE = 8;
// What may wait is checked within a few seconds: a check takes 4 to 20 ms, by the machine. A network is often a whole town.
const PLACES = { maxWaiting: 300, maxWaitingOfSender: 20 };
const LANES = {
  known: { ...PLACES, share: 4 },
  claimed: { ...PLACES, share: 4 },
  unknown: { ...PLACES, share: 4 },
  failing: { ...PLACES, share: 1 },
};
/** A network waits among the failing ones for so long after its last wrong password, or until its next right one. */
const FAILING_MS = 900_000;
const FAILING_MAX = 20_000;

/** Where passwords wait to be hashed and checked. Networks whose last check was wrong wait apart from those without. */
export function openPasswordLanes(now: () => number = () => performance.now()) {
  const checks = openFairSemaphore(CHECKS_AT_ONCE, LANES);
  const lookups = openFairSemaphore(LOOKUPS_AT_ONCE, LANES);
  // In the order of their last failures.
  const failingUntil = new Map<string, number>();

  const laneOf = ({ lane, sender }: PasswordSender) =>
    lane !== "known" && (failingUntil.get(sender) ?? 0) > now() ? "failing" : lane;

  function forgetOld(): void {
    for (const [network, until] of failingUntil) {
      if (until > now() && failingUntil.size <= FAILING_MAX) return;
      failingUntil.delete(network);
    }
  }

  return {
    /** Hashes or checks. Throws RATE_LIMIT_EXCEEDED when the sender, or all of their lane, have too much waiting. */
    run: <T>(sender: PasswordSender, work: () => Promise<T>): Promise<T> =>
      checks.run(laneOf(sender), sender.sender, work),

    /** Finds out whose password it is; throws as `run` does. */
    lookUp: <T>(sender: PasswordSender, work: () => Promise<T>): Promise<T> =>
      lookups.run(laneOf(sender), sender.sender, work),

    recordCheck({ lane, sender }: PasswordSender, isRight: boolean): void {
      if (lane !== "unknown") return;
      failingUntil.delete(sender);
      if (!isRight) {
        failingUntil.set(sender, now() + FAILING_MS);
        // What the network sent before it failed would keep those waiting who come after.
        for (const semaphore of [checks, lookups])
          for (const own of ["claimed", "unknown"] as const) semaphore.move(sender, own, "failing");
      }
      forgetOld();
    },
  };
}
