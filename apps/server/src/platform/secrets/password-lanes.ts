import { openFairSemaphore } from "../concurrency/fair-semaphore.ts";
import { networkKey } from "../limits/rate-limit.ts";

/** The sender of a password: the lane in which it waits, and the sender within the lane. */
export type PasswordSender = { lane: "known" | "claimed" | "unknown"; sender: string };

/**
 * A sender whose identity is certain: a member with a session, a browser in which they signed in before, or a link from
 * their mailbox.
 */
export const memberSender = (memberId: string): PasswordSender => ({ lane: "known", sender: memberId });

/**
 * A sender with the secret of a device that the database has not checked yet. They do not wait behind senders without a
 * secret, but their identity is still unknown. Because anybody can invent a secret, they have their own lane, and a
 * wrong password moves them out of it.
 */
export const claimedSender = (address: string): PasswordSender => ({ lane: "claimed", sender: networkKey(address) });

/** Any other sender. The owner of one address of a network often has them all, so the whole network is one sender. */
export const networkSender = (address: string): PasswordSender => ({ lane: "unknown", sender: networkKey(address) });

/** The sender for commands, and for the accounts that the product makes by itself. */
export const productSender: PasswordSender = { lane: "known", sender: "product" };

// Hashing uses the same four threads that read photos from disk. Two of them stay free, however many sign in at once.
const CHECKS_AT_ONCE = 2;
/** Half of the database connections stay free, however many people sign in. */
const LOOKUPS_AT_ONCE = 8;
// All waiting passwords are checked within some ten seconds: a check takes 4 to 20 ms, depending on the machine. The
// limit per sender is high because a network is often a whole town.
const PLACES = { maxWaiting: 300, maxWaitingOfSender: 20 };
const LANES = {
  known: { ...PLACES, share: 4 },
  claimed: { ...PLACES, share: 4 },
  unknown: { ...PLACES, share: 4 },
  failing: { ...PLACES, share: 1 },
};
/**
 * How long a network stays in the failing lane after its last wrong password. Its next right password ends this early.
 */
const FAILING_MS = 900_000;
const FAILING_MAX = 20_000;

/**
 * The lanes in which passwords wait to be hashed and checked. Networks whose last password was wrong have a separate
 * lane.
 */
export function openPasswordLanes(now: () => number = () => performance.now()) {
  const checks = openFairSemaphore(CHECKS_AT_ONCE, LANES);
  const lookups = openFairSemaphore(LOOKUPS_AT_ONCE, LANES);
  // The map is in the order of the last failures.
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
    /**
     * Runs hashing or checking in turn. Throws RATE_LIMIT_EXCEEDED when the sender, or the whole lane, has too much
     * waiting work.
     */
    run: <T>(sender: PasswordSender, work: () => Promise<T>): Promise<T> =>
      checks.run(laneOf(sender), sender.sender, work),

    /** Runs the look-up of an account in turn. Throws like `run`. */
    lookUp: <T>(sender: PasswordSender, work: () => Promise<T>): Promise<T> =>
      lookups.run(laneOf(sender), sender.sender, work),

    recordCheck({ lane, sender }: PasswordSender, isRight: boolean): void {
      if (lane !== "unknown") return;
      failingUntil.delete(sender);
      if (!isRight) {
        failingUntil.set(sender, now() + FAILING_MS);
        // The network's earlier work would otherwise keep delaying the senders after it.
        for (const semaphore of [checks, lookups])
          for (const own of ["claimed", "unknown"] as const) semaphore.move(sender, own, "failing");
      }
      forgetOld();
    },
  };
}
