import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { openDatabase } from "../platform/database/database.ts";
import { makeMember, newEmail } from "../testing/people.ts";
import { prepareNodes } from "../testing/product-nodes.ts";
import { LIVE_PATH } from "./live.ts";

// Two products start, on an empty database, perhaps on a slow machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const { connection, start, closings } = await prepareNodes({ METRICS_TOKEN: "um-segredo-de-metricas-1" });

const statusOf = async (address: string, path: string, headers = {}) =>
  (await fetch(address + path, { headers })).status;

test("members are answered by a process for the web, and jobs are worked by a worker, which answers no member", async () => {
  const web = await start("web");
  const owner = openDatabase(connection, { max: 2 });
  closings.push(owner.close);
  const email = newEmail();
  await makeMember(owner.db, { email });
  const recoveryAnswer = await fetch(`${web.address}/api/recovery`, {
    method: "POST",
    headers: { origin: web.address, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  expect(recoveryAnswer.status).toBe(200);
  // A process that works jobs takes this lock for each of its classes.
  const hasWorker = async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and classid = (hashtext('queue worker')::bigint & 4294967295)::oid`.execute(owner.db);
    return rows.length > 0;
  };
  const listMails = () => owner.db.selectFrom("mail").where("recipient", "=", email).select("kind").execute();
  expect(await listMails()).toEqual([]);
  expect(await hasWorker()).toBe(false);

  const worker = await start("worker");
  await vi.waitFor(async () => expect(await listMails()).toHaveLength(1), { timeout: 60_000 });
  expect(await hasWorker()).toBe(true);
  const token = { authorization: "Bearer um-segredo-de-metricas-1" };
  for (const { address } of [web, worker]) {
    expect(await statusOf(address, "/healthz")).toBe(200);
    expect(await statusOf(address, "/readyz")).toBe(200);
    expect(await statusOf(address, "/metrics", token)).toBe(200);
  }
  expect(await statusOf(web.address, "/api/session")).not.toBe(404);
  for (const path of ["/api/session", "/login", "/", "/api/docs"])
    expect(await statusOf(worker.address, path)).toBe(404);
  const socket = new WebSocket(worker.address.replace("http", "ws") + LIVE_PATH, {
    headers: { origin: worker.address },
  });
  await expect(new Promise((_, reject) => socket.once("error", reject))).rejects.toThrow();
});

test("a process that is stopped still answers for a while, but says that it is not ready", async () => {
  const { child, address } = await start("web", { DRAIN_SECONDS: "3" });
  expect(await statusOf(address, "/readyz")).toBe(200);
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await vi.waitFor(async () => expect(await statusOf(address, "/readyz")).toBe(503), { timeout: 2_500, interval: 20 });
  expect(await statusOf(address, "/healthz")).toBe(200);
  expect(await statusOf(address, "/api/session")).toBe(200);
  expect(await exit).toBe(0);
});
