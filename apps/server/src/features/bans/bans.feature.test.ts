import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { slowTest } from "../../testing/each-kind.ts";
import { runJobs } from "../../testing/jobs.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { isBanned } from "./queries.ts";
import { normalizeDocument } from "./rules.ts";

const world = await openWorld();
const confirming = await openWorld({ EMAIL_CONFIRMATION: "on" });
// Both worlds decode photos in the same processes, because each process is slow to start.
const { photoProcessor } = world.context;
Object.assign(confirming.context, { photoProcessor });

const read = (name: string) => readFile(new URL(`../../../../../e2e/photos/${name}`, import.meta.url));
/** Smaller than members send them, because decoding is slow, and as recognizable. */
const readSmall = async (name: string) =>
  sharp(await read(name))
    .rotate()
    .resize(400)
    .jpeg()
    .toBuffer();
const [ana1, ana2] = [await readSmall("ana-1.jpg"), await readSmall("ana-2.jpg")];
/** Photos that no other test bans. */
const turned = (bytes: Uint8Array) => sharp(bytes).rotate(90).negate().jpeg().toBuffer();
const [bia1, bia2] = [await turned(ana1), await turned(ana2)];
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeAdmin = (where: World = world) => makeSignedIn(where, { role: "admin" });
const ban = ({ browser }: Person, id: string, documentNumber?: string) =>
  browser.api.moderation.ban({
    params: { id },
    body: { reason: "Golpe.", ...(documentNumber !== undefined && { documentNumber }) },
  });
const signUp = (email: string, photos: Uint8Array[] = [ana2, ana2], where: World = world) =>
  where.browser().api.accounts.signUp({ body: signUpForm({ email }), photos: photos.map(blob) });

describe("a banned member", () => {
  test("stays out: signing in answers as if there were no account, and a second ban is refused", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    expect((await ban(admin, ana.id)).status).toBe(200);
    const body = { email: ana.email, password: PASSWORD, remember: false };
    expect((await world.browser().api.accounts.signIn({ body })).failure.code).toBe("PROFILE_NOT_FOUND");
    expect((await ban(admin, ana.id)).failure.code).toBe("ALREADY_SUSPENDED");
    expect((await readMails(world, ana.email)).map(({ kind }) => kind)).toEqual(["measure-ban"]);
  });

  test("has one measure in force when they were suspended before", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    await admin.browser.api.moderation.suspend({ params: { id: ana.id }, body: { reason: "Golpe.", days: 7 } });
    expect((await ban(admin, ana.id)).status).toBe(200);
    const holding = await world.owner
      .selectFrom("measure")
      .where("memberId", "=", ana.id)
      .where("endedAt", "is", null)
      .select("kind")
      .execute();
    expect(holding).toEqual([{ kind: "ban" }]);
  });

  test("does not come back with the same mailbox in another spelling, and nobody can change to it", async () => {
    const admin = await makeAdmin();
    const name = `ana.${crypto.randomUUID().slice(0, 8)}`;
    const ana = await makeMember(world.owner, { email: `${name}@gmail.com` });
    await ban(admin, ana.id);
    for (const email of [`${name}@gmail.com`, `${name.replace(".", "")}@gmail.com`, `${name}+nova@googlemail.com`]) {
      expect((await signUp(email)).failure.code).toBe("AUTH_USER_EXISTS");
    }
    const bia = await makeSignedIn(world);
    const changeAnswer = await bia.browser.api.accounts.changeEmail({
      body: { currentPassword: PASSWORD, email: `${name}+2@gmail.com` },
    });
    expect(changeAnswer.failure.code).toBe("AUTH_USER_EXISTS");
  });

  test("gets no mail for a new sign-up where addresses are confirmed, and the screen is that of everybody", async () => {
    const admin = await makeAdmin(confirming);
    const name = `bia.${crypto.randomUUID().slice(0, 8)}`;
    const bia = await makeMember(confirming.owner, { email: `${name}@gmail.com` });
    await ban(admin, bia.id);
    const again = `${name}+x@gmail.com`;
    const [refusedAnswer, fresh] = [
      await signUp(again, undefined, confirming),
      await signUp(newEmail(), undefined, confirming),
    ];
    expect(Object.keys(refusedAnswer.body)).toEqual(Object.keys(fresh.body));
    expect([refusedAnswer.status, fresh.status]).toEqual([200, 200]);
    expect(await readMails(confirming, again)).toEqual([]);
    expect(await confirming.owner.selectFrom("member").where("email", "=", again).select("id").execute()).toEqual([]);
  });

  test("is known by the document, of which only a keyed hash is kept, until the ban is undone", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    await ban(admin, ana.id, "12.345.678-9");
    const { banKeys } = world.context;
    const find = (number: string) =>
      isBanned(world.db, "document", banKeys.hash("document", normalizeDocument(number)));
    expect([await find("123456789"), await find("12 345 678 9"), await find("123456788")]).toEqual([true, true, false]);
    const audit = await world.owner
      .selectFrom("auditEntry")
      .where("subjectId", "=", ana.id)
      .select("details")
      .execute();
    const marks = await world.owner.selectFrom("banMark").where("memberId", "=", ana.id).selectAll().execute();
    expect(JSON.stringify([audit, marks, world.logged])).not.toMatch(/12\.?345\.?678/);
    expect(marks.map(({ kind }) => kind).sort()).toEqual(["document", "email"]);
    await admin.browser.api.moderation.reinstate({ params: { id: ana.id }, body: {} });
    expect(await find("123456789")).toBe(false);
  });

  test("cannot bring a photo back in another account, and an appeal that is granted frees it", async () => {
    const admin = await makeAdmin();
    const { id } = (await signUp(newEmail(), [ana1, ana1])).body;
    await ban(admin, id);
    await runJobs(world);
    const email = newEmail();
    expect((await signUp(email, [ana1, ana2])).failure.code).toBe("PHOTO_BANNED");
    expect((await signUp(email, [ana2, ana2])).status).toBe(200);
    await admin.browser.api.moderation.reinstate({ params: { id }, body: {} });
    expect((await signUp(newEmail(), [ana1, ana2])).status).toBe(200);
  });
});

slowTest("a banned member's photo that was removed after a report does not come back either", async () => {
  const [admin, bia] = [await makeAdmin(), await makeSignedIn(world, { role: "daddy" })];
  const email = newEmail();
  const { id } = (await signUp(email, [ana1, ana2, ana2])).body;
  await bia.browser.api.moderation.report({ body: { memberId: id, reason: "fake_profile" } });
  const [main] = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select("id")
    .execute();
  const ana = await openBrowserOf(world, id);
  expect((await ana.api.photos.remove({ params: { id: main?.id ?? "" } })).status).toBe(200);
  await ban(admin, id);
  await runJobs(world);
  expect((await signUp(newEmail(), [ana1, ana1])).failure.code).toBe("PHOTO_BANNED");
  await admin.browser.api.moderation.reinstate({ params: { id }, body: {} });
});

describe("a photo that waits for the review", () => {
  const add = ({ browser }: Person, bytes: Uint8Array) => browser.api.photos.add({ body: {}, photos: [blob(bytes)] });
  const listOf = (memberId: string) =>
    world.owner
      .selectFrom("photo")
      .where("memberId", "=", memberId)
      .orderBy("position")
      .select(["id", "fileName"])
      .execute();
  const makeHidden = async () => {
    const ana = await makeSignedIn(world);
    for (const bytes of [bia1, bia2]) expect((await add(ana, bytes)).status).toBe(200);
    const [main] = await listOf(ana.id);
    const link = world.context.photoLinks.linkTo(main?.fileName ?? "", "large", new Date());
    return { id: ana.id, link, ana };
  };
  let tellers = 0;
  /** A member of more than a day sends the notice, so that the photo is hidden on receipt. */
  const tell = async (address: string) => {
    tellers += 1;
    const createdAt = new Date(Date.now() - (1 + tellers) * 86_400_000);
    const body = { kind: "intimate" as const, address, words: "Sou eu.", name: "Bia", email: newEmail() };
    return (await makeSignedIn(world, { createdAt })).browser.api.moderation.sendNotice({ body });
  };
  const decide = async (admin: Person, memberId: string, isAccepted: boolean) => {
    const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
    const foundNotice = notices.find(({ member }) => member?.id === memberId);
    const decision = { params: { id: foundNotice?.id ?? "" }, body: { isAccepted, answer: "Obrigado." } };
    expect((await admin.browser.api.moderation.decideNotice(decision)).status).toBe(200);
  };

  test("[T39] is not added again by its member until the staff has shown it again", async () => {
    const [admin, { id, link, ana }] = [await makeAdmin(), await makeHidden()];
    await tell(link);
    await runJobs(world);
    expect((await add(ana, bia1)).failure.code).toBe("PHOTO_BANNED");
    await decide(admin, id, false);
    await runJobs(world);
    expect((await add(ana, bia1)).status).toBe(200);
  });

  slowTest("[T39] leaves no copy in the gallery once the staff has taken it", async () => {
    const [admin, { id, link, ana }] = [await makeAdmin(), await makeHidden()];
    await tell(link);
    // Ana adds the photo again before the job has run.
    expect((await add(ana, bia1)).status).toBe(200);
    expect(await listOf(id)).toHaveLength(2);
    await decide(admin, id, true);
    await runJobs(world);
    expect(await listOf(id)).toHaveLength(1);
    expect((await add(ana, bia1)).failure.code).toBe("PHOTO_BANNED");
  });
});

test("[T11] an upload that is on its way when its member is banned adds nothing", async () => {
  const bia = await makeSignedIn(world);
  const adding = await world.owner.transaction().execute(async (trx) => {
    const out = { suspendedAt: new Date(), bannedAt: new Date() };
    await trx.updateTable("profile").set(out).where("memberId", "=", bia.id).execute();
    const reply = bia.browser.api.photos.add({ body: {}, photos: [blob(bia2)] });
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
    return { reply };
  });
  expect((await adding.reply).failure.code).toBe("PERMISSION_DENIED");
  expect(await world.owner.selectFrom("photo").where("memberId", "=", bia.id).select("id").execute()).toEqual([]);
});

slowTest(
  "a removed photo is refused in the gallery resized, recompressed, mirrored and a little cut; another one is not",
  async () => {
    const [admin, bia] = [await makeAdmin(), await makeSignedIn(world)];
    const { id: anaId } = (await signUp(newEmail(), [ana1, ana2, ana2])).body;
    const [main] = await world.owner
      .selectFrom("photo")
      .where("memberId", "=", anaId)
      .orderBy("position")
      .select("id")
      .execute();
    await admin.browser.api.moderation.hidePhoto({ params: { id: main?.id ?? "" }, body: { reason: "Sem nudez." } });
    await runJobs(world);
    const { width = 0, height = 0 } = await sharp(ana1)
      .rotate()
      .toBuffer({ resolveWithObject: true })
      .then(({ info }) => info);
    const upright = await sharp(ana1).rotate().jpeg().toBuffer();
    const cutRegion = {
      left: Math.round(width * 0.04),
      top: Math.round(height * 0.04),
      width: Math.round(width * 0.92),
      height: Math.round(height * 0.92),
    };
    const variants = [
      ana1,
      await sharp(upright)
        .resize(Math.round(width / 2))
        .jpeg({ quality: 50 })
        .toBuffer(),
      await sharp(upright).flop().webp({ quality: 60 }).toBuffer(),
      await sharp(upright).extract(cutRegion).jpeg({ quality: 70 }).toBuffer(),
    ];
    const add = (bytes: Uint8Array) => bia.browser.api.photos.add({ body: {}, photos: [blob(bytes)] });
    for (const variant of variants) expect((await add(variant)).failure.code).toBe("PHOTO_BANNED");
    expect((await add(ana2)).status).toBe(200);
    expect(await world.owner.selectFrom("photo").where("memberId", "=", bia.id).select("id").execute()).toHaveLength(1);
  },
);
