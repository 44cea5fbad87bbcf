import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { runJobs } from "../../testing/jobs.ts";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const read = async (name: string) =>
  new Blob([new Uint8Array(await readFile(new URL(`../../../../../e2e/photos/${name}`, import.meta.url)))]);
const [picture, other] = [await read("ana-1.jpg"), await read("ana-2.jpg")];

type Browser = ReturnType<typeof world.browser>;
const signUp = (photos: Blob[]) =>
  world.browser().api.accounts.signUp({ body: signUpForm({ email: newEmail() }), photos });
const add = (browser: Browser) => browser.api.photos.add({ body: {}, photos: [picture] });

test("[T63][T39] the fingerprint of a photo that waits for its review refuses the picture to its member alone, and to everybody once the team has taken it", async () => {
  const { id } = (await signUp([picture, other, other])).body;
  const [main] = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select("fileName")
    .execute();
  const [admin, bia] = [await makeSignedIn(world, { role: "admin" }), await makeSignedIn(world)];
  const address = world.context.photoLinks.linkTo(main?.fileName ?? "", "large", new Date());
  // A member of the site sends it, so the photo is hidden on receipt.
  const body = { kind: "intimate" as const, address, words: "Sou eu.", name: "Bia", email: newEmail() };
  await (await makeSignedIn(world)).browser.api.moderation.sendNotice({ body });
  await runJobs(world);
  expect((await add(await openBrowserOf(world, id))).failure.code).toBe("PHOTO_BANNED");
  expect((await add(bia.browser)).status).toBe(200);
  expect((await signUp([picture, other])).status).toBe(200);
  const [notice] = (await admin.browser.api.moderation.staffNotices({ query: {} })).body.notices;
  const decision = { params: { id: notice?.id ?? "" }, body: { isAccepted: true, answer: "Obrigado." } };
  expect((await admin.browser.api.moderation.decideNotice(decision)).status).toBe(200);
  // No job has run since: the fingerprint that is there binds everybody with the decision.
  expect((await add(bia.browser)).failure.code).toBe("PHOTO_BANNED");
  expect((await signUp([picture, other])).failure.code).toBe("PHOTO_BANNED");
});
