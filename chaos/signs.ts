import { appendFileSync } from "node:fs";
import type { PrometheusServer } from "../apps/server/src/testing/prometheus-server.ts";
import type { Engine } from "./engines.ts";
import { until } from "./wait.ts";

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

/** Reads the log and the alerts as an operator does. */
export type Watch = {
  /** Records a line of the log of some process. */
  note(line: string): void;
  /** Waits until alert and log tell of a death. `instance` is the killed process. */
  waitForDeath(victim: Engine, instance?: string): Promise<void>;
  /** Waits until no alert holds any more and the late lines are there. */
  waitForCalm(): Promise<void>;
};

export function openWatch(prometheus: PrometheusServer): Watch {
  const lines: { text: string; at: number }[] = [];
  let late: { victim: Engine; since: number }[] = [];

  const isLogged = (victim: Engine, since: number) => {
    const { log } = SIGNS[victim];
    return log === undefined || lines.some(({ text, at }) => at >= since && text.includes(log));
  };
  const listHeld = async () => (await prometheus.listAlerts()).filter(({ name }) => ALERTS.has(name));

  return {
    note: (text) => { void lines.push({ text, at: Date.now() }); if (process.env.DEBUG_LOG) appendFileSync(process.env.DEBUG_LOG, `${text}\n`); },
    async waitForDeath(victim, instance) {
      const { alert, isLate } = SIGNS[victim];
      const since = Date.now();
      if (process.env.DEBUG_LOG) appendFileSync(process.env.DEBUG_LOG, `===== ${new Date().toISOString()} ${victim} died\n`);
      if (isLate) late.push({ victim, since });
      const isAlerted = async () =>
        (await listHeld()).some((held) => held.name === alert && (!instance || held.instance === instance));
      await until(isAlerted, () => `the alert ${alert} after the end of the ${victim}`);
      if (!isLate) await until(() => isLogged(victim, since), () => `a line in the log of the end of the ${victim}`);
    },
    async waitForCalm() {
      for (const { victim, since } of late)
        await until(() => isLogged(victim, since), () => `a line in the log of the end of the ${victim}`);
      late = [];
      let held: string[] = [];
      await until(
        async () => {
          held = (await listHeld()).map(({ name }) => name);
          return held.length === 0;
        },
        () => `the end of the alerts ${held}`,
      );
    },
  };
}
