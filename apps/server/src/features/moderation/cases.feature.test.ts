import { shortEmail } from "@caramelo/contract/formats/short-email";
import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { readMails } from "../../testing/mails.ts";
import { makeCase } from "../../testing/moderation.ts";
import { makeMember, sampleAbout } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepOldPhotoObjects, sweepPhotoObjects } from "../photos/jobs.ts";
import { sendAlarms, sweepEvidence } from "./jobs.ts";

const world = await openWorld({ LIMIT_NOTICE_HIDES: "1000/3600" });
const DAY = 86_400_000;
const HOUR = 3_600_000;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type IdOf = { id: string };

const makeAdmin = () => makeSignedIn(world, { role: "admin" });
const report = (
  { browser }: Person,
  { id }: IdOf,
  reason: ReportReason,
  more: { photoLink?: string; details?: string } = {},
) => browser.api.moderation.report({ body: { memberId: id, reason, ...more } });
/** Reporters join long ago and two hours apart, so that they do not seem to be one person. */
let joinedCount = 0;
const makeReporter = () => {
  joinedCount += 1;
  return makeSignedIn(world, { createdAt: new Date(Date.now() - 100 * DAY + joinedCount * 2 * HOUR) });
};
const makeDaddy = async (photos = 3) => {
  const dan = await makeMember(world.owner, { role: "daddy", name: "Daniel" });
  const fileNames = photos > 0 ? await makePhotos(world.owner, dan.id, [0, 1, 2, 3, 4].slice(0, photos)) : [];
  return { ...dan, fileNames };
};
const linkOf = (fileName = "") => world.context.photoLinks.linkTo(fileName, "medium", new Date());
const findCaseOf = async ({ id }: IdOf) => {
  const row = await world.owner
    .selectFrom("reportCase")
    .where("reportedId", "=", id)
    .orderBy("openedAt", "desc")
    .select("id")
    .executeTakeFirstOrThrow();
  return row.id;
};
const openStaffCase = async ({ browser }: Person, id: string) =>
  (await browser.api.moderation.staffCase({ params: { id } })).body;
const listShown = async ({ id }: IdOf) => {
  const rows = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select("fileName")
    .execute();
  return rows.map(({ fileName }) => fileName);
};
const maySee = async ({ browser }: Person, { id }: IdOf) =>
  (await browser.api.profiles.read({ params: { id } })).status === 200;

describe("the queue", () => {
  test("[K2.61][K2.62][K7.04] shows what waits by severity and then the latest first, with names, addresses and reasons", async () => {
    const [admin, ana] = [await makeAdmin(), await makeReporter()];
    const [dan, leo, rui] = [await makeDaddy(0), await makeDaddy(0), await makeDaddy(0)];
    await report(ana, dan, "spam_or_scam");
    await report(ana, leo, "harassment");
    await report(ana, rui, "other", { details: "Diz coisas estranhas." });
    const { cases, waiting: waitingCount } = (
      await admin.browser.api.moderation.staffCases({ query: { status: "pending" } })
    ).body;
    const own = cases.filter(({ reported }) => [dan.id, leo.id, rui.id].includes(reported.id));
    expect(own.map(({ reported }) => reported.id)).toEqual([leo.id, dan.id, rui.id]);
    expect(own[0]).toMatchObject({
      status: "pending",
      reported: { name: "Daniel", email: shortEmail(leo.email) },
      reporter: { id: ana.id, name: "Ana" },
      reportCount: 1,
      reasons: ["Assédio"],
    });
    expect(own[2]?.reasons).toEqual(["Outro: Diz coisas estranhas."]);
    expect(waitingCount.cases).toBeGreaterThanOrEqual(3);
  });

  test("[K4.09][K6.06][T25] is left by a case that the staff reviewed or dismissed, with the time and who of the staff it was", async () => {
    const [admin, ana, dan] = [await makeAdmin(), await makeReporter(), await makeDaddy(0)];
    await report(ana, dan, "spam_or_scam");
    const id = await findCaseOf(dan);
    const close = () => admin.browser.api.moderation.closeCase({ params: { id }, body: { status: "dismissed" } });
    expect((await close()).status).toBe(200);
    expect((await close()).failure.code).toBe("CASE_CLOSED");
    const storedCase = await world.owner
      .selectFrom("reportCase")
      .where("id", "=", id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(storedCase).toMatchObject({ status: "dismissed", reviewedBy: admin.id, reviewedAt: expect.any(Date) });
    const { cases } = (await admin.browser.api.moderation.staffCases({ query: { status: "dismissed" } })).body;
    expect(cases.find((reportCase) => reportCase.id === id)).toMatchObject({ reviewedBy: "Ana" });
    const entry = await world.owner
      .selectFrom("auditEntry")
      .where("subjectId", "=", dan.id)
      .select(["action", "actorId"])
      .execute();
    expect(entry).toEqual([{ action: "report.dismissed", actorId: admin.id }]);
  });

  test("[T25] takes no reviewer from the browser", async () => {
    const [admin, dan] = [await makeAdmin(), await makeDaddy(0)];
    const id = await makeCase(world, dan.id);
    const reply = await admin.browser.raw(`/api/admin/reports/${id}/status`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: "reviewed", reviewedBy: dan.id }),
    });
    expect(reply.status).toBe(400);
  });

  test("is walked through from one case to the next, and after the last from the first again", async () => {
    const quiet = await openWorld();
    const admin = await makeSignedIn(quiet, { role: "admin" });
    const dans = await Promise.all([3, 2, 2, 0].map(() => makeMember(quiet.owner, { role: "daddy" })));
    const ids: string[] = [];
    for (const [at, severity] of [3, 2, 2, 0].entries())
      ids.push(await makeCase(quiet, dans[at]?.id ?? "", { severity, openedAt: new Date(Date.now() - at * HOUR) }));
    const nextOf = async (id = "") => (await openStaffCase(admin, id)).nextId;
    for (const [at, id] of ids.entries()) expect(await nextOf(id)).toBe(ids[(at + 1) % ids.length]);
    await admin.browser.api.moderation.closeCase({ params: { id: ids[1] ?? "" }, body: { status: "reviewed" } });
    expect([await nextOf(ids[0]), await nextOf(ids[1])]).toEqual([ids[2], ids[2]]);
  });

  test("shows twenty a page with the number of all", async () => {
    const admin = await makeAdmin();
    const dan = await makeDaddy(0);
    for (let i = 0; i < 23; i += 1)
      await makeCase(world, dan.id, { status: "dismissed", reviewedAt: new Date(), reviewedBy: admin.id });
    const read = async (page: number) =>
      (await admin.browser.api.moderation.staffCases({ query: { status: "dismissed", page } })).body;
    const [first, second] = [await read(1), await read(2)];
    expect(first.cases).toHaveLength(20);
    expect(first.count).toBe(second.count);
    expect(second.cases.length).toBe(Math.min(20, first.count - 20));
    expect(new Set([...first.cases, ...second.cases].map(({ id }) => id)).size).toBe(20 + second.cases.length);
  });
});

describe("evidence", () => {
  test("keeps messages, photos and words as they were, whatever the reported member changes or removes then", async () => {
    const [admin, ana] = [await makeAdmin(), await makeReporter()];
    const dan = await makeSignedIn(world, { role: "daddy", name: "Daniel" });
    const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2]);
    for (const name of fileNames) await world.context.storage.put(photoKey(name, "small"), new Uint8Array([7]));
    const body = { clientId: crypto.randomUUID(), text: "quem é você?" };
    await ana.browser.api.messaging.send({ params: { memberId: dan.id }, body });
    await report(ana, dan, "fake_profile");
    const photos = (await dan.browser.api.profiles.mine()).body.photos;
    const goneId = photos[0]?.id ?? "";
    expect((await dan.browser.api.photos.remove({ params: { id: goneId } })).status).toBe(200);
    world.pass(2 * HOUR);
    await sweepPhotoObjects(world.context);
    await world.owner.updateTable("profile").set({ bio: "Outra bio." }).where("memberId", "=", dan.id).execute();

    const { evidence } = await openStaffCase(admin, await findCaseOf(dan));
    expect(evidence.messages.map(({ text, senderId }) => [text, senderId])).toEqual([["quem é você?", ana.id]]);
    expect(evidence.profile).toMatchObject({ name: "Daniel", ...sampleAbout });
    expect(evidence.photos.map(({ state }) => state).sort()).toEqual(["removed", "shown", "shown"]);
    const keptPhoto = evidence.photos.find(({ state }) => state === "removed");
    expect((await admin.browser.raw(keptPhoto?.small ?? "")).status).toBe(200);
    expect((await ana.browser.raw(keptPhoto?.small ?? "")).status).toBe(404);
  });

  test("[D5.13] lasts six months after it was kept and not as long as its case is open, and its files go with it", async () => {
    const [admin, ana, dan, leo] = [await makeAdmin(), await makeReporter(), await makeDaddy(2), await makeDaddy(2)];
    await report(ana, dan, "harassment");
    await report(ana, leo, "harassment");
    const id = await findCaseOf(dan);
    await admin.browser.api.moderation.closeCase({ params: { id }, body: { status: "reviewed" } });
    const [first = ""] = dan.fileNames;
    await world.owner.deleteFrom("photo").where("memberId", "=", dan.id).execute();
    const count = async ({ id: memberId }: IdOf) => {
      const caseId = await findCaseOf({ id: memberId });
      return (await world.owner.selectFrom("casePhoto").where("caseId", "=", caseId).select("fileName").execute())
        .length;
    };
    const hasObject = async () =>
      (await world.owner.selectFrom("photoObject").where("fileName", "=", first).select("fileName").execute()).length >
      0;
    const countPieces = async () => {
      const { rows } = await sql<{ count: number }>`
        select ((select count(*) from case_message) + (select count(*) from case_photo)
          + (select count(*) from case_profile))::int as count`.execute(world.owner);
      return rows[0]?.count ?? 0;
    };
    const laterContext = { ...world.context, clock: { now: () => new Date(Date.now() + 182 * DAY) } };
    await sweepEvidence(laterContext);
    expect([await count(dan), await count(leo)]).toEqual([2, 2]);
    const later = { ...world.context, clock: { now: () => new Date(Date.now() + 184 * DAY) } };
    await sweepOldPhotoObjects(later);
    expect(await hasObject()).toBe(true);
    const before = await countPieces();
    const removedCount = await sweepEvidence(later);
    expect(removedCount).toBeGreaterThanOrEqual(3);
    expect(removedCount).toBe(before - (await countPieces()));
    expect([await count(dan), await count(leo)]).toEqual([0, 2]);
    await sweepOldPhotoObjects(later);
    expect(await hasObject()).toBe(false);
  });
});

describe("a report for a minor", () => {
  test("[D5.02][T39] hides the profile at once, calls the staff, and a dismissal shows it again", async () => {
    const [admin, ana, bia] = [await makeAdmin(), await makeReporter(), await makeReporter()];
    const dan = await makeSignedIn(world, { role: "daddy" });
    expect(await maySee(bia, dan)).toBe(true);
    await report(ana, dan, "underage");
    // No job has run yet.
    expect(await maySee(bia, dan)).toBe(false);
    // The member stays signed in and can read their own profile.
    expect((await dan.browser.api.profiles.mine()).status).toBe(200);
    await sendAlarms(world.context);
    const alarm = await world.owner.selectFrom("mail").where("kind", "=", "alarm").select("recipient").execute();
    expect(alarm.length).toBeGreaterThan(0);
    const id = await findCaseOf(dan);
    expect(await openStaffCase(admin, id)).toMatchObject({ severity: 3, isHidden: true, member: { status: "hidden" } });
    await admin.browser.api.moderation.closeCase({ params: { id }, body: { status: "dismissed" } });
    expect(await maySee(bia, dan)).toBe(true);
  });

  test("[D5.02] hides nothing of a member whose age is assured, and is at the top of the queue", async () => {
    const [admin, ana] = [await makeAdmin(), await makeReporter()];
    const [dan, leo] = [await makeDaddy(0), await makeDaddy(0)];
    await world.owner.updateTable("profile").set({ birthOn: "1980-05-05" }).where("memberId", "=", dan.id).execute();
    await report(ana, dan, "underage");
    await report(ana, leo, "harassment");
    expect(await maySee(ana, dan)).toBe(true);
    const { cases } = (await admin.browser.api.moderation.staffCases({ query: { status: "pending" } })).body;
    const places = [dan, leo].map(({ id }) => cases.findIndex(({ reported }) => reported.id === id));
    expect(places[0]).toBeLessThan(places[1] ?? 0);
    expect(cases[places[0] ?? 0]).toMatchObject({ severity: 3, isHidden: false });
  });

  test("[D5.02] can be undone without closing the case", async () => {
    const [admin, ana, dan] = [await makeAdmin(), await makeReporter(), await makeDaddy(0)];
    await report(ana, dan, "underage");
    const id = await findCaseOf(dan);
    expect((await admin.browser.api.moderation.restoreHidden({ params: { id } })).status).toBe(200);
    expect(await maySee(ana, dan)).toBe(true);
    expect(await openStaffCase(admin, id)).toMatchObject({ status: "pending", isHidden: false });
  });

  test("[D5.04][T63] hides nothing again that the staff has shown again with the case still open, no matter who repeats it", async () => {
    const [admin, ana, bia, dan] = [await makeAdmin(), await makeReporter(), await makeReporter(), await makeDaddy(0)];
    await report(ana, dan, "underage");
    const id = await findCaseOf(dan);
    await admin.browser.api.moderation.restoreHidden({ params: { id } });
    for (const reporter of [ana, bia]) await report(reporter, dan, "underage");
    expect(await maySee(ana, dan)).toBe(true);
    expect(await openStaffCase(admin, id)).toMatchObject({ severity: 3, reportCount: 2, isHidden: false });
  });

  test("[D5.04][T63] hides nothing again of a member about whom the same report was dismissed", async () => {
    const [admin, ana, bia, dan] = [await makeAdmin(), await makeReporter(), await makeReporter(), await makeDaddy(0)];
    await report(ana, dan, "underage");
    const closing = { params: { id: await findCaseOf(dan) }, body: { status: "dismissed" as const } };
    await admin.browser.api.moderation.closeCase(closing);
    await report(ana, dan, "underage");
    expect(await maySee(ana, dan)).toBe(true);
    await report(bia, dan, "underage");
    expect(await maySee(ana, dan)).toBe(false);
  });

  test("[D5.04] hides nothing more of the same reporter until the staff has looked, and then again", async () => {
    const [admin, ana, dan, leo] = [await makeAdmin(), await makeReporter(), await makeDaddy(0), await makeDaddy(0)];
    await report(ana, dan, "underage");
    await report(ana, leo, "underage");
    expect([await maySee(ana, dan), await maySee(ana, leo)]).toEqual([false, true]);
    await admin.browser.api.moderation.closeCase({
      params: { id: await findCaseOf(dan) },
      body: { status: "dismissed" },
    });
    const rui = await makeDaddy(0);
    await report(ana, rui, "underage");
    expect(await maySee(ana, rui)).toBe(false);
  });

  test("[D5.04] hides one profile of a reporter who sends three at the same instant", async () => {
    const ana = await makeReporter();
    const daddies = [await makeDaddy(0), await makeDaddy(0), await makeDaddy(0)];
    const reports = daddies.map((dan) => () => report(ana, dan, "underage"));
    const replies = await race(world.owner, holdWrites("automaticHide"), reports);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const seenFlags = await Promise.all(daddies.map((dan) => maySee(ana, dan)));
    expect(seenFlags.toSorted()).toEqual([false, true, true]);
  });

  test("[T63] of a serial false reporter hides nothing", async () => {
    const [admin, ana] = [await makeAdmin(), await makeReporter()];
    for (let i = 0; i < 3; i += 1) {
      const dan = await makeDaddy(0);
      await report(ana, dan, "spam_or_scam");
      const id = await findCaseOf(dan);
      await admin.browser.api.moderation.closeCase({ params: { id }, body: { status: "dismissed" } });
    }
    const leo = await makeDaddy(0);
    await report(ana, leo, "underage");
    expect(await maySee(ana, leo)).toBe(true);
    const { reports } = await openStaffCase(admin, await findCaseOf(leo));
    expect(reports[0]?.reporter).toMatchObject({ cases: 4, dismissed: 3, isSerialFalse: true });
  });
});

describe("a report for a photo", () => {
  test("[D5.03][T39] hides it when two unrelated members mean the same one, and the others close up", async () => {
    const [ana, bia, dan] = [await makeReporter(), await makeReporter(), await makeDaddy()];
    const [first, second, third] = dan.fileNames;
    await report(ana, dan, "inappropriate_photos", { photoLink: linkOf(second) });
    expect(await listShown(dan)).toEqual([first, second, third]);
    await report(bia, dan, "inappropriate_photos", { photoLink: linkOf(second) });
    expect(await listShown(dan)).toEqual([first, third]);
  });

  test("[D5.03] means the main photo when it names none, and hides nothing when the two mean different ones", async () => {
    const [ana, bia, eva, dan] = [await makeReporter(), await makeReporter(), await makeReporter(), await makeDaddy()];
    await report(ana, dan, "inappropriate_photos");
    await report(bia, dan, "inappropriate_photos", { photoLink: linkOf(dan.fileNames[2]) });
    expect(await listShown(dan)).toHaveLength(3);
    await report(eva, dan, "inappropriate_photos");
    expect(await listShown(dan)).toEqual(dan.fileNames.slice(1));
  });

  test("[D5.03][T63] hides nothing when the two joined within the same hour, or one repeats it", async () => {
    const createdAt = new Date(Date.now() - 50 * DAY);
    const [ana, bia, dan] = [
      await makeSignedIn(world, { createdAt }),
      await makeSignedIn(world, { createdAt }),
      await makeDaddy(),
    ];
    for (const reporter of [ana, ana, bia]) await report(reporter, dan, "inappropriate_photos");
    expect(await listShown(dan)).toHaveLength(3);
  });

  test("[D5.04] hides no photo again that the staff has shown again with the case still open", async () => {
    const [admin, ana, bia, eva, dan] = [
      await makeAdmin(),
      await makeReporter(),
      await makeReporter(),
      await makeReporter(),
      await makeDaddy(),
    ];
    for (const reporter of [ana, bia]) await report(reporter, dan, "inappropriate_photos");
    await admin.browser.api.moderation.restoreHidden({ params: { id: await findCaseOf(dan) } });
    await report(eva, dan, "inappropriate_photos");
    expect(await listShown(dan)).toEqual(dan.fileNames);
  });

  test("a dismissal puts the photo back where it was", async () => {
    const [admin, ana, bia, dan] = [await makeAdmin(), await makeReporter(), await makeReporter(), await makeDaddy()];
    for (const reporter of [ana, bia]) await report(reporter, dan, "inappropriate_photos");
    const id = await findCaseOf(dan);
    await admin.browser.api.moderation.closeCase({ params: { id }, body: { status: "dismissed" } });
    expect(await listShown(dan)).toEqual(dan.fileNames);
  });

  test("the staff takes it away for good, and the case is reviewed", async () => {
    const [admin, ana, bia, dan] = [await makeAdmin(), await makeReporter(), await makeReporter(), await makeDaddy()];
    for (const reporter of [ana, bia]) await report(reporter, dan, "inappropriate_photos");
    const id = await findCaseOf(dan);
    const { evidence } = await openStaffCase(admin, id);
    const hiddenPhoto = evidence.photos.find(({ state }) => state === "hidden");
    const body = { reason: "Sem nudez, por favor.", caseId: id };
    expect(
      (await admin.browser.api.moderation.hidePhoto({ params: { id: hiddenPhoto?.photoId ?? "" }, body })).status,
    ).toBe(200);
    expect(await listShown(dan)).toEqual(dan.fileNames.slice(1));
    expect(await openStaffCase(admin, id)).toMatchObject({ status: "reviewed", isHidden: false });
  });
});

test("the case shows the member's history next to it: other cases, measures, and whether they repeat", async () => {
  const [admin, ana, dan] = [await makeAdmin(), await makeReporter(), await makeDaddy(0)];
  for (const reason of ["harassment", "spam_or_scam"] as const) {
    await report(ana, dan, reason);
    const body = { reason: "Seja gentil.", caseId: await findCaseOf(dan) };
    await admin.browser.api.moderation.warn({ params: { id: dan.id }, body });
  }
  await report(ana, dan, "fake_profile");
  const { member, nextId } = await openStaffCase(admin, await findCaseOf(dan));
  expect(member.isRepeatOffender).toBe(true);
  expect(member.measures.map(({ kind, takenBy }) => [kind, takenBy])).toEqual([
    ["warning", "Ana"],
    ["warning", "Ana"],
  ]);
  expect(member.cases.map(({ status }) => status)).toEqual(["reviewed", "reviewed"]);
  expect(nextId).not.toBeNull();
});

describe("two of the staff at once", () => {
  test("decide a case by one measure: the second person reads so, and the member gets one mail", async () => {
    const [eva, rui, ana, dan] = [await makeAdmin(), await makeAdmin(), await makeReporter(), await makeDaddy(0)];
    await report(ana, dan, "harassment");
    const body = { reason: "Seja gentil.", caseId: await findCaseOf(dan) };
    const { id } = dan;
    const replies = await race(world.owner, holdWrites("measure", "reportCase"), [
      () => eva.browser.api.moderation.warn({ params: { id }, body }),
      () => rui.browser.api.moderation.suspend({ params: { id }, body }),
      () => rui.browser.api.moderation.warn({ params: { id }, body }),
    ]);
    expect(replies.map(({ status, failure }) => failure?.code ?? status)).toEqual([200, "CASE_CLOSED", "CASE_CLOSED"]);
    expect(await readMails(world, dan.email)).toHaveLength(1);
    // A measure that names no case can still be taken when the case is closed.
    const more = await rui.browser.api.moderation.warn({ params: { id }, body: { reason: "De novo." } });
    expect(more.status).toBe(200);
  });

  test("take a photo once, and the case shows that it is gone", async () => {
    const [eva, rui, ana, dan] = [await makeAdmin(), await makeAdmin(), await makeReporter(), await makeDaddy()];
    await report(ana, dan, "inappropriate_photos");
    const caseId = await findCaseOf(dan);
    const meantId = (await openStaffCase(eva, caseId)).reports[0]?.photoId ?? "";
    const take = ({ browser }: Person) =>
      browser.api.moderation.hidePhoto({ params: { id: meantId }, body: { reason: "Sem nudez." } });
    const takes = [eva, rui].map((person) => () => take(person));
    const replies = await race(world.owner, holdWrites("photo", "measure"), takes);
    expect(replies.map(({ status }) => status)).toEqual([200, 404]);
    const { member, evidence } = await openStaffCase(eva, caseId);
    expect(member.measures).toHaveLength(1);
    expect(evidence.photos.find(({ photoId }) => photoId === meantId)?.state).toBe("taken");
  });
});

test("a measure cannot close the case of another member", async () => {
  const [admin, ana, dan, leo] = [await makeAdmin(), await makeReporter(), await makeDaddy(0), await makeDaddy(0)];
  await report(ana, dan, "harassment");
  const body = { reason: "Seja gentil.", caseId: await findCaseOf(dan) };
  expect((await admin.browser.api.moderation.warn({ params: { id: leo.id }, body })).failure.code).toBe("NOT_FOUND");
  expect(await openStaffCase(admin, await findCaseOf(dan))).toMatchObject({ status: "pending" });
});
