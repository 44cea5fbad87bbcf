import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { runJobs } from "../../testing/jobs.ts";
import { sendNotice } from "../../testing/notices.ts";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

const world = await openWorld();
const read = async (name: string) =>
  new Blob([new Uint8Array(await readFile(new URL(`../../../../../e2e/photos/${name}`, import.meta.url)))]);
const [picture, otherPicture] = [await read("ana-1.jpg"), await read("ana-2.jpg")];

type Browser = ReturnType<typeof world.browser>;
const signUp = (photos: Blob[]) =>
  world.browser().api.accounts.signUp({ body: signUpForm({ email: newEmail() }), photos });
const add = (browser: Browser) => browser.api.photos.add({ body: {}, photos: [picture] });

test("[T63][T39] the fingerprint of a photo that waits for its review refuses the picture to its member alone, and to everybody once the staff has taken it", async () => {
  const { id } = (await signUp([picture, otherPicture, otherPicture])).body;
  const [main] = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select("fileName")
    .execute();
  const [admin, bia] = [await makeSignedIn(world, { role: "admin" }), await makeSignedIn(world)];
  const address = world.context.photoLinks.linkTo(main?.fileName ?? "", "large", new Date());
  // A member of the site sends the notice, so the photo is hidden on receipt.
  const body = { kind: "intimate" as const, address, words: "Sou eu.", name: "Bia", email: newEmail() };
  await (await makeSignedIn(world)).browser.api.moderation.sendNotice({ body });
  await runJobs(world);
  expect((await add(await openBrowserOf(world, id))).failure.code).toBe("PHOTO_BANNED");
  expect((await add(bia.browser)).status).toBe(200);
  expect((await signUp([picture, otherPicture])).status).toBe(200);
  const [notice] = (await admin.browser.api.moderation.staffNotices({ query: {} })).body.notices;
  const decision = { params: { id: notice?.id ?? "" }, body: { isAccepted: true, answer: "Obrigado." } };
  expect((await admin.browser.api.moderation.decideNotice(decision)).status).toBe(200);
  // No job has run since, so the decision itself makes the stored fingerprint bind everybody.
  expect((await add(bia.browser)).failure.code).toBe("PHOTO_BANNED");
  expect((await signUp([picture, otherPicture])).failure.code).toBe("PHOTO_BANNED");
});

describe("a job that comes late, when its member has removed the photo, and its bytes are kept as evidence,", () => {
  /** A member whose first photo is in a notice, before any job has run. */
  async function openNoticed(late: World) {
    const form = signUpForm({ email: newEmail() });
    const { id } = (
      await late.browser().api.accounts.signUp({ body: form, photos: [picture, otherPicture, otherPicture] })
    ).body;
    const { id: photoId, fileName } = await late.owner
      .selectFrom("photo")
      .where("memberId", "=", id)
      .orderBy("position")
      .select(["id", "fileName"])
      .executeTakeFirstOrThrow();
    const [owner, admin] = [await openBrowserOf(late, id), await makeSignedIn(late, { role: "admin" })];
    const bia = await makeSignedIn(late);
    const address = late.context.photoLinks.linkTo(fileName, "large", new Date());
    const decide = async (isAccepted: boolean) => {
      const [notice] = (await admin.browser.api.moderation.staffNotices({ query: {} })).body.notices;
      const body = { isAccepted, answer: "Olhamos a foto." };
      return admin.browser.api.moderation.decideNotice({ params: { id: notice?.id ?? "" }, body });
    };
    const remove = () => owner.api.photos.remove({ params: { id: photoId } });
    return { owner, bia: bia.browser, address, decide, remove };
  }

  test("[T63][T39] binds nobody by what the staff showed again", async () => {
    const late = await openWorld();
    const { owner, bia, address, decide, remove } = await openNoticed(late);
    await sendNotice(late, address, {}, bia);
    expect([(await decide(false)).status, (await remove()).status]).toEqual([200, 200]);
    await runJobs(late);
    expect([(await add(bia)).status, (await add(owner)).status]).toEqual([200, 200]);
  });

  test("[T63][T39] binds everybody by what the staff took", async () => {
    const late = await openWorld();
    const { owner, bia, address, decide, remove } = await openNoticed(late);
    await sendNotice(late, address);
    expect([(await remove()).status, (await decide(true)).status]).toEqual([200, 200]);
    await runJobs(late);
    for (const browser of [owner, bia]) expect((await add(browser)).failure.code).toBe("PHOTO_BANNED");
  });
});
