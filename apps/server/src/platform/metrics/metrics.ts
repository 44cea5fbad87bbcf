import type { Log } from "../log.ts";
import { GAUGES, type GaugeName } from "./gauges.ts";

/** A number at the moment of a reading. */
export type Sample = { name: GaugeName; value: number; labels?: Record<string, string> };
/** Reads some gauges. When it fails, they are left out of the reading. */
export type Source = () => readonly Sample[] | Promise<readonly Sample[]>;

/** The metrics of this process, in the format of Prometheus. */
export type Metrics = {
  /** Counts a call or another request by its outcome: "ok", or the code of the failure. */
  countCall(name: string, outcome: string, seconds: number): void;
  /** Counts an event that a browser sent over its live connection. */
  countLiveEvent(name: string, outcome: string): void;
  countLostWorker(reason: string): void;
  addSources(sources: readonly Source[]): void;
  write(): Promise<{ type: string; text: string }>;
};

/** From a read in memory to a slow upload, in seconds. */
const CALL_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 20];

/** Opens the metrics. The library is loaded only here, because most sites do not measure. */
export async function openMetrics(log: Log): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: "caramelo_calls_total",
    help: "Answered requests by call and outcome",
    labelNames: ["call", "outcome"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "caramelo_call_seconds",
    help: "How long requests took, from their first byte to the last one of the answer",
    labelNames: ["call"],
    buckets: CALL_BUCKETS,
    registers,
  });
  const liveEvents = new Counter({
    name: "caramelo_live_events_total",
    help: "Events of browsers over live connections by outcome",
    labelNames: ["event", "outcome"],
    registers,
  });
  const lostWorkers = new Counter({
    name: "caramelo_photo_workers_lost_total",
    help: "Photo workers that were ended, or died, over one photo",
    labelNames: ["reason"],
    registers,
  });
  const gauges = new Map(
    Object.entries<{ help: string; labels?: readonly string[] }>(GAUGES).map(([name, { help, labels = [] }]) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers }),
    ]),
  );
  const sources: Source[] = [];

  async function readGauges(): Promise<void> {
    const readings = await Promise.allSettled(sources.map(async (read) => read()));
    for (const gauge of gauges.values()) {
      gauge.reset();
      // A gauge without labels is now zero, which would say something that was not read.
      gauge.remove({});
    }
    for (const reading of readings) {
      if (reading.status === "rejected") log.warn({ err: reading.reason }, "a metric could not be read");
      else for (const { name, value, labels = {} } of reading.value) gauges.get(name)?.set(labels, value);
    }
  }

  return {
    countCall(name, outcome, seconds) {
      calls.inc({ call: name, outcome });
      callSeconds.observe({ call: name }, seconds);
    },
    countLiveEvent: (name, outcome) => liveEvents.inc({ event: name, outcome }),
    countLostWorker: (reason) => lostWorkers.inc({ reason }),
    addSources: (added) => void sources.push(...added),
    async write() {
      await readGauges();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
