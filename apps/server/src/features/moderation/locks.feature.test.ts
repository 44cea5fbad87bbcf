import { expect, test } from "vitest";
import { makeConversation } from "../../testing/pairs.ts";
import { newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** Two of the staff, two who report, and a reported member with photos and a case. */
async function openRound() {
  const [eva, rui] = [await makeSignedIn(world, { role: "admin" }), await makeSignedIn(world, { role: "admin" })];
  const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
  const dan = await makeSignedIn(world, { role: "daddy" });
  const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2, 3]);
  for (const { id } of [ana, bia]) await makeConversation(world.owner, id, dan.id);
  await ana.browser.api.moderation.report({ body: { memberId: dan.id, reason: "harassment" } });
  const { id: caseId } = await world.owner
    .selectFrom("reportCase")
    .where("reportedId", "=", dan.id)
    .select("id")
    .executeTakeFirstOrThrow();
  const photos = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", dan.id)
    .orderBy("position")
    .select("id")
    .execute();
  const link = world.context.photoLinks.linkTo(fileNames[1] ?? "", "large", new Date());
  return { eva, rui, ana, bia, dan, caseId, photoIds: photos.map(({ id }) => id), link };
}

test("[T11][T20][T25] the staff, reporters, notices, messages and blocks about one member at the same instant never deadlock", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { eva, rui, ana, bia, dan, caseId, photoIds, link } = await openRound();
    const [mod, otherModeration] = [eva.browser.api.moderation, rui.browser.api.moderation];
    const { id } = dan;
    const [first = "", second = ""] = photoIds;
    const reason = "Seja gentil.";
    const write = (from: typeof ana, memberId: string) =>
      from.browser.api.messaging.send({ params: { memberId }, body: { clientId: crypto.randomUUID(), text: "oi" } });
    const report = (from: typeof ana, memberId: string, why: "underage" | "inappropriate_photos" | "harassment") =>
      from.browser.api.moderation.report({ body: { memberId, reason: why } });
    const notice = (address: string, kind: "intimate" | "minor") => {
      const body = { kind, address, words: "Sou eu.", name: "Bia", email: newEmail() };
      return world.browser().api.moderation.sendNotice({ body });
    };
    const all = [
      () => mod.warn({ params: { id }, body: { reason, caseId } }),
      () => otherModeration.closeCase({ params: { id: caseId }, body: { status: "dismissed" } }),
      () => report(bia, id, "underage"),
      () => report(ana, id, "inappropriate_photos"),
      () => otherModeration.suspend({ params: { id }, body: { reason, caseId } }),
      () => mod.ban({ params: { id }, body: { reason } }),
      () => otherModeration.hidePhoto({ params: { id: first }, body: { reason } }),
      () => write(ana, id),
      () => write(dan, bia.id),
      () => notice(`/perfil/${id}`, "minor"),
      () => notice(link, "intimate"),
      () => report(dan, ana.id, "underage"),
      () => ana.browser.api.safety.block({ params: { id } }),
      () => dan.browser.api.photos.remove({ params: { id: second } }),
      () => otherModeration.restoreHidden({ params: { id: caseId } }),
      () => report(bia, id, "harassment"),
      () => mod.ban({ params: { id: ana.id }, body: { reason } }),
      () => otherModeration.reinstate({ params: { id }, body: {} }),
    ];
    // Each round begins with a different action.
    const replies = await Promise.all([...all.slice(round * 3), ...all.slice(0, round * 3)].map((act) => act()));
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  }
  expect(world.logged.join("\n")).not.toMatch(/deadlock|40P01/);
});
