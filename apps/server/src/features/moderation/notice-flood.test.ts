import { expect, test } from "vitest";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

const notice = (address: string, browser = world.browser(), email = newEmail()) =>
  browser.api.moderation.sendNotice({
    body: { kind: "intimate", address, words: "Sou eu nesta foto.", name: "Bia", email },
  });
const linkTo = (fileName: string) => world.context.photoLinks.linkTo(fileName, "large", new Date());

test("[T63] forty notices from forty addresses with made-up mailboxes hide no profile", async () => {
  const daddies = await Promise.all(Array.from({ length: 40 }, () => makeMember(world.owner, { role: "daddy" })));
  const replies = await Promise.all(daddies.map(({ id }) => notice(`/perfil/${id}`)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const hidden = await world.owner.selectFrom("profile").where("hiddenAt", "is not", null).select("memberId").execute();
  expect(hidden).toEqual([]);
});

test("[T63] one address hides no five photos with five made-up mailboxes", async () => {
  const dan = await makeMember(world.owner, { role: "daddy" });
  const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2, 3, 4]);
  const cafe = world.browser();
  for (const fileName of fileNames) expect((await notice(linkTo(fileName), cafe)).status).toBe(200);
  const hidden = await world.owner.selectFrom("hiddenPhoto").where("memberId", "=", dan.id).select("id").execute();
  expect(hidden).toEqual([]);
});
