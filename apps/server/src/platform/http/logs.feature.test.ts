import { readFile } from "node:fs/promises";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { mapAbout } from "@caramelo/contract/texts/about";
import Fastify from "fastify";
import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { openDatabase } from "../database/database.ts";
import { serveHealth } from "./health.ts";

// These texts do not occur by chance, so a log that holds one of them holds something personal.
const CANARY = {
  email: "canario-email@exemplo.invalid",
  password: "canario-senha-7f3a",
  name: "Canário Nome",
  ...mapAbout(({ name }) => `canário ${name}\nem duas linhas: canário segunda`),
};
const TRACES = ["canario", "canário", "Canário"];

const world = await openWorld();
const photo = new Blob([await readFile(new URL("../../../../../e2e/photos/ana-1.jpg", import.meta.url))]);
const photos = [photo, photo];
const form = (changes = {}) => signUpForm({ ...CANARY, passwordConfirmation: CANARY.password, ...changes });
const signInBody = { email: CANARY.email, password: CANARY.password, remember: false };

beforeEach(() => {
  world.logged.length = 0;
});

/** Breaks a table with an error that quotes the row, for the length of a test. */
async function breakTable(table: string): Promise<void> {
  await sql
    .raw(`
    create or replace function break_it() returns trigger language plpgsql as $$
    begin raise exception E'canário in the message\\ncanário in its second line %', new::text; end $$;
    create trigger broken before insert on ${table} for each row execute function break_it();`)
    .execute(world.owner);
  onTestFinished(async () => void (await sql.raw(`drop trigger broken on ${table}`).execute(world.owner)));
}

/**
 * Puts a view that cannot be read in the place of a table, for the length of a test. Its function is immutable and so
 * fails while the statement is planned, whether or not a row would be found.
 */
async function breakReads(table: string): Promise<void> {
  await sql
    .raw(`
    create or replace function break_read() returns boolean immutable language plpgsql as $$
    begin raise exception 'canário in the message'; end $$;
    alter table ${table} rename to ${table}_kept;
    create view ${table} as select * from ${table}_kept where break_read();
    grant select on ${table} to public;`)
    .execute(world.owner);
  onTestFinished(
    async () =>
      void (await sql.raw(`drop view ${table}; alter table ${table}_kept rename to ${table};`).execute(world.owner)),
  );
}

function expectNoTrace(...texts: string[]) {
  for (const trace of TRACES) for (const text of texts) expect(text).not.toContain(trace);
}
const linesOf = (level: number) => world.logged.map((line) => JSON.parse(line)).filter((line) => line.level === level);

test("[T32] nothing of a member is logged when all goes well", async () => {
  const browser = world.browser();
  expect((await browser.api.accounts.signUp({ body: form(), photos })).status).toBe(200);
  expect((await browser.api.accounts.signIn({ body: signInBody })).status).toBe(200);
  expect((await browser.api.accounts.session()).body.user?.name).toBe(CANARY.name);
  const token = [...browser.jar.values()].join();
  await browser.api.accounts.signOut();
  expectNoTrace(...world.logged);
  expect(world.logged.join()).not.toContain(token);
});

test("a member who is refused a call of the staff is logged by their id, the call and the reason alone", async () => {
  const { id } = await makeMember(world.owner);
  const browser = await openBrowserOf(world, id);
  expect((await browser.api.accounts.team()).failure.code).toBe("ADMIN_ONLY");
  const facts = { code: "ADMIN_ONLY", member: id, route: "/api/admin/team", msg: "refused access" };
  expect(linesOf(40)).toMatchObject([facts]);
  world.logged.length = 0;
  await world.browser().api.accounts.team();
  expect(linesOf(40)).toEqual([]);
});

test("[T32] nothing of a member is logged when they are refused", async () => {
  const browser = world.browser();
  const json = { "content-type": "application/json" };
  await browser.api.accounts.signUp({ body: form(), photos: [] });
  await browser.api.accounts.signUp({ body: form({ name: "" }), photos });
  await browser.api.accounts.signIn({ body: { ...signInBody, password: "canario-senha-errada" } });
  await browser.api.accounts.signIn({ body: { ...signInBody, email: `nao-${CANARY.email}` } });
  await browser.raw("/api/session", { method: "POST", headers: json, body: `{"email":"${CANARY.email}` });
  await browser.raw("/api/session", { method: "POST", headers: { "content-type": "text/canario" }, body: "canario" });
  await browser.raw("/api/session", { method: "POST", headers: { origin: "https://canario.example" } });
  await browser.raw(`/api/cities?q=canario&email=${CANARY.email}`);
  await browser.raw(`/api/canario/${CANARY.email}`);
  await browser.raw("/api/canario%zz");
  browser.jar.set("caramelo", "canario-cookie");
  await browser.raw("/api/session", {
    headers: { "user-agent": "canario", referer: "http://canario", authorization: "canario" },
  });
  expectNoTrace(...world.logged);
});

describe("an error of the database", () => {
  test("[T29][T32] in a sign-in reaches the browser as a code and an id, and the log without the row", async () => {
    const { email } = await makeMember(world.owner, { email: `canario.${newEmail()}`, name: CANARY.name });
    await breakTable("session");
    const reply = await world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });

    expect(reply.status).toBe(500);
    expect(reply.failure).toEqual({
      code: "SIGNIN_UNEXPECTED_ERROR",
      message: "signin unexpected error",
      userMessage: errorCatalogue.SIGNIN_UNEXPECTED_ERROR.text,
      requestId: reply.headers.get("x-request-id"),
    });
    const [line] = linesOf(50);
    expect(line).toMatchObject({
      msg: "unexpected",
      requestId: reply.failure.requestId,
      route: "/api/session",
      err: { code: "P0001", stack: expect.stringContaining("    at ") },
    });
    expectNoTrace(...world.logged, JSON.stringify(reply.failure), JSON.stringify([...reply.headers]));
  });

  test("[T29][T32][M8.05] in a sign-up is answered in its own words, and nothing of the account stays", async () => {
    await breakTable("consent");
    const email = `canario.${newEmail()}`;
    const reply = await world.browser().api.accounts.signUp({ body: form({ email }), photos });
    expect(reply.failure).toMatchObject({
      code: "SIGNUP_UNEXPECTED_ERROR",
      userMessage: "Erro inesperado ao criar conta. Tente novamente.",
    });
    expect(linesOf(50)).toHaveLength(1);
    expectNoTrace(...world.logged, JSON.stringify(reply.failure));
    const leftMembers = await world.owner.selectFrom("member").select("id").where("email", "=", email).execute();
    expect(leftMembers).toEqual([]);
  });

  test("[T29][T32][M8.13] that quotes a value of the row is answered as DB_UNIQUE_VIOLATION and logged by its constraint", async () => {
    await sql`create unique index name_key on profile (name) where name like '% Único'`.execute(world.owner);
    onTestFinished(async () => void (await sql`drop index name_key`.execute(world.owner)));
    const once = { name: "Canário Único" };
    await world.browser().api.accounts.signUp({ body: form({ ...once, email: newEmail() }), photos });
    const reply = await world.browser().api.accounts.signUp({ body: form({ ...once, email: newEmail() }), photos });

    expect(reply.status).toBe(409);
    expect(reply.failure).toMatchObject({
      code: "DB_UNIQUE_VIOLATION",
      userMessage: "Este item já existe. Tente com informações diferentes.",
    });
    expect(linesOf(40)).toMatchObject([{ msg: "constraint", err: { code: "23505", constraint: "name_key" } }]);
    expectNoTrace(...world.logged, JSON.stringify(reply.failure));
  });

  test("[T29][M8.14] that breaks a foreign key is answered as DB_FOREIGN_KEY_VIOLATION", async () => {
    // A city that the list knows and the database has lost.
    await sql`delete from city where id = 3509502`.execute(world.owner);
    const reply = await world
      .browser()
      .api.accounts.signUp({ body: form({ email: newEmail(), cityId: 3_509_502 }), photos });
    expect(reply.failure).toMatchObject({
      code: "DB_FOREIGN_KEY_VIOLATION",
      userMessage: "Não é possível realizar esta ação devido a dependências.",
    });
    expect(linesOf(40)).toHaveLength(1);
    expectNoTrace(...world.logged);
  });

  test("[T29][M8.19] before any handler is reached is a bare SERVER_ERROR", async () => {
    await breakReads("session");
    const browser = world.browser();
    browser.jar.set("caramelo", "a".repeat(43));
    const reply = await browser.api.accounts.session();
    expect(reply.status).toBe(500);
    expect(reply.failure).toEqual({
      code: "SERVER_ERROR",
      message: "server error",
      userMessage: "Erro interno do servidor. Nossa equipe foi notificada.",
      requestId: expect.any(String),
    });
    expectNoTrace(...world.logged, JSON.stringify(reply.failure));
  });
});

test("[M3.07] an unexpected failure is answered by code and id only, whatever its message", async () => {
  const { signInAddress } = world.limits;
  world.limits.signInAddress = {
    ...signInAddress,
    take: () => Promise.reject(new TypeError("the counter at 10.0.0.7 is broken")),
  };
  const reply = await world
    .browser()
    .api.accounts.signIn({ body: signInBody })
    .finally(() => {
      world.limits.signInAddress = signInAddress;
    });
  expect(reply.failure.code).toBe("SIGNIN_UNEXPECTED_ERROR");
  expect(JSON.stringify([reply.failure, ...reply.headers])).not.toMatch(/TypeError|counter|10\.0\.0\.7|\.ts/);
  expect(linesOf(50)).toMatchObject([{ err: { type: "TypeError", message: "the counter at 10.0.0.7 is broken" } }]);
});

test("readiness says no, and no more, while the database cannot be reached", async () => {
  const { db, close } = openDatabase({ host: "127.0.0.1", port: 1, user: "x", password: "segredo", database: "x" });
  const app = Fastify();
  serveHealth(app, db);
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const reply = await app.inject("/readyz");
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toEqual({ status: "database unreachable" });
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});
