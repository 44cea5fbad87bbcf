import { cpus } from "node:os";
import type { Connection } from "../apps/server/src/platform/database/database.ts";
import type { Size } from "./fixtures/sizes.ts";
import type { Request } from "./load/http.ts";
import type { Helper } from "./processes.ts";
import { printProgress } from "./report.ts";
import type { Goal, Sample, Samples } from "./rules.ts";

/** A measured server in its own process. */
export type Server = { helper: Helper; origin: string };

/** What a part of the bench works with. Everything that a phase starts ends with the phase. */
export type Bench = {
  size: Size;
  /** The databases with few and with many members. */
  few: Connection;
  many: Connection;
  /** Makes a database of this many members who have written and visited; it ends with the phase. */
  makeActive(members: number): Promise<Connection>;
  /** The load generator. */
  load: Helper;
  startLoad(): Helper;
  startProduct(connection: Connection, settings?: Record<string, string>, flags?: string[]): Promise<Server>;
  /** Starts the anchor: a hand-written server that does only what it must, with which the product is compared. */
  startAnchor(connection: Connection, flags?: string[]): Promise<Server>;
  onStop(stop: () => Promise<unknown>): void;
};

/** One of the sides that are compared. Each turn takes a sample. */
export type Side = { name: string; take(): Promise<Sample> };

/** The sides that take turns. `check` asserts afterwards that their work was really done. */
export type Prepared = { sides: Side[]; check?: () => Promise<void> };

export type Phase = {
  /** How many turns each side has, instead of the number of the size. */
  rounds?: number;
  /** How often everything is prepared again, with this many rounds each time. */
  starts?: number;
  /** The first turn counts as well. */
  isCold?: true;
  prepare(bench: Bench): Promise<Prepared>;
};

/** A part of the bench: what it prepares and compares, and the goal of each figure. */
export type Part = {
  title: string;
  /** How many of the databases with members it needs: none, the one with few, or both. */
  databases: 0 | 1 | 2;
  /** It runs only when it is named. */
  isOnRequest?: true;
  phases: Phase[];
  /** Without goals a part has no section in the results. */
  goals: Goal[];
  /** What members, the staff or the operator notice of these bounds. */
  why?: string;
};

/** Lets the sides of a phase take turns, and adds their samples. */
export async function measure(phase: Phase, bench: Bench, samples: Samples): Promise<void> {
  const { sides, check } = await phase.prepare(bench);
  const rounds = phase.rounds ?? bench.size.rounds;
  if (!phase.isCold) for (const side of sides) await side.take();
  for (let round = 0; round < rounds; round += 1) {
    printProgress(`  round ${round + 1} of ${rounds}: ${sides.length} sides …`);
    // Every second round runs in reverse order, so that no side always has the advantage of being first.
    for (const { name, take } of round % 2 === 0 ? sides : sides.toReversed())
      samples.set(name, [...(samples.get(name) ?? []), await take()]);
  }
  await check?.();
}

const OWN_PROCESSOR = "ms of the server's processor each";
/** The processor time of all but the load. The figure is valid only on a machine that does nothing else. */
export const ALL_PROCESSOR = "ms of processor each in all";

/** Adds the processor time that the round cost the server, and everything except the load. */
export async function withProcessor(server: Helper, load: Helper, work: () => Promise<Sample>): Promise<Sample> {
  const read = async () => {
    const [own, ofLoad] = [await server.ask<number>("processor"), await load.ask<number>("processor")];
    const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
    return { own, all: all - ofLoad };
  };
  const before = await read();
  const sample = await work();
  const after = await read();
  const { answers = Number.NaN } = sample;
  return {
    ...sample,
    [OWN_PROCESSOR]: (after.own - before.own) / answers,
    [ALL_PROCESSOR]: (after.all - before.all) / answers,
  };
}

export const CONCURRENCY = 16;

/** A side that sends requests to a server. Each worker sends the next one as soon as it has its answer. */
export function readSide(
  { load, size: { seconds } }: Bench,
  name: string,
  { helper, origin }: Server,
  requests: Request[],
  atOnce = CONCURRENCY,
): Side {
  const read = () => load.ask<Sample>("read", { origin, requests, atOnce, seconds });
  return { name, take: () => withProcessor(helper, load, read) };
}

/** Sends one request and returns the JSON of the answer. Any status but 200 ends the bench with an error. */
export async function readOnce({ origin }: Pick<Server, "origin">, { path, cookie = "" }: Request): Promise<unknown> {
  const response = await fetch(origin + path, { headers: { cookie } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${origin}${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
