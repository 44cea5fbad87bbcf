import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { followSiteSettings } from "../../start/site-settings.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changeSettings } from "./commands.ts";
import { saveSetting } from "./queries.ts";

const COMMANDS = fileURLToPath(new URL("../../start/cli.ts", import.meta.url));
const world = await openWorld({ LIMIT_FAVORITES: "90/3600" });
const { owner: db, context } = world;
const { browser } = await makeSignedIn(world, { role: "admin" });

/** Runs the command with its arguments; returns what it printed. */
async function run(...args: string[]): Promise<string[]> {
  const saidLines: string[] = [];
  const { environment } = context.siteSettings;
  await changeSettings({ db, clock: context.clock, environment, say: (line) => saidLines.push(line) }, args);
  return saidLines;
}

/** Runs the command as npm does, in a separate process. */
function runCommand(settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: world.connectionString, DATA_DIR: world.dataDir, ...settings };
  const line = [COMMANDS, "settings", ...args];
  return promisify(execFile)(process.execPath, line, { env });
}

/** Stores a setting that the screen would refuse today. */
const store = async (name: Parameters<typeof saveSetting>[1], value: unknown) => {
  await saveSetting(db, name, value, new Date());
  await context.siteSettings.reload();
};

afterEach(async () => {
  await db.deleteFrom("operatorSetting").execute();
  await context.siteSettings.reload();
});

describe("[T77] the command of the settings", () => {
  test("shows the saved settings, and which of them the environment overrides", async () => {
    expect(await run("list")).toEqual(["Nothing is saved: every setting is our own or the environment's."]);
    await store("limit:calls", "1/1");
    await store("limit:favorites", "50/3600");
    await store("switch:sells", false);
    expect(await run("list")).toEqual([
      "limit:favorites = 50/3600 (without effect: LIMIT_FAVORITES is set)",
      "limit:calls = 1/1",
      "switch:sells = Desligado",
    ]);
  });

  test("takes a setting back, in a running product at once, with its history and the audit log", async () => {
    const { connectionString } = world;
    const following = await followSiteSettings(context.siteSettings, {
      connection: { connectionString },
      log: context.log,
    });
    await store("limit:calls", "100/60");
    expect(context.siteSettings.inForce().limits.calls).toEqual({ points: 100, seconds: 60 });
    expect((await run("reset", "limit:calls"))[0]).toMatch(/^limit:calls was 100\/60\. /);
    await vi.waitFor(
      () => expect(context.siteSettings.inForce().limits.calls).toEqual({ points: 600, seconds: 60 }),
      PATIENT,
    );
    await following.stop();
    const [change] = (await browser.api.operator.history()).body.changes;
    expect(change).toMatchObject({ name: "limit:calls", from: "100/60", to: null, by: null, undoes: null });
    const entries = await db.selectFrom("auditEntry").where("action", "=", "settings.reset").selectAll().execute();
    expect(entries).toMatchObject([
      { actorId: null, details: { setting: "limit:calls", before: "100/60", after: null, undoes: null } },
    ]);
  });

  test("refuses an unknown setting, one that is not saved, and one that production must have", async () => {
    await expect(run("reset", "limit:nothing")).rejects.toThrow("There is no setting limit:nothing.");
    await expect(run("reset", "limit:calls")).rejects.toThrow("Nothing is saved for limit:calls.");
    for (const args of [[], ["reset"], ["list", "x"], ["reset", "limit:calls", "limit:views"], ["undo"]])
      await expect(run(...args)).rejects.toThrow("Use it like this: npm run settings -- list");
    await store("brand:cnpj", "11.222.333/0001-81");
    const { environment } = context.siteSettings;
    const production = { ...environment, mode: "production" } as const;
    const runningContext = { db, clock: context.clock, environment: production, say: () => {} };
    await expect(changeSettings(runningContext, ["reset", "brand:cnpj"])).rejects.toThrow(
      "brand:cnpj cannot be taken back",
    );
  });

  test("runs next to the product, as npm runs it", async () => {
    await store("limit:staffCalls", "5/60");
    const { stdout } = await runCommand({ MODE: "demo" }, "reset", "limit:staffCalls");
    expect(stdout).toContain("limit:staffCalls was 5/60.");
  });

  slowTest("lists and refuses next to the product, as npm runs it", async () => {
    const command = (...args: string[]) => runCommand({ MODE: "demo" }, ...args);
    await store("limit:calls", "5/60");
    expect((await command("list")).stdout).toBe("limit:calls = 5/60\n");
    await expect(command("reset", "limit:staffCalls")).rejects.toMatchObject({
      code: 1,
      stderr: "Nothing is saved for limit:staffCalls.\n",
    });
  });

  slowTest("runs in production, where the company's legal data is saved and in no variable", async () => {
    const company = {
      companyName: "Clube Ltda.",
      cnpj: "11.222.333/0001-81",
      address: "Rua A, 1",
      dpoContact: "Ana",
      supportEmail: "ajuda@clube.example",
    };
    for (const [name, text] of Object.entries(company)) await store(`brand:${name as keyof typeof company}`, text);
    const production = {
      MODE: "production",
      PUBLIC_URL: "https://clube.example",
      SMTP_URL: "smtp://mail.clube.example",
      ADMIN_EMAIL: "ana@clube.example",
      ADMIN_PASSWORD: "uma senha de teste",
      TRUST_PROXY: "127.0.0.1",
      MAIL_FROM: "Clube <oi@clube.example>",
      PAYMENTS: "sandbox",
      SANDBOX_IN_PRODUCTION: "on",
    };
    expect((await runCommand(production, "list")).stdout).toContain("brand:companyName = Clube Ltda.\n");
    await store("limit:calls", "100/60");
    expect((await runCommand(production, "reset", "limit:calls")).stdout).toContain("limit:calls was 100/60.");
  });

  slowTest("lists the settings of a database without bringing it up to date", async () => {
    await sql`create database nothing_saved`.execute(db);
    const url = new URL(world.connectionString);
    url.pathname = "/nothing_saved";
    const { stdout } = await runCommand({ MODE: "demo", DATABASE_URL: url.href }, "list");
    expect(stdout).toBe("Nothing is saved: every setting is our own or the environment's.\n");
    const { db: empty, close } = openDatabase({ connectionString: url.href });
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(empty).finally(close);
    expect(rows).toEqual([]);
  });
});
