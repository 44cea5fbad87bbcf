import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { readMails } from "../../testing/mails.ts";
import { makeCase } from "../../testing/moderation.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const few = await openWorld({
  LIMIT_STAFF_PAGES: "60/86400",
  LIMIT_STAFF_EMAILS: "5/86400",
  LIMIT_STAFF_SUSPENSIONS: "2/3600",
});
const HOUR = 3_600_000;

type World = typeof world;
type Browser = ReturnType<World["browser"]>;

async function makeStaff(where: World, staffRole: "owner" | "moderator" = "moderator") {
  const { id, email } = await makeMember(where.owner, { role: "admin", staffRole });
  return { id, email, browser: await openBrowserOf(where, id) };
}

const listEntries = (where: World, actorId: string) =>
  where.owner
    .selectFrom("auditEntry")
    .where("actorId", "=", actorId)
    .orderBy("id")
    .select(["action", "subjectId", "details"])
    .execute();

const listAlarms = async (where: World, email: string) =>
  (await readMails(where, email)).filter(({ kind }) => kind === "staff-alarm");

const listAlarmEntries = (where: World, subjectId: string) =>
  where.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", subjectId)
    .where("action", "like", "team.%-alarmed")
    .select("action")
    .execute();

const search = async ({ api }: Browser, q: string) => (await api.officeMembers.staffUsers({ query: { q } })).body.users;
const suspend = ({ api }: Browser, ids: string[]) =>
  api.officeMembers.staffActivate({ body: { ids, isOn: false, reason: "Ofendeu." } });

describe("[T83] the address of a member", () => {
  test("is shortened in every list, and on the page of a member for a moderator, who has it shown one by one", async () => {
    const mark = randomUUID().slice(0, 8);
    const email = `ana.${mark}@exemplo.invalid`;
    const { id } = await makeMember(world.owner, { name: `Ana ${mark}`, email });
    const [moderator, owner] = [await makeStaff(world), await makeStaff(world, "owner")];
    for (const { browser } of [moderator, owner])
      expect((await search(browser, mark)).map((user) => user.email)).toEqual(["a•••@exemplo.invalid"]);
    const read = async ({ browser }: typeof owner) =>
      (await browser.api.officeMembers.staffUser({ params: { id } })).body.email;
    expect([await read(moderator), await read(owner)]).toEqual(["a•••@exemplo.invalid", email]);
    expect((await moderator.browser.api.officeMembers.staffUserEmail({ params: { id } })).body).toEqual({ email });
    expect((await listEntries(world, moderator.id)).at(-1)).toMatchObject({
      action: "member.email-shown",
      subjectId: id,
    });
  });

  test("is in no answer about cases, appeals, verifications or notices", async () => {
    const email = `bia.${randomUUID()}@exemplo.invalid`;
    const { id } = await makeMember(world.owner, { email });
    const caseId = await makeCase(world, id);
    const sender = `carlos.${randomUUID()}@exemplo.invalid`;
    const address = `${world.context.site.origin}/perfil/${id}`;
    await world
      .browser()
      .api.moderation.sendNotice({
        body: { kind: "other", address, words: "Este perfil usa fotos minhas.", name: "Carlos", email: sender },
      });
    const { browser } = await makeStaff(world);
    const { moderation, verification } = browser.api;
    for (const reply of [
      await moderation.staffCases({ query: {} }),
      await moderation.staffCase({ params: { id: caseId } }),
      await moderation.staffAppeals({ query: {} }),
      await moderation.staffNotices({ query: {} }),
      await verification.staffList({ query: {} }),
    ]) {
      expect(reply.status).toBe(200);
      for (const whole of [email, sender]) expect(JSON.stringify(reply.body)).not.toContain(whole);
    }
  });

  test("finds its member for a moderator only when it is typed whole, so that searches do not spell it", async () => {
    const mark = randomUUID().slice(0, 8);
    const email = `carla.${mark}@exemplo.invalid`;
    const { id } = await makeMember(world.owner, { name: "Nada", email });
    const [moderator, owner] = [await makeStaff(world), await makeStaff(world, "owner")];
    const idsFor = async ({ browser }: typeof owner, q: string) => (await search(browser, q)).map((user) => user.id);
    for (const q of [email, ` ${email.toUpperCase()} `]) expect(await idsFor(moderator, q)).toEqual([id]);
    for (const q of [mark, `carla.${mark}`, email.slice(0, -1), "c"])
      expect(await idsFor(moderator, q), q).not.toContain(id);
    expect(await idsFor(owner, mark)).toEqual([id]);
    const count = async ({ browser }: typeof owner) =>
      (await browser.api.officeMembers.staffUserCount({ query: { q: mark } })).body.count;
    expect([await count(moderator), await count(owner)]).toEqual([0, 1]);
  });
});

describe("[T83] what the staff reads leaves a row in the audit log", () => {
  test("once a day for the page of a member, and for each page of a list", async () => {
    const { id } = await makeMember(world.owner);
    const { id: staffId, browser } = await makeStaff(world, "owner");
    for (let at = 0; at < 2; at += 1) await browser.api.officeMembers.staffUser({ params: { id } });
    await browser.api.profiles.read({ params: { id } });
    const { id: other } = await makeMember(world.owner);
    await browser.api.profiles.read({ params: { id: other } });
    await browser.api.officeMembers.staffUsers({ query: { page: 2 } });
    await browser.api.billing.staffOrders({ query: {} });
    await browser.api.personalData.staffDataRequests({ query: {} });
    expect(await listEntries(world, staffId)).toMatchObject([
      { action: "member.read", subjectId: id, details: { day: expect.any(String) } },
      { action: "member.read", subjectId: other },
      { action: "people.listed", subjectId: null, details: { list: "members", page: 2 } },
      { action: "people.listed", details: { list: "orders", page: 1 } },
      { action: "people.listed", details: { list: "data-requests", page: 1 } },
    ]);
    world.pass(24 * HOUR);
    const later = await openBrowserOf(world, staffId);
    await later.api.officeMembers.staffUser({ params: { id } });
    expect(await listEntries(world, staffId)).toHaveLength(6);
  });

  test("and no row for an id that does not exist", async () => {
    const { id, browser } = await makeStaff(world);
    const params = { id: randomUUID() };
    expect((await browser.api.officeMembers.staffUser({ params })).status).toBe(404);
    expect((await browser.api.officeMembers.staffUserEmail({ params })).status).toBe(404);
    expect(await listEntries(world, id)).toEqual([]);
  });
});

describe("[T83] above the number of the site all owners are alarmed about a person, once a day", () => {
  test("for whole addresses, also when two are shown at the same time", async () => {
    const [ana, bia] = [await makeStaff(few, "owner"), await makeStaff(few, "owner")];
    const moderator = await makeStaff(few);
    const { id } = await makeMember(few.owner);
    const show = () => moderator.browser.api.officeMembers.staffUserEmail({ params: { id } });
    for (let shownCount = 0; shownCount < 5; shownCount += 1) await show();
    expect(await listAlarms(few, ana.email)).toEqual([]);
    const replies = await race(few.owner, holdWrites("auditEntry"), [show, show]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    for (const { email } of [ana, bia]) expect(await listAlarms(few, email)).toHaveLength(1);
    expect(await listAlarms(few, moderator.email)).toEqual([]);
    expect(await listAlarmEntries(few, moderator.id)).toEqual([{ action: "team.emails-alarmed" }]);
    const [alarm] = await listAlarms(few, ana.email);
    expect(alarm?.bodyText).toContain(`/admin/auditoria?pessoa=${moderator.id}`);
  });

  test("for members who are suspended one by one, however that is done", async () => {
    const owner = await makeStaff(few, "owner");
    const moderator = await makeStaff(few);
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await makeMember(few.owner)).id));
    for (const id of ids.slice(0, 2)) expect((await suspend(moderator.browser, [id])).status).toBe(200);
    expect(await listAlarms(few, owner.email)).toEqual([]);
    const [, , third = ""] = ids;
    const body = { reason: "Golpe." };
    expect((await moderator.browser.api.moderation.ban({ params: { id: third }, body })).status).toBe(200);
    expect(await listAlarms(few, owner.email)).toHaveLength(1);
    expect(await listAlarmEntries(few, moderator.id)).toEqual([{ action: "team.suspensions-alarmed" }]);
  });

  test("for pages and members who are read, and again on the next day", async () => {
    const owner = await makeStaff(few, "owner");
    const moderator = await makeStaff(few);
    const readPages = async (browser: Browser, pages: number) => {
      for (let page = 1; page <= pages; page += 1) await browser.api.officeMembers.staffUsers({ query: { page } });
    };
    await readPages(moderator.browser, 60);
    expect(await listAlarms(few, owner.email)).toEqual([]);
    await readPages(moderator.browser, 2);
    expect(await listAlarms(few, owner.email)).toHaveLength(1);
    few.pass(24 * HOUR);
    await readPages(await openBrowserOf(few, moderator.id), 61);
    expect(await listAlarms(few, owner.email)).toHaveLength(2);
  });
});

describe("[T83] the list of staff actions", () => {
  test("is shown to owners by person and day, with how often", async () => {
    const { id } = await makeMember(world.owner);
    const [owner, moderator] = [await makeStaff(world, "owner"), await makeStaff(world)];
    for (let at = 0; at < 2; at += 1) await moderator.browser.api.officeMembers.staffUserEmail({ params: { id } });
    await moderator.browser.api.officeMembers.staffUser({ params: { id } });
    const day = dayInBrazil(world.context.clock.now());
    const { people } = (await owner.browser.api.audit.team({ query: { day } })).body;
    expect(people.find(({ person }) => person.id === moderator.id)?.actions).toEqual([
      { action: "member.email-shown", count: 2 },
      { action: "member.read", count: 1 },
    ]);
    const beforeTheLog = await owner.browser.api.audit.team({ query: { day: "2020-01-01" } });
    expect(beforeTheLog.body).toEqual({ people: [], hasEarlier: false });
    const afterIt = await owner.browser.api.audit.team({ query: { day: "2100-01-01" } });
    expect(afterIt.body).toEqual({ people: [], hasEarlier: true });
    expect((await moderator.browser.api.audit.team({ query: { day } })).status).toBe(403);
  });
});
