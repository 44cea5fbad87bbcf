import { reviewAnswers, reviewReasons } from "@caramelo/contract/texts/moderation";
import { describe, expect, test } from "vitest";
import { readLink, readMails } from "../../testing/mails.ts";
import { sendConfirmedNotice } from "../../testing/notices.ts";
import { newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents, SELF_CHANGED, unread } from "../../testing/published-events.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_NOTICE_HIDES: "1000/3600" });

/** A member of whom a notice has just hidden a photo or the profile, and a member of the staff. */
async function openHidden(what: "photo" | "profile") {
  const email = newEmail();
  const admin = await makeSignedIn(world, { role: "admin" });
  const dan = { ...(await makeSignedIn(world, { role: "daddy", email })), email };
  const [fileName = ""] = await makePhotos(world.owner, dan.id, [0, 1, 2]);
  const link = world.context.photoLinks.linkTo(fileName, "large", new Date());
  const { publishedTo } = recordPublishedEvents(world);
  await sendConfirmedNotice(world, what === "photo" ? link : `/perfil/${dan.id}`);
  const { id } = await world.owner
    .selectFrom("notice")
    .where("memberId", "=", dan.id)
    .select("id")
    .executeTakeFirstOrThrow();
  const decide = (isAccepted: boolean) =>
    admin.browser.api.moderation.decideNotice({ params: { id }, body: { isAccepted, answer: "Olhamos a foto." } });
  const findNotice = async (status: "pending" | "decided" = "pending") => {
    const { notices } = (await admin.browser.api.moderation.staffNotices({ query: { status } })).body;
    return notices.find((notice) => notice.id === id);
  };
  const readMeasures = async () => (await dan.browser.api.moderation.measures()).body.measures;
  return { admin, dan, publishedTo, decide, findNotice, readMeasures };
}

describe("a member whom a notice hides", () => {
  test.each(["photo", "profile"] as const)(
    "[T63] is told at once, by mail and in the bell, and may answer before the decision: a %s",
    async (what) => {
      const { dan, publishedTo, findNotice, readMeasures } = await openHidden(what);
      expect(publishedTo(dan)).toEqual([SELF_CHANGED, unread(1)]);
      const [measure] = await readMeasures();
      expect(measure).toMatchObject({ kind: "under_review", reason: reviewReasons[what], mayAppeal: true });
      const { page, token } = await readLink(world, dan.email);
      expect(page).toMatch(/\/recurso$/);
      const text = "A foto é minha, e eu a publiquei.";
      const appealAnswer = await world.browser().api.moderation.appealByToken({ body: { token, text } });
      expect(appealAnswer.body.measure).toMatchObject({ mayAppeal: false, appeal: { text, decision: null } });
      expect(await findNotice()).toMatchObject({ reply: { text, at: expect.any(String) }, hasHidden: true });
    },
  );

  test("[T63] is answered by the decision of the notice, and nowhere else", async () => {
    const { admin, dan, decide, findNotice, readMeasures } = await openHidden("photo");
    const [measure] = await readMeasures();
    const params = { id: measure?.id ?? "" };
    const replied = await dan.browser.api.moderation.appeal({ params, body: { text: "É minha." } });
    expect(replied.status).toBe(200);
    const { appeals } = (await admin.browser.api.moderation.staffAppeals({ query: {} })).body;
    expect(appeals.filter(({ memberId }) => memberId === dan.id)).toEqual([]);
    const attempt = { params, body: { isGranted: true, answer: "Sim." } };
    expect((await admin.browser.api.moderation.decideAppeal(attempt)).failure.code).toBe("NOT_FOUND");
    expect((await decide(false)).status).toBe(200);
    const [endedMeasure] = await readMeasures();
    expect(endedMeasure).toMatchObject({
      endedAt: expect.any(String),
      appeal: { decision: { isGranted: true, answer: reviewAnswers.shown } },
    });
    expect((await readMails(world, dan.email)).map(({ kind }) => kind)).toEqual(["measure-review", "review-ended"]);
    expect(await findNotice("decided")).toMatchObject({ status: "refused", reply: { text: "É minha." } });
  });

  test("[T63] reads that the staff took the photo by a separate measure, with its own appeal", async () => {
    const { dan, decide, readMeasures } = await openHidden("photo");
    const [review] = await readMeasures();
    await dan.browser.api.moderation.appeal({ params: { id: review?.id ?? "" }, body: { text: "É minha." } });
    await decide(true);
    const measures = await readMeasures();
    expect(measures.map(({ kind, mayAppeal }) => [kind, mayAppeal]).sort()).toEqual([
      ["photo_hidden", true],
      ["under_review", false],
    ]);
    const endedMeasure = measures.find(({ kind }) => kind === "under_review");
    expect(endedMeasure?.appeal?.decision).toMatchObject({ isGranted: false, answer: reviewAnswers.taken });
    expect((await readMails(world, dan.email)).map(({ kind }) => kind)).toEqual(["measure-review", "measure-photo"]);
  });

  test("[T63] is told that the staff has shown it again, though the notice waits on", async () => {
    const { admin, dan, findNotice, readMeasures } = await openHidden("profile");
    const notice = await findNotice();
    const restoreAnswer = await admin.browser.api.moderation.restoreHidden({ params: { id: notice?.caseId ?? "" } });
    expect(restoreAnswer.status).toBe(200);
    const { hiddenAt } = await world.owner
      .selectFrom("profile")
      .where("memberId", "=", dan.id)
      .select("hiddenAt")
      .executeTakeFirstOrThrow();
    expect(hiddenAt).toBeNull();
    expect((await readMeasures())[0]?.endedAt).not.toBeNull();
    expect((await readMails(world, dan.email)).map(({ kind }) => kind)).toEqual(["measure-review", "review-ended"]);
  });
});

test("[T63] a member who is hidden by reports, and then by a notice alone, is told when the reports are dismissed", async () => {
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const reporters = [
    await makeSignedIn(world, { createdAt: dayAgo(90) }),
    await makeSignedIn(world, { createdAt: dayAgo(80) }),
  ];
  const email = newEmail();
  const [admin, dan] = [
    await makeSignedIn(world, { role: "admin" }),
    await makeSignedIn(world, { role: "daddy", email }),
  ];
  const [fileName = ""] = await makePhotos(world.owner, dan.id, [0, 1, 2]);
  const photoLink = world.context.photoLinks.linkTo(fileName, "large", new Date());
  const report = { memberId: dan.id, reason: "inappropriate_photos" as const, photoLink };
  for (const { browser } of reporters) expect((await browser.api.moderation.report({ body: report })).status).toBe(200);
  await sendConfirmedNotice(world, photoLink);
  const readMeasures = async () => (await dan.browser.api.moderation.measures()).body.measures;
  expect(await readMeasures()).toEqual([]);
  const { notices } = (await admin.browser.api.moderation.staffNotices({ query: {} })).body;
  const notice = notices.find(({ member }) => member?.id === dan.id);
  const params = { id: notice?.caseId ?? "" };
  const closeAnswer = await admin.browser.api.moderation.closeCase({ params, body: { status: "dismissed" } });
  expect(closeAnswer.status).toBe(200);
  expect(await readMeasures()).toMatchObject([{ kind: "under_review", reason: reviewReasons.photo, mayAppeal: true }]);
  const decision = { params: { id: notice?.id ?? "" }, body: { isAccepted: false, answer: "Olhamos a foto." } };
  expect((await admin.browser.api.moderation.decideNotice(decision)).status).toBe(200);
  expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["measure-review", "review-ended"]);
});
