import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import { ensureProductFixture } from "../../../../scripts/launcher/build-server.mjs";
import { connectionUrl, withDatabase } from "../platform/database/connection-url.ts";
import { withClient } from "../platform/database/database.ts";
import type {} from "./provided-context.ts";
import { startRedis } from "./redis-server.ts";

/** The program of this tree, as `run-product.fixture.ts` is built from it. */
export const PRODUCT = await ensureProductFixture();

/** A process of the product, and the address at which it answers. */
export type ProductNode = { child: ChildProcess; address: string };

/** A build of `run-product.fixture.ts`, and the folder of its pages. */
export type Release = { program: string; pages: string };

/**
 * An empty database on the server of the tests, a Redis, and a data folder, for several processes of the product. They
 * all end after the file's last test, and so does what is pushed to `closings`.
 */
export async function prepareNodes(own: Record<string, string> = {}) {
  const closings: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closings.reverse()) await close();
  });
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-nodes-"));
  closings.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(dataDir, 0o711);
  // The smallest folder that counts as a web build.
  const pages = join(dataDir, "pages");
  await mkdir(pages);
  await writeFile(join(pages, "__spa-fallback.html"), "<!doctype html>");
  const name = `caramelo_nodes_${randomUUID().replaceAll("-", "")}`;
  const server = withDatabase({ connectionString: inject("templateUrl") }, "postgres");
  const onServer = (statement: string) => withClient(server, (client) => client.query(statement));
  await onServer(`create database ${name}`);
  closings.push(() => onServer(`drop database ${name} with (force)`));
  const redis = await startRedis();
  closings.push(redis.kill);
  const connection = withDatabase(server, name);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(connection),
    REDIS_URL: redis.url,
    PORT: "0",
    PUBLIC_URL: "",
    HOST: "127.0.0.1",
    MODE: "demo",
    DEMO: "off",
    LOG_LEVEL: "silent",
    TRUST_PROXY: "",
    ...own,
  };
  const start = (role = "all", more: Record<string, string> = {}, release = { program: PRODUCT, pages }) =>
    startNode({ ...settings, ROLE: role, ...more }, release, closings);
  return { connection, start, closings };
}

async function startNode(
  settings: Record<string, string>,
  { program, pages }: Release,
  closings: (() => unknown)[],
): Promise<ProductNode> {
  const child = fork(program, [pages], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  closings.push(() => child.kill("SIGKILL"));
  // An exit also ends the wait, because then no address will come.
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  // The cast is safe: the fixture sends nothing else, and after an exit there is no address, which is tested next.
  const { address } = message as { address: string };
  expect(address).toMatch(/^http/);
  return { child, address };
}
