import { describe, expect, test } from "vitest";
import { askErasure } from "../../testing/erasures.ts";
import { makeCase } from "../../testing/moderation.ts";
import { confirmNotice, sendConfirmedNotice, sendNotice } from "../../testing/notices.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "1000/3600", LIMIT_NOTICE_HIDES: "1000/3600" });

/** A member with photos and the links to them. */
async function makeShown() {
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const fileNames = await makePhotos(world.owner, id, [0, 1, 2]);
  const [first = "", second = ""] = fileNames.map((fileName) =>
    world.context.photoLinks.linkTo(fileName, "large", new Date()),
  );
  const countHidden = async () =>
    (await world.owner.selectFrom("hiddenPhoto").where("memberId", "=", id).select("id").execute()).length;
  return { id, first, second, countHidden };
}
const isProfileHidden = async (memberId: string) => {
  const { hiddenAt } = await world.owner
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .select("hiddenAt")
    .executeTakeFirstOrThrow();
  return hiddenAt !== null;
};
const listNotices = (memberId: string) =>
  world.owner
    .selectFrom("notice")
    .where("memberId", "=", memberId)
    .orderBy("receivedAt")
    .orderBy("id")
    .select(["id", "hasHidden"])
    .execute();
const decide = async (id: string, isAccepted: boolean) => {
  const admin = await makeSignedIn(world, { role: "admin" });
  const body = { isAccepted, answer: "Obrigado pelo aviso." };
  expect((await admin.browser.api.moderation.decideNotice({ params: { id }, body })).status).toBe(200);
};

describe("a second notice of a stranger about the same photo", () => {
  test("[T63] hides it when it comes from another mailbox and another address, and not when it does not", async () => {
    const { id, first, countHidden } = await makeShown();
    const [cafe, name] = [world.browser(), crypto.randomUUID()];
    await sendNotice(world, first, { email: `${name}@exemplo.invalid` }, cafe);
    await sendNotice(world, first, {}, cafe);
    await sendNotice(world, first, { email: `${name}+2@exemplo.invalid` });
    await sendNotice(world, first, { kind: "other" });
    // The third notice shares its mailbox with the first, but nothing with the second, so these two hide the photo.
    expect(await countHidden()).toBe(1);
    expect((await listNotices(id)).map(({ hasHidden }) => hasHidden)).toEqual([false, true, true, false]);
  });

  test("[T63] is not one from the same address, nor one of the same mailbox", async () => {
    const [shownMember, otherMember] = [await makeShown(), await makeShown()];
    const cafe = world.browser();
    for (let sentCount = 0; sentCount < 2; sentCount += 1) await sendNotice(world, shownMember.first, {}, cafe);
    const name = crypto.randomUUID();
    for (const tag of [1, 2]) await sendNotice(world, otherMember.first, { email: `${name}+${tag}@exemplo.invalid` });
    expect([await shownMember.countHidden(), await otherMember.countHidden()]).toEqual([0, 0]);
  });

  test("[T63] binds both: neither hides a second photo with others until the staff has looked", async () => {
    const [dan, leo] = [await makeShown(), await makeShown()];
    const [home, office] = [world.browser(), world.browser()];
    for (const browser of [home, office]) await sendNotice(world, dan.first, {}, browser);
    expect(await dan.countHidden()).toBe(1);
    // Each of the two senders has hidden a photo already, so neither helps to hide another one.
    for (const browser of [home, office]) await sendNotice(world, leo.first, {}, browser);
    expect(await leo.countHidden()).toBe(0);
    await sendNotice(world, leo.first);
    expect(await leo.countHidden()).toBe(0);
    await sendNotice(world, leo.first);
    expect(await leo.countHidden()).toBe(1);
  });

  test("[T63] holds no longer once the staff has looked at the photo, and strangers do not hide it again", async () => {
    const { id, first, countHidden } = await makeShown();
    for (let sentCount = 0; sentCount < 3; sentCount += 1) await sendNotice(world, first);
    const [notice] = await listNotices(id);
    await decide(notice?.id ?? "", false);
    expect(await countHidden()).toBe(0);
    for (let sentCount = 0; sentCount < 2; sentCount += 1) await sendNotice(world, first);
    expect(await countHidden()).toBe(0);
    // A confirmed sender, such as the person in the picture, can still hide the photo.
    await sendConfirmedNotice(world, first);
    expect(await countHidden()).toBe(1);
  });
});

describe("one line of IPv6, which gives its owner many networks", () => {
  // Each line has a /48 block, from those for documentation (RFC 3849); each browser gets another /64 of it.
  const openLine = () => {
    const block = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}`;
    let network = 0;
    return () => {
      network += 1;
      return world.browser(`${block}:${network.toString(16)}::1`);
    };
  };

  test("[T63] is one stranger, and never also the second one", async () => {
    const { first, countHidden } = await makeShown();
    const takeAddress = openLine();
    for (let sentCount = 0; sentCount < 3; sentCount += 1) await sendNotice(world, first, {}, takeAddress());
    expect(await countHidden()).toBe(0);
    await sendNotice(world, first);
    expect(await countHidden()).toBe(1);
  });

  test("[T63] sends as many notices as one address may", async () => {
    const { first } = await makeShown();
    const takeAddress = openLine();
    const send = () => sendNotice(world, first, { kind: "other" }, takeAddress());
    for (let sentCount = 0; sentCount < 5; sentCount += 1) expect((await send()).status).toBe(200);
    expect((await send()).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("a notice from a member's session", () => {
  test("[T63] hides one photo at once, no whole profile, and nothing more until it is decided", async () => {
    const [dan, leo, rui] = [await makeShown(), await makeShown(), await makeShown()];
    const bia = await makeSignedIn(world, { createdAt: new Date(Date.now() - 86_400_000) });
    await sendNotice(world, `/perfil/${rui.id}`, {}, bia.browser);
    await sendNotice(world, dan.first, {}, bia.browser);
    expect([await isProfileHidden(rui.id), await dan.countHidden()]).toEqual([false, 1]);
    await sendNotice(world, dan.second, {}, bia.browser);
    await sendNotice(world, leo.first, {}, bia.browser);
    expect([await dan.countHidden(), await leo.countHidden()]).toEqual([1, 0]);
    await decide((await listNotices(dan.id)).find(({ hasHidden }) => hasHidden)?.id ?? "", false);
    // At another address Bia is still the same sender, whose notice about Dan staff have refused.
    const { browser } = bia;
    const otherBrowser = world.browser();
    for (const [key, value] of browser.jar) otherBrowser.jar.set(key, value);
    await sendNotice(world, dan.second, {}, otherBrowser);
    await sendNotice(world, leo.first, {}, otherBrowser);
    expect([await dan.countHidden(), await leo.countHidden()]).toEqual([0, 1]);
  });

  test("[T63][T11] is a stranger's while an erasure waits, so that a suspended member hides nothing at once", async () => {
    const [{ id, first, countHidden }, bia] = [await makeShown(), await makeSignedIn(world)];
    await askErasure(bia);
    expect((await sendNotice(world, first, {}, bia.browser)).body.mail).toBe("link");
    expect(await countHidden()).toBe(0);
    const senders = world.owner.selectFrom("notice").where("memberId", "=", id).select("senderId");
    expect(await senders.execute()).toEqual([{ senderId: null }]);
  });

  test("[T63] hides nothing when the staff has dismissed their reports again and again", async () => {
    const [{ first, countHidden }, bia] = [await makeShown(), await makeSignedIn(world)];
    const reviewed = { reviewedBy: (await makeMember(world.owner, { role: "admin" })).id, reviewedAt: new Date() };
    for (let madeCount = 0; madeCount < 3; madeCount += 1) {
      const { id } = await makeMember(world.owner, { role: "daddy" });
      const caseId = await makeCase(world, id, { status: "dismissed", ...reviewed });
      const report = { id: crypto.randomUUID(), caseId, reporterId: bia.id, reason: "underage" as const };
      await world.owner
        .insertInto("report")
        .values({ ...report, createdAt: new Date() })
        .execute();
    }
    await sendNotice(world, first, {}, bia.browser);
    expect(await countHidden()).toBe(0);
  });
});

describe("a confirmed mailbox", () => {
  test("[T63][D5.02] hides no profile of a member whose age is assured, whatever the notice is about", async () => {
    for (const kind of ["intimate", "minor"] as const) {
      const { id } = await makeShown();
      await world.owner.updateTable("profile").set({ birthOn: "1980-05-05" }).where("memberId", "=", id).execute();
      await sendConfirmedNotice(world, `/perfil/${id}`, { kind });
      expect(await isProfileHidden(id)).toBe(false);
    }
  });

  test("[T63] does not answer for what others sent in its name", async () => {
    const [dan, leo] = [await makeShown(), await makeShown()];
    const email = newEmail();
    // Two others use this mailbox: the notice of a member hides a photo, and that of a stranger is refused.
    await sendNotice(world, leo.first, { email }, (await makeSignedIn(world)).browser);
    await sendNotice(world, dan.first, { email });
    await decide((await listNotices(dan.id))[0]?.id ?? "", false);
    await sendNotice(world, dan.first, { email });
    expect(await dan.countHidden()).toBe(0);
    await confirmNotice(world, email);
    expect(await dan.countHidden()).toBe(1);
  });
});

/** The notices on the first three pages of the queue. */
async function listQueue() {
  const admin = await makeSignedIn(world, { role: "admin" });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => admin.browser.api.moderation.staffNotices({ query: { page } })),
  );
  return pages.flatMap(({ body }) => body.notices);
}

test("[T63] a stranger's grave notice is above what is hidden already and above what is not grave", async () => {
  const [dan, leo, rui] = [await makeShown(), await makeShown(), await makeShown()];
  await sendConfirmedNotice(world, `/perfil/${dan.id}`);
  await sendNotice(world, `/perfil/${leo.id}`, { kind: "other" });
  await sendNotice(world, `/perfil/${rui.id}`, { kind: "minor" });
  const order = (await listQueue()).map(({ member }) => member?.id);
  const at = (id: string) => order.indexOf(id);
  expect(at(rui.id)).toBeGreaterThanOrEqual(0);
  for (const { id } of [dan, leo]) expect(at(id)).toBeGreaterThan(at(rui.id));
});

test("[T63] among what is grave and in sight, the notices of known senders are above those of strangers, and those that are hidden below", async () => {
  const [dan, leo, rui, ivo] = [await makeShown(), await makeShown(), await makeShown(), await makeShown()];
  const bia = await makeSignedIn(world);
  await sendNotice(world, `/perfil/${dan.id}`, { kind: "minor" });
  await sendConfirmedNotice(world, `/perfil/${ivo.id}`);
  await sendNotice(world, `/perfil/${leo.id}`, {}, bia.browser);
  await world.owner.updateTable("profile").set({ birthOn: "1980-05-05" }).where("memberId", "=", rui.id).execute();
  await sendConfirmedNotice(world, `/perfil/${rui.id}`);
  const ids = [dan, leo, rui, ivo].map(({ id }) => id);
  const order = (await listQueue()).flatMap(({ member }) => (member && ids.includes(member.id) ? [member.id] : []));
  expect(order).toEqual([leo.id, rui.id, dan.id, ivo.id]);
});

test("[T63] a notice says that it hides, and is below what is in sight, only as long as it does", async () => {
  const [dan, leo] = [await makeShown(), await makeShown()];
  for (let sentCount = 0; sentCount < 2; sentCount += 1) await sendNotice(world, dan.first);
  const [first, second] = await listNotices(dan.id);
  await sendConfirmedNotice(world, leo.first);
  const findQueued = async () => {
    const queue = await listQueue();
    const at = (memberId: string) => queue.findIndex(({ member }) => member?.id === memberId);
    return { hasHidden: queue.find(({ id }) => id === second?.id)?.hasHidden, isAbove: at(dan.id) < at(leo.id) };
  };
  expect((await findQueued()).hasHidden).toBe(true);
  await decide(first?.id ?? "", false);
  expect(await dan.countHidden()).toBe(0);
  expect(await findQueued()).toEqual({ hasHidden: false, isAbove: true });
});
