import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../apps/server/src/platform/database/database.ts";
import { makeMember } from "../apps/server/src/testing/people.ts";
import { endPostmaster, prepareFiles, prepareFolder, withRunningDatabase } from "../chaos/cluster.ts";
import { killProcess, NO_LIMITS, startServer } from "../chaos/server-process.ts";
import { askCall } from "./ask.ts";

type Credentials = { id: string; email: string; password: string };
export type SignedIn = Credentials & { cookie: string };

/** A product on this machine with its own database. It believes the IP addresses that its clients name. */
export type Target = {
  origin: string;
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Adds a member to the database and signs them in from the IP address `from`. */
  signIn(member: Parameters<typeof makeMember>[1], from: string): Promise<SignedIn>;
  stop(): Promise<void>;
};

/** Empty settings, with which the product has its own limits again. `startServer` switches them off otherwise. */
const SHIPPED_LIMITS = Object.fromEntries(Object.keys(NO_LIMITS).map((name) => [name, ""]));

export async function openTarget(settings: Record<string, string>): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), "caramelo-siege-"));
  prepareFiles(dataDir);
  await prepareFolder(dataDir, async () => undefined);
  const onDeath = (how: string) => {
    process.stderr.write(`${how}\n`);
    process.exitCode = 1;
  };
  const { port, child } = await startServer({
    dataDir,
    onDeath,
    settings: { ...SHIPPED_LIMITS, TRUST_PROXY: "127.0.0.1", ...settings },
  });
  const origin = `http://127.0.0.1:${port}`;
  const withDatabase: Target["withDatabase"] = (work) => withRunningDatabase(dataDir, work);
  return {
    origin,
    withDatabase,
    signIn: async (overrides, from) => {
      const { id, email, password } = await withDatabase((db) => makeMember(db, overrides));
      return { id, email, password, cookie: await openSession(origin, { email, password }, from) };
    },
    stop: async () => {
      await killProcess(child);
      await endPostmaster(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in by the form's call. Returns the cookies of the session and of the known device, as a header. */
export async function openSession(
  origin: string,
  { email, password }: Pick<Credentials, "email" | "password">,
  from: string,
): Promise<string> {
  const { status, cookie } = await askCall(origin, {
    method: "POST",
    path: "/session",
    from,
    json: { email, password, remember: false },
  });
  if (status !== 200 || !cookie) throw new Error(`an honest sign-in was answered by ${status}`);
  return cookie;
}
