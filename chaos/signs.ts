import { setTimeout as sleep } from "node:timers/promises";
import type { PrometheusServer } from "../apps/server/src/testing/prometheus-server.ts";

/** Everything that a site with several processes runs on. */
export const ENGINES = [
  "first web",
  "second web",
  "worker",
  "primary",
  "standby",
  "replica",
  "redis",
  "bucket",
  "balancer",
] as const;
export type Engine = (typeof ENGINES)[number];

/** How an operator learns of a death: by an alert of deploy/prometheus, and by a line in the log of a process. */
export type Sign = {
  alert: string;
  /** Words of the line; undefined where no process of the product can know of it. */
  log?: string;
  /** The other processes notice the death only after half a minute. */
  isLate?: boolean;
};

const LEFT_OUT = { log: "processes that gave no sign of life any more were left out", isLate: true };

/** What docs/operations.md promises, which a test compares. */
export const SIGNS: Record<Engine, Sign> = {
  "first web": { alert: "CarameloProcessDown", ...LEFT_OUT },
  "second web": { alert: "CarameloProcessDown", ...LEFT_OUT },
  worker: { alert: "CarameloProcessDown" },
  primary: { alert: "CarameloDatabaseDown", log: "database connection lost" },
  standby: { alert: "CarameloNothingStored", log: "the database has stored nothing for seconds" },
  replica: { alert: "CarameloReplicaLeft", log: "a replica is not asked" },
  redis: { alert: "CarameloRedisLost", log: "Redis does not answer: each process goes on by itself" },
  bucket: { alert: "CarameloBucketDown", log: "The object store does not answer" },
  balancer: { alert: "CarameloNobodyConnected" },
};

const ALERTS = new Set(Object.values(SIGNS).map(({ alert }) => alert));

/** A death of which the log or the alerts say nothing. */
export class UnreportedDeath extends Error {}

/** Longer than a process that answers members may be silent, and than Prometheus needs on a slow machine. */
const REPORTED_WITHIN_MS = 180_000;
const POLL_MS = 50;

/** Reads the log and the alerts as an operator does. */
export type Watch = {
  /** Records a line of the log of some process. */
  note(line: string): void;
  /**
   * Waits until the alert of an earlier death is over, which would hide that nothing reports the next one.
   * @throws UnreportedDeath when it is not in time
   */
  waitForEnd(victim: Engine, instance?: string): Promise<void>;
  /**
   * Waits until alert and log report a death since a moment of `performance.now()`. `instance` is the killed process.
   * @throws UnreportedDeath when they do not in time
   */
  waitForDeath(victim: Engine, since: number, instance?: string): Promise<void>;
  /**
   * Waits until no alert holds any more and the late lines are there.
   * @throws UnreportedDeath when that does not happen in time
   */
  waitForCalm(): Promise<void>;
};

type Options = { prometheus: Pick<PrometheusServer, "listAlerts">; reportedWithinMs?: number };

export function openWatch({ prometheus, reportedWithinMs = REPORTED_WITHIN_MS }: Options): Watch {
  const lines: { text: string; at: number }[] = [];
  let lateDeaths: { victim: Engine; since: number }[] = [];

  async function until(isReported: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
    const end = performance.now() + reportedWithinMs;
    while (!(await isReported())) {
      if (performance.now() > end) throw new UnreportedDeath(what());
      await sleep(POLL_MS);
    }
  }
  const isRaised = async (victim: Engine, instance: string | undefined) =>
    (await prometheus.listAlerts()).some(
      (alert) => alert.name === SIGNS[victim].alert && (instance === undefined || alert.instance === instance),
    );
  const waitForLine = (victim: Engine, since: number) => {
    const { log } = SIGNS[victim];
    const isLogged = () => log === undefined || lines.some(({ text, at }) => at >= since && text.includes(log));
    return until(isLogged, () => `the ${victim} died, and no log says "${log}"`);
  };

  return {
    note: (text) => void lines.push({ text, at: performance.now() }),
    async waitForEnd(victim, instance) {
      const isOver = async () => !(await isRaised(victim, instance));
      await until(isOver, () => `the ${victim} lives, and ${SIGNS[victim].alert} is raised`);
    },
    async waitForDeath(victim, since, instance) {
      const { alert, isLate } = SIGNS[victim];
      await until(
        () => isRaised(victim, instance),
        () => `the ${victim} died, and ${alert} is not raised`,
      );
      if (isLate) lateDeaths.push({ victim, since });
      else await waitForLine(victim, since);
    },
    async waitForCalm() {
      for (const { victim, since } of lateDeaths) await waitForLine(victim, since);
      lateDeaths = [];
      let raisedAlerts: string[] = [];
      await until(
        async () => {
          raisedAlerts = (await prometheus.listAlerts()).map(({ name }) => name).filter((name) => ALERTS.has(name));
          return raisedAlerts.length === 0;
        },
        () => `everything runs, and ${raisedAlerts} is still raised`,
      );
    },
  };
}
