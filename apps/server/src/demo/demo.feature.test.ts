import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import type { ProcessedPhoto } from "../platform/images/process-photo.ts";
import { openWorld } from "../testing/world.ts";
import { fillInBackground, openDemo } from "./demo.ts";
import { addWithdrawal } from "./history/add-withdrawal.ts";
import { BABY_EMAIL, DADDY_EMAIL, FIRST_MEMBERS, makePeople } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

const FEW = 8;
const bytes = Buffer.from("a picture");
const photo: ProcessedPhoto = {
  sizes: { small: bytes, medium: bytes, large: bytes },
  width: 600,
  height: 800,
  thumbhash: "",
};
/** A fake studio, because these tests do not check the drawings. */
const studio: PortraitStudio = { develop: async () => photo, close: async () => {} };

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-demo-"));
  folders.push(folder);
  return folder;
}

async function openFilled(count = FEW, use = studio) {
  const world = await openWorld();
  const context = { ...world.context, db: world.owner };
  const dataDir = await makeFolder();
  const open = (from = use) => openDemo(context, { studio: from, dataDir, count });
  const demo = await open();
  const { added } = await demo.fill();
  return { world, demo, open, dataDir, added };
}

const { world, demo, open, dataDir, added: addedCount } = await openFilled();

async function readPasswords(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataDir, "demo-accounts.json"), "utf8"));
}

async function signIn(email: string, password: string) {
  return world.browser().api.accounts.signIn({ body: { email, password, remember: false } });
}

async function countRows() {
  const count = async (table: "member" | "photo" | "message" | "favorite" | "notification" | "ledgerEntry") => {
    const { rows } = await world.owner
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
      .then((row) => ({ rows: row.count }));
    return [table, rows];
  };
  const tables = ["member", "photo", "message", "favorite", "notification", "ledgerEntry"] as const;
  return Object.fromEntries(await Promise.all(tables.map(count)));
}

test("a demo adds all members, the two accounts before the others, each marked as a demo member, with consents", async () => {
  expect(addedCount).toBe(FEW - 2);
  const rows = await world.owner.selectFrom("profile").selectAll().execute();
  expect(rows).toHaveLength(FEW);
  expect(rows.every(({ isDemo }) => isDemo)).toBe(true);
  const consents = await world.owner.selectFrom("consent").select(["memberId", "kind"]).execute();
  const expectedConsents = rows.flatMap(({ memberId }) => [`${memberId} sensitive_data`, `${memberId} terms`]);
  expect(consents.map(({ memberId, kind }) => `${memberId} ${kind}`).toSorted()).toEqual(expectedConsents.toSorted());
});

test("each demo member has two to five photos, in order and stored in every size", async () => {
  for (const { email, album } of makePeople(FEW)) {
    const photos = await world.owner
      .selectFrom("photo")
      .innerJoin("member", "member.id", "photo.memberId")
      .where("member.email", "=", email)
      .orderBy("photo.position")
      .select(["photo.position", "photo.fileName"])
      .execute();
    expect(photos.map(({ position }) => position)).toEqual(album.map((_, at) => at));
    for (const { fileName } of photos) {
      expect(await world.context.storage.get(fileName.replace(/webp$/, "320.webp"))).toBeDefined();
    }
  }
});

test("[D2.11] the two passwords sign in, are printed, and lie in a file that only its owner can read", async () => {
  const passwords = await readPasswords();
  expect(Object.keys(passwords)).toEqual([BABY_EMAIL, DADDY_EMAIL]);
  expect((await stat(join(dataDir, "demo-accounts.json"))).mode & 0o777).toBe(0o600);
  for (const [email, password] of Object.entries(passwords)) {
    expect(demo.lines.join("\n")).toContain(`${email}\n         password ${password}`);
    expect(await signIn(email, password)).toMatchObject({ status: 200 });
  }
});

test("the balances equal the sums of the ledger, and the daddy account has tokens", async () => {
  const entitlements = await world.owner.selectFrom("entitlement").selectAll().execute();
  const sums = await world.owner
    .selectFrom("ledgerEntry")
    .groupBy("memberId")
    .select(({ fn }) => [
      "memberId",
      fn.sum<number>("tokens").as("tokens"),
      fn.sum<number>("conversations").as("conversations"),
    ])
    .execute();
  expect(entitlements).toHaveLength(FEW);
  for (const { memberId, tokens, conversations } of entitlements) {
    const sum = sums.find((sum) => sum.memberId === memberId);
    expect([Number(sum?.tokens), Number(sum?.conversations)]).toEqual([tokens, conversations]);
  }
  const daddy = await world.owner
    .selectFrom("entitlement")
    .innerJoin("member", "member.id", "entitlement.memberId")
    .where("email", "=", DADDY_EMAIL)
    .select(["tokens", "conversations"])
    .executeTakeFirst();
  // He bought two packs, and has written with the babies among the few members.
  expect(daddy?.tokens).toBeGreaterThan(100);
  expect(daddy?.tokens).toBeLessThan(200);
  expect(daddy?.conversations).toBeGreaterThan(10);
});

test("[T78] the staff has a withdrawal to decide, with the purchase that its buyer had undone before", async () => {
  const [review, ...others] = await world.owner.selectFrom("withdrawalReview").selectAll().execute();
  expect(review).toMatchObject({ decidedAt: null });
  expect(others).toEqual([]);
  const orders = await world.owner
    .selectFrom("productOrder")
    .where("memberId", "=", review?.memberId ?? "")
    .orderBy("createdAt")
    .select(["state", "withdrawnAt"])
    .execute();
  expect(orders).toEqual([
    { state: "refunded", withdrawnAt: expect.any(Date) },
    { state: "paid", withdrawnAt: null },
  ]);
});

test("a later start whose demo people include another buyer adds no second withdrawal", async () => {
  const { id } = await world.owner
    .selectFrom("member")
    .where("email", "=", BABY_EMAIL)
    .select("id")
    .executeTakeFirstOrThrow();
  await addWithdrawal(world.owner, id, world.context.clock.now());
  expect(await world.owner.selectFrom("withdrawalReview").select("orderId").execute()).toHaveLength(1);
});

test("paying and verified demo members come first in lists", async () => {
  const rows = await world.owner
    .selectFrom("profile")
    .innerJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .select(["tier", "isVerified", "premiumUntil", "highlightedUntil"])
    .execute();
  const now = Date.now();
  for (const { tier, isVerified, premiumUntil, highlightedUntil } of rows) {
    const isPaid = [premiumUntil, highlightedUntil].some((end) => end !== null && end.getTime() > now);
    const unpaidTier = isVerified ? 1 : 2;
    expect(tier).toBe(isPaid ? 0 : unpaidTier);
  }
});

test("each verified demo member got the badge from the staff, and the audit log says so", async () => {
  const profiles = await world.owner.selectFrom("profile").where("isDemo", "=", true).selectAll().execute();
  const entries = await world.owner
    .selectFrom("auditEntry")
    .where("action", "=", "profile.verified")
    .select(["subjectId", "details"])
    .execute();
  const verifiedIds = profiles.filter(({ isVerified }) => isVerified).map(({ memberId }) => memberId);
  expect(verifiedIds.length).toBeGreaterThan(1);
  expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual(verifiedIds.sort());
  for (const { details } of entries) expect(details).toEqual({ by: "team", isDemo: true });
});

test("every stream numbers its changes without a gap", async () => {
  const streams = await world.owner.selectFrom("memberStream").selectAll().execute();
  const messages = await world.owner.selectFrom("message").selectAll().execute();
  const streamEvents = await world.owner.selectFrom("streamEvent").selectAll().execute();
  expect(messages.length).toBeGreaterThan(60);
  for (const { memberId, lastSeq } of streams) {
    const seqs = [
      ...messages.flatMap((message) => (message.senderId === memberId ? [message.senderSeq] : [])),
      ...messages.flatMap((message) => (message.recipientId === memberId ? [message.recipientSeq] : [])),
      ...streamEvents.flatMap((event) => (event.memberId === memberId ? [event.seq] : [])),
    ];
    expect(seqs.length).toBe(lastSeq);
    expect(new Set(seqs).size).toBe(lastSeq);
    expect(Math.max(0, ...seqs)).toBe(lastSeq);
  }
});

test("both accounts have conversations with unread messages, favourites and notifications", async () => {
  for (const [email, password] of Object.entries(await readPasswords())) {
    const { id } = await world.owner
      .selectFrom("member")
      .where("email", "=", email)
      .select("id")
      .executeTakeFirstOrThrow();
    const browser = world.browser();
    await browser.api.accounts.signIn({ body: { email, password, remember: false } });
    const list = await browser.api.messaging.conversations({ query: { sort: "latest" } });
    expect(list.body.conversations.length).toBeGreaterThanOrEqual(3);
    expect(list.body.unreadTotal).toBeGreaterThan(0);
    expect(list.body.conversations.map(({ lastMessage }) => lastMessage?.sentAt)).toEqual(
      list.body.conversations
        .map(({ lastMessage }) => lastMessage?.sentAt)
        .sort()
        .reverse(),
    );
    const favorites = await world.owner
      .selectFrom("favorite")
      .where("memberId", "=", id)
      .select("favoriteId")
      .execute();
    expect(favorites.length).toBeGreaterThan(0);
    const notifications = await world.owner
      .selectFrom("notification")
      .where("memberId", "=", id)
      .select("type")
      .execute();
    expect(new Set(notifications.map(({ type }) => type))).toEqual(
      new Set(["favorite", "match", "message", "profile_view"]),
    );
    const visits = await world.owner.selectFrom("visit").where("visitedId", "=", id).select("visitorId").execute();
    expect(visits).toHaveLength(notifications.filter(({ type }) => type === "profile_view").length);
  }
});

test("a second start adds nothing and keeps the passwords", async () => {
  const [before, passwords] = [await countRows(), await readPasswords()];
  const again = await open();
  expect(await again.fill()).toEqual({ added: 0, isComplete: true });
  expect(again.lines).toEqual(demo.lines);
  expect(await countRows()).toEqual(before);
  expect(await readPasswords()).toEqual(passwords);
});

test("when the file of passwords is lost or spoiled, both accounts get new passwords and lose the old ones", async () => {
  const before = await readPasswords();
  await writeFile(join(dataDir, "demo-accounts.json"), "spoiled");
  await open();
  const after = await readPasswords();
  expect((await stat(join(dataDir, "demo-accounts.json"))).mode & 0o777).toBe(0o600);
  for (const email of [BABY_EMAIL, DADDY_EMAIL]) {
    expect(await signIn(email, before[email] ?? "")).toMatchObject({ status: 401 });
    expect(await signIn(email, after[email] ?? "")).toMatchObject({ status: 200 });
  }
});

test("a later start adds no verification request for a member who has one or has got a badge since", async () => {
  const freshWorld = await openWorld();
  const context = { ...freshWorld.context, db: freshWorld.owner };
  const options = { studio, dataDir: await makeFolder(), count: FIRST_MEMBERS };
  const start = async () => (await openDemo(context, options)).fill();
  const listRequests = () => freshWorld.owner.selectFrom("verificationRequest").select(["id", "memberId"]).execute();
  await start();
  const requests = await listRequests();
  expect(requests).toHaveLength(3);
  const [first] = requests;
  await freshWorld.owner
    .deleteFrom("verificationRequest")
    .where("id", "=", first?.id ?? "")
    .execute();
  await start();
  expect(await listRequests()).toHaveLength(2);

  await freshWorld.owner.deleteFrom("verificationRequest").execute();
  await freshWorld.owner
    .updateTable("profile")
    .set({ isVerified: true })
    .where("memberId", "=", first?.memberId ?? "")
    .execute();
  await start();
  const later = await listRequests();
  expect(later).toHaveLength(3);
  expect(later.map(({ memberId }) => memberId)).not.toContain(first?.memberId);
});

test("the other demo members cannot be signed in as", async () => {
  const rows = await world.owner.selectFrom("member").select(["email", "passwordHash"]).execute();
  const others = rows.filter(({ email }) => email.startsWith("demo-"));
  expect(others).toHaveLength(FEW - 2);
  expect(others.every(({ passwordHash }) => passwordHash.startsWith("$argon2id$"))).toBe(true);
  expect(await signIn(others[0]?.email ?? "", "caramelo")).toMatchObject({ status: 401 });
});

test("the past of the first members is counted before the photos of the others are made", async () => {
  const people = makePeople(FIRST_MEMBERS + 2);
  const cards = 3 * 2;
  const photosOfFirst = people.slice(0, FIRST_MEMBERS).reduce((sum, { album }) => sum + album.length, cards);
  let drawnCount = 0;
  const endsEarly: PortraitStudio = {
    develop: async () => {
      drawnCount += 1;
      if (drawnCount > photosOfFirst) throw new Error("the power failed");
      return photo;
    },
    close: async () => {},
  };
  const freshWorld = await openWorld();
  const options = { dataDir: await makeFolder(), count: people.length };
  const interrupted = await openDemo(
    { ...freshWorld.context, db: freshWorld.owner },
    { ...options, studio: endsEarly },
  );
  await expect(interrupted.fill()).rejects.toThrow("the power failed");
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'recount-statistics'`.execute(freshWorld.owner);
  expect(rows).toHaveLength(1);
});

test("the next start continues an interrupted one, without duplicates", async () => {
  let drawnCount = 0;
  const failing: PortraitStudio = {
    develop: async () => {
      drawnCount += 1;
      if (drawnCount > 12) throw new Error("the power failed");
      return photo;
    },
    close: async () => {},
  };
  const freshWorld = await openWorld();
  const options = { dataDir: await makeFolder(), count: FEW };
  const context = { ...freshWorld.context, db: freshWorld.owner };
  const first = await openDemo(context, { ...options, studio: failing });
  await expect(first.fill()).rejects.toThrow("the power failed");
  const between = await freshWorld.owner.selectFrom("member").select("email").execute();
  expect(between.length).toBeLessThan(FEW);
  const withoutPhoto = await freshWorld.owner
    .selectFrom("member")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("photo").whereRef("photo.memberId", "=", "member.id").select("photo.id"))),
    )
    .select("email")
    .execute();
  expect(withoutPhoto).toEqual([]);

  const next = await openDemo(context, { ...options, studio });
  expect(await next.fill()).toEqual({ added: FEW - between.length, isComplete: true });
  const emails = await freshWorld.owner.selectFrom("member").orderBy("email").select("email").execute();
  expect(emails.map(({ email }) => email)).toEqual(
    makePeople(FEW)
      .map(({ email }) => email)
      .sort(),
  );
  expect(await freshWorld.owner.selectFrom("message").select("id").execute()).not.toEqual([]);
});

test("a stop ends the filling after the members in progress", async () => {
  const freshWorld = await openWorld();
  const develop = vi.fn(async () => photo);
  const runningDemo = await openDemo(
    { ...freshWorld.context, db: freshWorld.owner },
    { studio: { develop, close: async () => {} }, dataDir: await makeFolder(), count: 20 },
  );
  const filling = runningDemo.fill();
  await runningDemo.stop();
  const { added, isComplete } = await filling;
  expect(added).toBeLessThan(18);
  expect(isComplete).toBe(false);
});

test.each([
  ["all members are there", { added: 8, isComplete: true }, ["Demo members ready: 8."]],
  ["no member was missing", { added: 0, isComplete: true }, []],
  ["a stop has ended the filling early", { added: 5, isComplete: false }, []],
])("the terminal says that the members are ready only when they are: %s", async (_, filling, lines) => {
  const printedLines: string[] = [];
  await fillInBackground(
    { fill: async () => filling, size: 8 },
    {
      studio,
      log: world.context.log,
      say: (line) => printedLines.push(line),
      takeAdvisoryLock: async () => async () => {},
    },
  );
  expect(printedLines).toEqual(lines);
});

test("[D3.18] demo members offer to appear as available", async () => {
  const rows = await world.owner
    .selectFrom("profile")
    .leftJoin("memberSetting", "memberSetting.memberId", "profile.memberId")
    .where("profile.isDemo", "=", true)
    .select("memberSetting.offersAvailability")
    .execute();
  expect(rows).toHaveLength(FEW);
  for (const { offersAvailability } of rows) expect(offersAvailability).toBe(true);
});

test.each([
  ["all are there", async () => ({ added: 8, isComplete: true })],
  [
    "the filling has failed",
    async () => {
      throw new Error("no disk");
    },
  ],
])("the processes that draw end when %s", async (_, fill) => {
  const events: string[] = [];
  const fillOnce = () => fill().finally(() => events.push("filled"));
  const closing: PortraitStudio = { ...studio, close: async () => void events.push("closed") };
  await fillInBackground(
    { fill: fillOnce, size: 8 },
    { studio: closing, log: world.context.log, say: () => {}, takeAdvisoryLock: async () => async () => {} },
  );
  expect(events).toEqual(["filled", "closed"]);
});
