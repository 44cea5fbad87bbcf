import { rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { listSpool, sweepUp, takeStock } from "../../testing/leftovers.ts";
import { signUpForm } from "../../testing/people.ts";
import { expectCatalogueEntry, expectRefusal } from "../../testing/refusals.ts";
import { openWorld } from "../../testing/world.ts";

// The most that a condition is waited for on a busy machine.
const PATIENT = { timeout: 15_000 };

const world = await openWorld();
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 64, height: 64 }))]);

function send(photos: Blob[] = [small, small]): Promise<Response> {
  const body = new FormData();
  body.append("data", JSON.stringify(signUpForm({ acceptsMarketing: true })));
  for (const photo of photos) body.append("photos", photo);
  return world.browser().raw("/api/accounts", { method: "POST", body });
}

async function expectUnexpected(): Promise<void> {
  const failure = await expectRefusal(world, () => send(), "SIGNUP_UNEXPECTED_ERROR");
  expect(failure.userMessage).toBe("Erro inesperado ao criar conta. Tente novamente.");
  expect(world.logged.join("\n")).toContain(failure.requestId);
  expect((await send()).status).toBe(200);
}

describe("when something fails on the way, nothing is half-made, and the next attempt works", () => {
  test.each([1, 2, 3, 4, 5, 6])("[M8.05] the store, at its file number %i", async (number) => {
    const { storage } = world.context;
    const { put } = storage;
    let calls = 0;
    vi.spyOn(storage, "put").mockImplementation(async (key, bytes) => {
      calls += 1;
      if (calls === number) throw new Error("disk on fire");
      await put(key, bytes);
    });
    await expectUnexpected();
  });

  test("[M8.05] the store, which had written the file when it failed", async () => {
    const { storage } = world.context;
    const { put } = storage;
    vi.spyOn(storage, "put").mockImplementationOnce(async (key, bytes) => {
      await put(key, bytes);
      throw new Error("the answer was lost");
    });
    await expectUnexpected();
  });

  test.each([
    ["member", "AUTH_SIGNUP_ERROR"],
    ["profile", "PROFILE_CREATION_ERROR"],
    ["ledger_entry", "SIGNUP_UNEXPECTED_ERROR"],
    ["entitlement", "SIGNUP_UNEXPECTED_ERROR"],
    ["consent", "SIGNUP_UNEXPECTED_ERROR"],
    ["photo", "SIGNUP_UNEXPECTED_ERROR"],
    ["photo_object", "SIGNUP_UNEXPECTED_ERROR"],
  ] as const)("[M8.02][M8.04][M8.05] the database, at the table %s: %s", async (table, code) => {
    await sql`create or replace function fail_once() returns trigger language plpgsql as $$
        begin raise exception 'disk full' using errcode = '53100'; end $$`.execute(world.owner);
    await sql`create trigger fails before insert on ${sql.table(table)} execute function fail_once()`.execute(
      world.owner,
    );
    try {
      const { requestId } = await expectRefusal(world, () => send(), code);
      expect(world.logged.find((line) => line.includes(requestId) && line.includes("53100"))).toBeDefined();
    } finally {
      await sql`drop trigger fails on ${sql.table(table)}`.execute(world.owner);
    }
    expect((await send()).status).toBe(200);
  });

  test("[M8.03] the database, which kept nothing and said nothing", async () => {
    await sql`create function keep_nothing() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      world.owner,
    );
    await sql`create trigger keeps_nothing before insert on member for each row execute function keep_nothing()`.execute(
      world.owner,
    );
    try {
      await expectRefusal(world, () => send(), "AUTH_NO_USER_ID");
    } finally {
      await sql`drop trigger keeps_nothing on member`.execute(world.owner);
    }
    expect((await send()).status).toBe(200);
  });

  test("[M8.05] the database, at the very end", async () => {
    await sql`create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$`.execute(
      world.owner,
    );
    await sql`create constraint trigger fails_late after insert on member deferrable initially deferred
      for each row execute function fail_late()`.execute(world.owner);
    try {
      await expectRefusal(world, () => send(), "SIGNUP_UNEXPECTED_ERROR");
    } finally {
      await sql`drop trigger fails_late on member`.execute(world.owner);
    }
    expect((await send()).status).toBe(200);
  });

  test("[M8.05] the photo processor", async () => {
    vi.spyOn(world.context.photoProcessor, "process").mockRejectedValueOnce(new Error("no worker"));
    await expectUnexpected();
  });

  test("[M8.05] the folder where uploads wait", async () => {
    const spool = join(world.dataDir, "spool");
    await rename(spool, `${spool}-away`);
    const response = await send();
    await rename(`${spool}-away`, spool);
    await expectCatalogueEntry(response, "SIGNUP_UNEXPECTED_ERROR");
    expect(await listSpool(world)).toEqual([]);
    expect((await send()).status).toBe(200);
  });
});

describe("many at once", () => {
  test("thirty sign-ups all succeed, each whole", async () => {
    const { objects } = await sweepUp(world);
    const before = await takeStock(world);
    const replies = await Promise.all(Array.from({ length: 30 }, () => send()));
    expect(replies.map((reply) => reply.status)).toEqual(Array(30).fill(200));
    const after = await takeStock(world);
    expect(after.spooled).toEqual([]);
    const grown = Object.entries(after.rows).map(([table, rows]) => [table, rows - (before.rows[table] ?? 0)]);
    const each = {
      member: 30,
      profile: 30,
      member_stream: 30,
      entitlement: 30,
      ledger_entry: 30,
      photo: 60,
      consent: 90,
    };
    expect(Object.fromEntries(grown.filter(([, rows]) => rows !== 0))).toEqual(each);
    const swept = await sweepUp(world);
    expect([swept.objects.length - objects.length, swept.files.length]).toEqual([60, swept.objects.length * 3]);
  });

  test("[T36] of thirty sign-ups with five photos each, three at a time hold photos in memory, the rest wait on disk", async () => {
    const gate = Promise.withResolvers<void>();
    const large = new Blob([new Uint8Array(await makePhoto({ width: 400, height: 300 }))]);
    const looked = vi.spyOn(world.context.photoProcessor, "process").mockImplementation(async () => {
      await gate.promise;
      return { ok: false, code: "FILE_INVALID_TYPE" };
    });
    const before = await takeStock(world);
    const attempts = Array.from({ length: 30 }, () => send(Array(5).fill(large)));
    // All of them have come in whole when no request is on its way to the disk any more.
    await vi.waitFor(async () => expect(await listSpool(world)).toHaveLength(150), PATIENT);
    await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(3), PATIENT);
    expect((await world.browser().api.accounts.session()).status).toBe(200);
    expect(looked).toHaveBeenCalledTimes(3);
    gate.resolve();
    const replies = await Promise.all(attempts);
    expect(replies.map((reply) => reply.status)).toEqual(Array(30).fill(422));
    expect(await takeStock(world)).toEqual(before);
  });

  test("beyond those who may wait people are asked to try again, and nothing of theirs stays", async () => {
    const gate = Promise.withResolvers<void>();
    const inside = Array.from({ length: 63 }, () => world.context.photoLane.run(() => gate.promise));
    const response = await send();
    expect(response.headers.get("retry-after")).toBe("30");
    await expectCatalogueEntry(response, "RATE_LIMIT_EXCEEDED");
    expect(await listSpool(world)).toEqual([]);
    gate.resolve();
    await Promise.all(inside);
    expect((await send()).status).toBe(200);
  });
});
