import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { runJobs } from "../../testing/jobs.ts";
import { sendNotice } from "../../testing/notices.ts";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** Reads a photo, small, because the work of a photo grows with its pixels. */
async function read(name: string) {
  const bytes = await readFile(new URL(`../../../../../e2e/photos/${name}`, import.meta.url));
  return sharp(bytes).rotate().resize(320, 320, { fit: "outside" }).toBuffer();
}
const [small, otherSmall] = [await read("ana-1.jpg"), await read("ana-2.jpg")];
const asBlob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const [picture, otherPicture] = [asBlob(small), asBlob(otherSmall)];
// Each test takes a picture whose fingerprint no other test's picture has.
const upsideDown = asBlob(await sharp(small).flip().toBuffer());
const onItsSide = asBlob(await sharp(small).rotate(90).toBuffer());

type Browser = ReturnType<typeof world.browser>;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const signUp = (photos: Blob[]) =>
  world.browser().api.accounts.signUp({ body: signUpForm({ email: newEmail() }), photos });
const add = (browser: Browser, photo = picture) => browser.api.photos.add({ body: {}, photos: [photo] });

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
  // A member of more than a day sends the notice, so the photo is hidden on receipt.
  const body = { kind: "intimate" as const, address, words: "Sou eu.", name: "Bia", email: newEmail() };
  await (await makeSignedIn(world, { createdAt: daysAgo(2) })).browser.api.moderation.sendNotice({ body });
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

describe("a late job about a photo that its member removed and whose bytes are kept as evidence", () => {
  /** A member whose first photo, this picture, is in a notice, before any job has run. */
  async function openNoticed(photo: Blob) {
    const { id } = (await signUp([photo, otherPicture, otherPicture])).body;
    const { id: photoId, fileName } = await world.owner
      .selectFrom("photo")
      .where("memberId", "=", id)
      .orderBy("position")
      .select(["id", "fileName"])
      .executeTakeFirstOrThrow();
    const [owner, admin] = [await openBrowserOf(world, id), await makeSignedIn(world, { role: "admin" })];
    const bia = await makeSignedIn(world, { createdAt: daysAgo(3) });
    const address = world.context.photoLinks.linkTo(fileName, "large", new Date());
    const decide = async (isAccepted: boolean) => {
      const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
      const notice = notices.find(({ member }) => member?.id === id);
      const body = { isAccepted, answer: "Olhamos a foto." };
      return admin.browser.api.moderation.decideNotice({ params: { id: notice?.id ?? "" }, body });
    };
    const remove = () => owner.api.photos.remove({ params: { id: photoId } });
    return { owner, bia: bia.browser, address, decide, remove };
  }

  test("[T63][T39] refuses the picture to nobody once the staff has shown the photo again", async () => {
    const { owner, bia, address, decide, remove } = await openNoticed(upsideDown);
    await sendNotice(world, address, {}, bia);
    expect([(await decide(false)).status, (await remove()).status]).toEqual([200, 200]);
    await runJobs(world);
    expect([(await add(bia, upsideDown)).status, (await add(owner, upsideDown)).status]).toEqual([200, 200]);
  });

  test("[T63][T39] refuses the picture to everybody once the staff has taken the photo", async () => {
    const { owner, bia, address, decide, remove } = await openNoticed(onItsSide);
    await sendNotice(world, address);
    expect([(await remove()).status, (await decide(true)).status]).toEqual([200, 200]);
    await runJobs(world);
    for (const browser of [owner, bia]) expect((await add(browser, onItsSide)).failure.code).toBe("PHOTO_BANNED");
  });
});
