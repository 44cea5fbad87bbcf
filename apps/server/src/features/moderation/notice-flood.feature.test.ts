import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { runJobs } from "../../testing/jobs.ts";
import { confirmNotice, readNoticeTokens, sendConfirmedNotice, sendNotice } from "../../testing/notices.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { mailWaitingNotices, sendAlarms } from "./jobs.ts";

const world = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "1000/3600" });
const HOUR = 3_600_000;
const CROWD = fewOrMany(10, 40);

const makeDaddies = (where: World, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(where.owner, { role: "daddy" })));
const linkTo = (fileName: string | undefined) => world.context.photoLinks.linkTo(fileName ?? "", "large", new Date());
const listHidden = async ({ owner }: World, ids: string[]) => {
  const rows = await owner
    .selectFrom("profile")
    .where("memberId", "in", ids)
    .where("hiddenAt", "is not", null)
    .select("memberId")
    .execute();
  return rows.map(({ memberId }) => memberId);
};
const countHiddenPhotos = async ({ owner }: World, memberId: string) =>
  (await owner.selectFrom("hiddenPhoto").where("memberId", "=", memberId).select("id").execute()).length;
const findNotice = ({ owner }: World, memberId: string) =>
  owner.selectFrom("notice").where("memberId", "=", memberId).selectAll().executeTakeFirstOrThrow();
const countMails = async ({ owner }: World, kind: string, recipient: string) => {
  const which = owner.selectFrom("mail").where("kind", "=", kind).where("recipient", "=", recipient);
  return (await which.select("id").execute()).length;
};

describe("notices with made-up mailboxes", () => {
  test(`[T63] from ${CROWD} addresses hide none of ${CROWD} profiles`, async () => {
    const daddies = await makeDaddies(world, CROWD);
    const replies = await Promise.all(daddies.map(({ id }) => sendNotice(world, `/perfil/${id}`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = daddies.map(({ id }) => id);
    expect(await listHidden(world, ids)).toEqual([]);
  });

  test("[T63] from one address hide none of five photos, and with five confirmed mailboxes one", async () => {
    const [dan] = await makeDaddies(world, 1);
    const id = dan?.id ?? "";
    const fileNames = await makePhotos(world.owner, id, [0, 1, 2, 3, 4]);
    const cafe = world.browser();
    const emails = fileNames.map(() => newEmail());
    for (const [at, email] of emails.entries()) {
      expect((await sendNotice(world, linkTo(fileNames[at]), { email }, cafe)).status).toBe(200);
    }
    expect(await countHiddenPhotos(world, id)).toBe(0);
    const confirmations = await Promise.all(emails.map((email) => confirmNotice(world, email)));
    expect(confirmations.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await countHiddenPhotos(world, id)).toBe(1);
  });

  test("[T63] in pairs from ten addresses hide one of five photos of a member, so that no profile goes photo by photo", async () => {
    const [dan] = await makeDaddies(world, 1);
    const id = dan?.id ?? "";
    const fileNames = await makePhotos(world.owner, id, [0, 1, 2, 3, 4]);
    await Promise.all([...fileNames, ...fileNames].map((fileName) => sendNotice(world, linkTo(fileName))));
    expect(await countHiddenPhotos(world, id)).toBe(1);
  });
});

describe("the limit of one mailbox", () => {
  test("[T58][T63][T87] mails it three times within the hour, however it is spelled; the fourth notice is stored, and its mail waits", async () => {
    const [dan] = await makeDaddies(world, 1);
    const name = crypto.randomUUID();
    const send = (tag: number) =>
      sendNotice(world, `/perfil/${dan?.id}`, { email: `${name}+${tag}@exemplo.invalid`, kind: "other" });
    for (const tag of [1, 2, 3]) expect((await send(tag)).body.mail).toBe("receipt");
    expect((await send(4)).body.mail).toBe("later");
    await runJobs(world);
    const mails = await world.owner.selectFrom("mail").where("recipient", "like", `${name}%`).select("id").execute();
    const notices = await world.owner
      .selectFrom("notice")
      .where("memberId", "=", dan?.id ?? "")
      .select("id")
      .execute();
    expect([mails.length, notices.length]).toEqual([3, 4]);
  });

  test("[T63] does not silence a member whose mailbox strangers have used up, and leaves it to its owner", async () => {
    const [dan] = await makeDaddies(world, 1);
    const email = newEmail();
    const bia = await makeSignedIn(world, { email });
    const send = (browser = world.browser()) => sendNotice(world, `/perfil/${dan?.id}`, { email }, browser);
    // A notice that a member sends in their own session does not count against the limit of guests.
    expect((await send(bia.browser)).body.mail).toBe("link");
    for (let sentCount = 0; sentCount < 3; sentCount += 1) expect((await send()).body.mail).toBe("link");
    expect((await send()).body.mail).toBe("later");
    expect((await send(bia.browser)).body.mail).toBe("link");
  });
});

describe("the brake of what notices hide within the hour", () => {
  test(`[T58][T63] stops ${CROWD} confirmed mailboxes from ${CROWD} addresses, tells the staff once an hour, and lets go by and by`, async () => {
    const braked = await openWorld({ LIMIT_NOTICE_HIDES: "4/3600" });
    const staff = newEmail();
    const admin = await makeSignedIn(braked, { role: "admin", email: staff });
    const daddies = await makeDaddies(braked, CROWD);
    const emails = daddies.map(() => newEmail());
    await Promise.all(daddies.map(({ id }, at) => sendNotice(braked, `/perfil/${id}`, { email: emails[at] ?? "" })));
    const replies = await Promise.all(emails.map((email) => confirmNotice(braked, email)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = daddies.map(({ id }) => id);
    const hiddenIds = await listHidden(braked, ids);
    expect(hiddenIds).toHaveLength(4);
    expect(await countMails(braked, "alarm-brake", staff)).toBe(1);
    const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
    const heldBack = notices.filter(({ member }) => !hiddenIds.includes(member?.id ?? ""));
    expect(new Set(heldBack.map(({ isBraked, sender }) => `${isBraked} ${sender}`))).toEqual(
      new Set(["true confirmed"]),
    );
    braked.pass(HOUR);
    const [late] = await makeDaddies(braked, 1);
    await sendConfirmedNotice(braked, `/perfil/${late?.id}`);
    expect(await listHidden(braked, [late?.id ?? ""])).toEqual([late?.id]);
  });
});

describe("a notice that the brake of hides held back", () => {
  const open = async () => {
    const braked = await openWorld({ LIMIT_NOTICE_HIDES: "1/3600" });
    const [first = { id: "" }, second = { id: "" }] = await makeDaddies(braked, 2);
    const [shownPhoto = "", otherPhoto = ""] = await Promise.all(
      [first, second].map(async ({ id }) => (await makePhotos(braked.owner, id, [0]))[0] ?? ""),
    );
    const link = (name: string) => braked.context.photoLinks.linkTo(name, "large", new Date());
    await sendNotice(
      braked,
      link(shownPhoto),
      {},
      (await makeSignedIn(braked, { createdAt: new Date(Date.now() - 24 * HOUR) })).browser,
    );
    const email = newEmail();
    await sendNotice(
      braked,
      link(otherPhoto),
      { email },
      (await makeSignedIn(braked, { createdAt: new Date(Date.now() - 24 * HOUR) })).browser,
    );
    const admin = await makeSignedIn(braked, { role: "admin" });
    const findQueued = async () => {
      const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
      const notice = notices.find(({ member }) => member?.id === second.id);
      return { isBraked: notice?.isBraked, hasHidden: notice?.hasHidden };
    };
    expect(await findQueued()).toEqual({ isBraked: true, hasHidden: false });
    return { braked, email, findQueued };
  };

  test("[T63] hides nothing by itself when the hour is over, and may be confirmed then", async () => {
    const { braked, email, findQueued } = await open();
    braked.pass(HOUR);
    expect(await findQueued()).toEqual({ isBraked: true, hasHidden: false });
    expect((await confirmNotice(braked, email)).status).toBe(200);
    expect(await findQueued()).toEqual({ isBraked: false, hasHidden: true });
  });

  test("[T63] is held back again when it is confirmed while the brake holds", async () => {
    const { braked, email, findQueued } = await open();
    expect((await confirmNotice(braked, email)).status).toBe(200);
    expect(await findQueued()).toEqual({ isBraked: true, hasHidden: false });
  });
});

describe("the brake of notices without a session", () => {
  const open = async () => {
    const flooded = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "2/3600" });
    const staff = newEmail();
    const admin = await makeSignedIn(flooded, { role: "admin", email: staff });
    const [waitingMember = { id: "" }, dan = { id: "" }] = await makeDaddies(flooded, 2);
    const fileNames = await makePhotos(flooded.owner, dan.id, [0, 1, 2]);
    const link = flooded.context.photoLinks.linkTo(fileNames[0] ?? "", "large", new Date());
    const email = newEmail();
    await sendNotice(flooded, `/perfil/${waitingMember.id}`, { email });
    await sendNotice(flooded, link);
    return { flooded, admin, staff, waitingMember, dan, link, email };
  };

  test("[T58][T63] stores and queues what comes above it, lets its mail wait and hides nothing by it", async () => {
    const { flooded, admin, staff, dan, link } = await open();
    const emails = [newEmail(), newEmail(), newEmail()];
    const replies = await Promise.all(emails.map((email) => sendNotice(flooded, link, { email, kind: "minor" })));
    expect(replies.map(({ status, body }) => [status, body.mail])).toEqual(Array(3).fill([200, "later"]));
    const mails = await flooded.owner.selectFrom("mail").where("recipient", "in", emails).select("id").execute();
    expect([mails.length, await countHiddenPhotos(flooded, dan.id)]).toEqual([0, 0]);
    const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
    expect(notices.filter(({ isBraked }) => isBraked)).toHaveLength(3);
    // The two notices below the limit are counted in one mail, and all above the limit cause one other mail.
    await sendAlarms(flooded.context);
    const alarm = flooded.owner.selectFrom("mail").select("bodyText").where("kind", "=", "alarm");
    const { bodyText } = await alarm.where("recipient", "=", staff).executeTakeFirstOrThrow();
    expect(bodyText).toContain("2 denúncias do formulário público");
    expect(await countMails(flooded, "alarm", staff)).toBe(1);
    expect(await countMails(flooded, "alarm-brake", staff)).toBe(1);
  });

  test("[T63][T87] lets a notice whose mail waited hide something once that mail is confirmed", async () => {
    const { flooded, dan, link } = await open();
    const email = newEmail();
    expect((await sendNotice(flooded, link, { email })).body.mail).toBe("later");
    flooded.pass(HOUR);
    expect([await mailWaitingNotices(flooded.context), await countHiddenPhotos(flooded, dan.id)]).toEqual([1, 0]);
    expect((await confirmNotice(flooded, email)).status).toBe(200);
    expect(await countHiddenPhotos(flooded, dan.id)).toBe(1);
  });

  test("[T63] is no weapon: a known sender gets through during a flood, by a session and by a mail that was sent before", async () => {
    const { flooded, waitingMember, dan, link, email } = await open();
    await sendNotice(flooded, `/perfil/${waitingMember.id}`);
    const bia = await makeSignedIn(flooded);
    expect((await sendNotice(flooded, link, {}, bia.browser)).body.mail).toBe("link");
    expect((await confirmNotice(flooded, email)).status).toBe(200);
    expect([await countHiddenPhotos(flooded, dan.id), await listHidden(flooded, [waitingMember.id])]).toEqual([
      1,
      [waitingMember.id],
    ]);
  });
});

describe("the link that confirms a notice", () => {
  test("[T63] works once, also when three open it at the same instant, and not after the decision", async () => {
    const [dan, leo] = await makeDaddies(world, 2);
    const [email, otherEmail] = [newEmail(), newEmail()];
    await sendNotice(world, `/perfil/${dan?.id}`, { email });
    const [token = ""] = await readNoticeTokens(world, email);
    const open = (secret: string) => world.browser().api.moderation.confirmNotice({ body: { token: secret } });
    const openings = [1, 2, 3].map(() => () => open(token));
    const replies = await race(world.owner, holdWrites("notice"), openings);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    expect((await findNotice(world, dan?.id ?? "")).confirmationHash).toHaveLength(32);

    await sendNotice(world, `/perfil/${leo?.id}`, { email: otherEmail });
    const admin = await makeSignedIn(world, { role: "admin" });
    const { id } = await findNotice(world, leo?.id ?? "");
    const body = { isAccepted: false, answer: "Obrigado." };
    expect((await admin.browser.api.moderation.decideNotice({ params: { id }, body })).status).toBe(200);
    expect((await open((await readNoticeTokens(world, otherEmail))[0] ?? "")).failure.code).toBe(
      "CONFIRMATION_LINK_INVALID",
    );
    expect(await listHidden(world, [leo?.id ?? ""])).toEqual([]);
  });
});
