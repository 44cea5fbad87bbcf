import { rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { eachKind, fewOrMany } from "../../testing/each-kind.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { listSpool, sweepUp, takeStock } from "../../testing/leftovers.ts";
import { PATIENT } from "../../testing/patience.ts";
import { signUpForm } from "../../testing/people.ts";
import { expectCatalogueEntry, expectRefusal } from "../../testing/refusals.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

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

describe("a sign-up leaves nothing behind, and the next one works, after a failure of", () => {
  // Each of the two photos has three files.
  test.each(eachKind([1, 2, 3, 4, 5, 6], (number) => number > 3))(
    "[M8.05] the storage at file number %i",
    async (number) => {
      const { storage } = world.context;
      const { put: putObject } = storage;
      let calls = 0;
      vi.spyOn(storage, "put").mockImplementation(async (key, bytes) => {
        calls += 1;
        if (calls === number) throw new Error("disk on fire");
        await putObject(key, bytes);
      });
      await expectUnexpected();
    },
  );

  test("[M8.05] the storage after it had written the file", async () => {
    const { storage } = world.context;
    const { put: putObject } = storage;
    vi.spyOn(storage, "put").mockImplementationOnce(async (key, bytes) => {
      await putObject(key, bytes);
      throw new Error("the answer was lost");
    });
    await expectUnexpected();
  });

  const tables = [
    ["member", "AUTH_SIGNUP_ERROR"],
    ["profile", "PROFILE_CREATION_ERROR"],
    ["ledger_entry", "SIGNUP_UNEXPECTED_ERROR"],
    ["entitlement", "SIGNUP_UNEXPECTED_ERROR"],
    ["consent", "SIGNUP_UNEXPECTED_ERROR"],
    ["photo", "SIGNUP_UNEXPECTED_ERROR"],
    ["photo_object", "SIGNUP_UNEXPECTED_ERROR"],
  ] as const;

  test.each(eachKind(tables, ([, code]) => code))(
    "[M8.02][M8.04][M8.05] the database, at the table %s: %s",
    async (table, code) => {
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
    },
  );

  test("[M8.03] the database that stores no row without an error", async () => {
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

  test("[M8.05] the database at the commit", async () => {
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

  test("[M8.05] the folder of waiting uploads", async () => {
    const spool = join(world.dataDir, "spool");
    await rename(spool, `${spool}-away`);
    const response = await send();
    await rename(`${spool}-away`, spool);
    await expectCatalogueEntry(response, "SIGNUP_UNEXPECTED_ERROR");
    expect(await listSpool(world)).toEqual([]);
    expect((await send()).status).toBe(200);
  });
});

const CROWD = fewOrMany(6, 30);

describe("sign-ups at the same time", () => {
  test(`all succeed when there are ${CROWD}, each complete`, async () => {
    const { objects } = await sweepUp(world);
    const before = await takeStock(world);
    const replies = await Promise.all(Array.from({ length: CROWD }, () => send()));
    expect(replies.map((reply) => reply.status)).toEqual(Array(CROWD).fill(200));
    const after = await takeStock(world);
    expect(after.spooled).toEqual([]);
    const grownCounts = Object.entries(after.rows).map(([table, rows]) => [table, rows - (before.rows[table] ?? 0)]);
    const each = {
      member: CROWD,
      profile: CROWD,
      member_stream: CROWD,
      pending_welcome: CROWD,
      entitlement: CROWD,
      known_device: CROWD,
      ledger_entry: CROWD,
      photo: 2 * CROWD,
      consent: 3 * CROWD,
      // Each sign-up causes two changes: one for the profile, and one for its first photo.
      profile_change: 2 * CROWD,
    };
    expect(Object.fromEntries(grownCounts.filter(([, rows]) => rows !== 0))).toEqual(each);
    const swept = await sweepUp(world);
    expect([swept.objects.length - objects.length, swept.files.length]).toEqual([2 * CROWD, swept.objects.length * 3]);
  });

  test("are refused beyond the number that may wait, and leave nothing behind", async () => {
    const { fill, release } = openHeldLane();
    const inside = fill(60);
    const response = await send();
    expect(response.headers.get("retry-after")).toBe("30");
    await expectCatalogueEntry(response, "SERVICE_BUSY");
    expect(await listSpool(world)).toEqual([]);
    release();
    await Promise.all(inside);
    expect((await send()).status).toBe(200);
  });

  test("[T65] do not keep a member's photos waiting, however many of them there are", async () => {
    const { fill, release } = openHeldLane();
    const inside = fill(60);
    const member = await makeSignedIn(world);
    expect((await member.browser.api.photos.add({ photos: [small, small] })).status).toBe(200);
    release();
    await Promise.all(inside);
  });

  test("[T65] whose clients have gone are dropped before their first photo, and leave nothing behind", async () => {
    const before = await takeStock(world);
    const { fill, release } = openHeldLane();
    const inside = fill(1);
    const processing = vi.spyOn(world.context.photoProcessor, "process");
    const [url, body, goneController] = [world.browser().base, new FormData(), new AbortController()];
    body.append("data", JSON.stringify(signUpForm()));
    for (const photo of [small, small]) body.append("photos", photo);
    const options = { method: "POST", headers: { origin: url }, body, signal: goneController.signal };
    const answer = fetch(`${url}/api/accounts`, options).catch(() => "gone");
    await vi.waitFor(() => expect(processing).toHaveBeenCalledOnce(), PATIENT);
    goneController.abort();
    expect(await answer).toBe("gone");
    // The guests' worker is still occupied.
    expect(await processing.mock.results[0]?.value).toEqual({ ok: false, code: "GONE" });
    await vi.waitFor(async () => expect(await takeStock(world)).toEqual(before), PATIENT);
    release();
    await Promise.all(inside);
  });

  test("[T65] of one address are refused when its photos have used the processor for as long as they may", async () => {
    const address = "203.0.113.65";
    const sendFrom = async () => (await signUpFrom(world, address)).status;
    expect(await sendFrom()).toBe(200);
    await world.limits.photoWork.charge(address, 120);
    expect(await sendFrom()).toBe(429);
    expect((await send()).status).toBe(200);
  });
});

/** `fill` adds uploads to the guests' lane, each from another sender; their photos cannot be read before `release`. */
function openHeldLane() {
  const gate = Promise.withResolvers<Uint8Array>();
  const signal = new AbortController().signal;
  const enter = (_: unknown, n: number) =>
    world.context.photoProcessor.process([() => gate.promise], { lane: "guests", sender: `held ${n}`, signal });
  return {
    fill: (count: number) => Array.from({ length: count }, enter),
    release: () => gate.resolve(Buffer.from("no photo")),
  };
}

function signUpFrom({ browser }: typeof world, address: string) {
  return browser(address).api.accounts.signUp({ body: signUpForm(), photos: [small, small] });
}
