import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./free-port.ts";

/** A Prometheus that reads processes of the product every three seconds, with the alerts that operators have. */
export type PrometheusServer = {
  /** The alerts whose expression holds now, however short that is, each with the process that it names. */
  listAlerts(): Promise<{ name: string; instance: string | undefined }[]>;
  /** Whether an expression has a value now. */
  holds(expression: string): Promise<boolean>;
  /** Ends Prometheus and removes what it has read. */
  kill(): Promise<void>;
};

const RULES = fileURLToPath(new URL("../../../../deploy/prometheus/caramelo.rules.yml", import.meta.url));
const START_WITHIN_MS = 30_000;
const POLL_MS = 50;

type Options = {
  /** Where the processes answer, such as "127.0.0.1:3000". */
  targets: readonly string[];
  /** The METRICS_TOKEN of all of them. */
  token: string;
};

/** @throws when this machine has no `prometheus`, or when it refuses the alerts */
export async function startPrometheus({ targets, token }: Options): Promise<PrometheusServer> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-prometheus-"));
  const [config, port] = [join(folder, "prometheus.json"), await findFreePort()];
  const job = {
    job_name: "caramelo",
    // A reading takes up to three seconds while something is away, and may take no longer than an interval.
    scrape_timeout: "3s",
    scrape_interval: "3s",
    authorization: { credentials: token },
    static_configs: [{ targets }],
  };
  const settings = { global: { evaluation_interval: "1s" }, rule_files: [RULES], scrape_configs: [job] };
  // Every JSON is YAML, too.
  await writeFile(config, JSON.stringify(settings));
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ];
  const prometheus = spawn("prometheus", args, { stdio: ["ignore", "ignore", "inherit"] });
  await once(prometheus, "spawn");
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = performance.now() + START_WITHIN_MS;
  while (!(await isReady(url))) {
    if (prometheus.exitCode !== null || performance.now() > giveUpAt) throw new Error("prometheus did not start");
    await sleep(POLL_MS);
  }
  return {
    listAlerts: async () => {
      const answer = await fetch(`${url}/api/v1/alerts`);
      // The cast holds because this is the form of Prometheus' API.
      const { data } = (await answer.json()) as { data: { alerts: { labels: Record<string, string> }[] } };
      return data.alerts.map(({ labels: { alertname = "", instance } }) => ({ name: alertname, instance }));
    },
    holds: async (expression) => {
      const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      // The cast holds for the same reason.
      const { data } = (await answer.json()) as { data: { result: unknown[] } };
      return data.result.length > 0;
    },
    kill: async () => {
      if (prometheus.exitCode === null && prometheus.signalCode === null) {
        prometheus.kill("SIGKILL");
        await once(prometheus, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
