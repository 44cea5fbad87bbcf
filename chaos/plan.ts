import type { Victim } from "./product.ts";
import { PROXY_FAULTS, type ProxyFault } from "./proxy.ts";
import { drawOne, type Random, shuffle } from "./random.ts";

/**
 * What is done to the running product: some processes are killed at the same moment, or some connections meet a fault
 * of the proxy.
 */
export type Strike = { kill: Victim[] } | { fault: ProxyFault; connections: number };
/** A number of sends, and the strikes during them: each one happens once `at` sends are acknowledged. */
export type Round = { sends: number; strikes: { at: number; strike: Strike }[] };

export type Size = {
  rounds: number;
  sendsPerRound: number;
  /** What happens to connections in each round; the default is everything. */
  proxyFaults?: readonly ProxyFault[];
};

/**
 * During a failover only answers are cut: every browser waits as long as the site's own does, so any other fault would
 * cost seconds and say nothing about it.
 */
export const FAILOVER_FAULTS: readonly ProxyFault[] = ["cut-answer"];

/** The share of the rounds in which two victims die at the same moment, as when a machine loses power. */
const TOGETHER = 0.3;
/** How many connections meet a fault: from a few to all of the members' connections. */
const CONNECTIONS = [4, 12, 36, 84];

/**
 * Plans the rounds. In each one every victim is killed once, and connections meet each fault once, in a random order.
 */
export function planRounds(
  random: Random,
  victims: readonly Victim[],
  { rounds, sendsPerRound, proxyFaults = PROXY_FAULTS }: Size,
): Round[] {
  return Array.from({ length: rounds }, () => {
    const [first, second, ...others] = shuffle(random, victims).map((victim) => [victim]);
    const pair = first && second ? joinSometimes(random, first, second) : [first ?? []];
    const kills = [...pair, ...others].map((kill): Strike => ({ kill }));
    const faults = proxyFaults.map((fault): Strike => ({ fault, connections: drawOne(random, CONNECTIONS) }));
    const strikes = shuffle(random, [...kills, ...faults]);
    // There are no strikes during the last sends of a round, because a strike must meet work that is under way.
    const moments = strikes.map(() => Math.floor(random() * 0.9 * sendsPerRound)).sort((a, b) => a - b);
    return { sends: sendsPerRound, strikes: strikes.map((strike, index) => ({ at: moments[index] ?? 0, strike })) };
  });
}

function joinSometimes(random: Random, first: Victim[], second: Victim[]): Victim[][] {
  return random() < TOGETHER ? [[...first, ...second]] : [first, second];
}
