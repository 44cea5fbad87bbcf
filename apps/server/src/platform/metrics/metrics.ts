import type { ReplicaChoice } from "../database/replicas.ts";
import type { Log } from "../log.ts";
import { GAUGES, type GaugeName } from "./gauges.ts";

/** A number at the moment of a reading. */
export type Sample = { name: GaugeName; value: number; labels?: Record<string, string> };
/** Reads some gauges. When it fails or takes too long, they are left out of the reading. */
export type Source = () => readonly Sample[] | Promise<readonly Sample[]>;

/**
 * How a request or an event ended: `result` is "ok", "refused", "failed" or "aborted" (the client left before the
 * answer); `outcome` is the code of the failure, or the result again.
 */
export type Ending = { result: "ok" | "refused" | "failed" | "aborted"; outcome: string };

/** The metrics of this process, in the format of Prometheus. */
export type Metrics = {
  /** `seconds` is undefined for work as slow as its browser's network. */
  countCall(name: string, ending: Ending, seconds: number | undefined): void;
  /** Counts an event that a browser sent over its live connection. */
  countLiveEvent(name: string, ending: Ending): void;
  countLostWorker(reason: string): void;
  /** Counts a read that a replica may answer, by the answering server and the reason. */
  countReplicaRead(choice: ReplicaChoice): void;
  addSources(sources: readonly Source[]): void;
  write(): Promise<{ type: string; text: string }>;
};

/** From a read in memory to a slow page, in seconds. */
const CALL_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 20];
/** Prometheus waits ten seconds for a whole reading. */
const READING_MS = 6_000;

/** Opens the metrics. The library is loaded only here, because most sites do not measure. */
export async function openMetrics(log: Log, readingMs = READING_MS): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: "caramelo_calls_total",
    help: "Answered requests by call, result and outcome",
    labelNames: ["call", "result", "outcome"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "caramelo_call_seconds",
    help: "How long calls took, without uploads and files",
    labelNames: ["call"],
    buckets: CALL_BUCKETS,
    registers,
  });
  const liveEvents = new Counter({
    name: "caramelo_live_events_total",
    help: "Events of browsers over live connections by result and outcome",
    labelNames: ["event", "result", "outcome"],
    registers,
  });
  const lostWorkers = new Counter({
    name: "caramelo_photo_workers_lost_total",
    help: "Photo workers that were ended, or died, over one photo",
    labelNames: ["reason"],
    registers,
  });
  const replicaReads = new Counter({
    name: "caramelo_replica_reads_total",
    help: "Reads that a replica may answer: by a replica, or by the primary and why",
    labelNames: ["answer"],
    registers,
  });
  const gauges = new Map(
    Object.entries<{ help: string; labels?: readonly string[] }>(GAUGES).map(([name, { help, labels = [] }]) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers }),
    ]),
  );
  const sources: Source[] = [];

  /** Reads one source after the other, so that a reading never holds more than one connection of the database. */
  async function readGauges(): Promise<void> {
    const samples: Sample[] = [];
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, readingMs, undefined);
    for (const readSource of sources) {
      const reading = Promise.resolve()
        .then(readSource)
        .catch((err: unknown) => {
          log.warn({ err }, "a metric could not be read");
          return [];
        });
      const sourceSamples = await Promise.race([reading, end]);
      if (!sourceSamples) {
        log.warn("a reading of the metrics took too long");
        break;
      }
      samples.push(...sourceSamples);
    }
    clearTimeout(timer);
    for (const gauge of gauges.values()) {
      gauge.reset();
      // A gauge without labels is now zero, which would report a number that was not read.
      gauge.remove({});
    }
    for (const { name, value, labels = {} } of samples) gauges.get(name)?.set(labels, value);
  }

  let currentReading: Promise<string> | undefined;
  const read = () => readGauges().then(() => registry.metrics());
  return {
    countCall(name, { result, outcome }, seconds) {
      calls.inc({ call: name, result, outcome });
      if (seconds !== undefined) callSeconds.observe({ call: name }, seconds);
    },
    countLiveEvent: (event, { result, outcome }) => liveEvents.inc({ event, result, outcome }),
    countLostWorker: (reason) => lostWorkers.inc({ reason }),
    countReplicaRead: (answer) => replicaReads.inc({ answer }),
    addSources: (newSources) => void sources.push(...newSources),
    async write() {
      currentReading ??= read().finally(() => {
        currentReading = undefined;
      });
      return { type: registry.contentType, text: await currentReading };
    },
  };
}
