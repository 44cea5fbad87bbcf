import type { KillKind } from "./product.ts";
import { PROXY_FAULTS, type ProxyFault } from "./proxy.ts";
import { drawOne, type Random, shuffle } from "./random.ts";

/** What is done to the running product; a `cut` happens to connections, by the proxy in front of it. */
export type Strike = { kind: KillKind } | { kind: ProxyFault; connections: number };
/** Some sends, and what is done while they run: each strike once so many of them are acknowledged. */
export type Round = { sends: number; strikes: { at: number; strike: Strike }[] };

type Size = { rounds: number; sendsPerRound: number };

/** In this share of the rounds server and PostgreSQL die at the same moment, in the others one after the other. */
const TOGETHER = 0.3;
/** How many connections one cut takes: a few, or all that members have. */
const CONNECTIONS = [4, 12, 36, 84];

/** Every round kills the server and PostgreSQL once, and cuts connections in every way once, in an order of its own. */
export function planRounds(random: Random, { rounds, sendsPerRound }: Size): Round[] {
  return Array.from({ length: rounds }, () => {
    const kills: Strike[] = random() < TOGETHER ? [{ kind: "both" }] : [{ kind: "server" }, { kind: "postgres" }];
    const cuts = PROXY_FAULTS.map((kind): Strike => ({ kind, connections: drawOne(random, CONNECTIONS) }));
    const strikes = shuffle(random, [...kills, ...cuts]);
    // The last sends of a round are left alone: a strike must meet work that is under way.
    const moments = strikes.map(() => Math.floor(random() * 0.9 * sendsPerRound)).sort((a, b) => a - b);
    return { sends: sendsPerRound, strikes: strikes.map((strike, index) => ({ at: moments[index] ?? 0, strike })) };
  });
}
