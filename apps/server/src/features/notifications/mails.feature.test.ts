import { randomUUID } from "node:crypto";
import type { Settings } from "@caramelo/contract/member-settings/calls";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { makeNotification } from "../../testing/notifications.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { mailMember, planDailyMails } from "./jobs.ts";
import { addNotifications, upsertMessageNotifications } from "./queries/add-notifications.ts";
import { addFavoriteNotification, addMatchNotifications } from "./queries/notifications.ts";

const world = await openWorld();
const { origin } = world.context.site;
const HOUR = 3_600_000;

type Recipient = { id: string; email: string };
type OtherMember = { id: string };

/** A member whose address can be mailed, with these settings. */
async function makeRecipient(settings: Partial<Settings>, overrides: Parameters<typeof makeMember>[1] = {}) {
  const email = `${randomUUID()}@leitora.example`;
  const member = { ...(await makeSignedIn(world, { email, ...overrides })), email: overrides.email ?? email };
  expect((await member.browser.api.memberSettings.change({ body: settings })).status).toBe(200);
  return member;
}
const makeDaddy = (name = "Dan") => makeMember(world.owner, { role: "daddy", name });

const now = () => world.context.clock.now();
const newNotification = (of: OtherMember, by: OtherMember) => ({
  id: uuidv7(now()),
  memberId: of.id,
  actorId: by.id,
  createdAt: now(),
});
const visit = (by: OtherMember, of: OtherMember) =>
  addNotifications(world.db, "profile_view", [newNotification(of, by)]);
const favor = (by: OtherMember, of: OtherMember) =>
  addFavoriteNotification(world.db, newNotification(of, by), new Date(0));
const match = (by: OtherMember, of: OtherMember) => addMatchNotifications(world.db, [newNotification(of, by)]);
const write = (by: OtherMember, to: OtherMember) =>
  world.db.transaction().execute((trx) => upsertMessageNotifications(trx, [newNotification(to, by)], now()));

const runDueJobs = async () => {
  await makeJobsDue(world);
  await runJobs(world);
};
const runDailyMails = async () => {
  await planDailyMails(world.context);
  await runJobs(world);
};
const readMails = ({ email }: Recipient) =>
  world.db
    .selectFrom("mail")
    .where("recipient", "=", email)
    .orderBy("createdAt")
    .select(["kind", "subject", "bodyText as text", "bodyHtml as html"])
    .execute();
/** `version` changes whenever the row is written. */
const waitingOf = ({ id }: Recipient) =>
  world.db
    .selectFrom("notification")
    .where("memberId", "=", id)
    .where("dismissedAt", "is", null)
    .select(["createdAt", sql<string>`xmin || ' ' || xmax`.as("version")])
    .execute();
const countMails = async (recipient: Recipient) => (await readMails(recipient)).length;

describe("a mail about notifications", () => {
  test("says how many people, where to look and how to switch it off, but names nobody and quotes no message", async () => {
    const ana = await makeRecipient({ mailMessages: "each", mailVisits: "each", mailFavorites: "each" });
    const [dan, leo] = [await makeDaddy("Daniel"), await makeDaddy("Leonardo")];
    await Promise.all([write(dan, ana), write(leo, ana), visit(dan, ana), favor(leo, ana), match(leo, ana)]);
    await runDueJobs();
    const [mail, ...more] = await readMails(ana);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "news-messages", subject: "Você tem novidades" });
    expect(mail?.text).toContain("2 pessoas enviaram mensagens.");
    expect(mail?.text).toContain("1 pessoa visitou seu perfil.");
    expect(mail?.text).toContain("1 pessoa favoritou seu perfil.");
    expect(mail?.text).toContain("1 pessoa aceitou seu match.");
    expect(mail?.text).toContain(`${origin}/mensagens`);
    expect(mail?.text).toContain(`${origin}/configuracoes`);
    for (const body of [mail?.text, mail?.html]) expect(body).not.toMatch(/Daniel|Leonardo/);
  });

  test("[T62] names people when the member asked for it, and shows markup in a name as text", async () => {
    const ana = await makeRecipient({ mailVisits: "each", hasNamesOutside: true });
    await visit(await makeDaddy('<img src="x"> & Cia'), ana);
    await runDueJobs();
    const [mail] = await readMails(ana);
    expect(mail?.text).toContain('<img src="x"> & Cia visitou seu perfil.');
    expect(mail?.text).toContain(`${origin}/busca`);
    expect(mail?.html).toContain("&lt;img src=&quot;x&quot;&gt; &amp; Cia visitou seu perfil.");
    expect(mail?.html).not.toContain("<img");
  });

  test("is sent at once, then at most once an hour, about what is new since the last one", async () => {
    const ana = await makeRecipient({ mailVisits: "each" });
    const [bob, caio, davi, edu] = [await makeDaddy(), await makeDaddy(), await makeDaddy(), await makeDaddy()];
    await visit(bob, ana);
    await runDueJobs();
    expect(await countMails(ana)).toBe(1);
    world.pass(10 * 60_000);
    await visit(caio, ana);
    await visit(davi, ana);
    // A job that runs too early plans itself again.
    for (let i = 0; i < 2; i++) await mailMember(world.context, ana.id, "each");
    expect(await countMails(ana)).toBe(1);
    world.pass(HOUR);
    await runDueJobs();
    expect((await readMails(ana))[1]?.text).toContain("2 pessoas visitaram seu perfil.");
    world.pass(HOUR);
    await runDueJobs();
    await mailMember(world.context, ana.id, "each");
    expect(await countMails(ana)).toBe(2);
    await visit(edu, ana);
    await runDueJobs();
    expect((await readMails(ana))[2]?.text).toContain("1 pessoa visitou seu perfil.");
  });

  test("is sent once, also when several processes write it at once", async () => {
    const ana = await makeRecipient({ mailVisits: "each" });
    await makeNotification(world.owner, ana, await makeDaddy(), { createdAt: now() });
    const write = () => mailMember(world.context, ana.id, "each");
    await race(world.owner, holdWrites("mail"), [write, write, write]);
    expect(await countMails(ana)).toBe(1);
  });

  test("is sent only about the types that the member chose, at their frequency", async () => {
    const ana = await makeRecipient({ mailVisits: "never", mailFavorites: "daily", mailMessages: "each" });
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await runDueJobs();
    expect(await countMails(ana)).toBe(0);
    await write(dan, ana);
    await runDueJobs();
    const [mail] = await readMails(ana);
    expect(mail?.text).toContain("1 pessoa enviou uma mensagem.");
    expect(mail?.text).not.toMatch(/visit|favorit/);
  });

  test("[T23] leaves out what was dismissed, blocked members and inactive ones", async () => {
    const ana = await makeRecipient({ mailVisits: "each" });
    const [dan, leo, max] = [await makeDaddy(), await makeDaddy(), await makeDaddy()];
    for (const visitor of [dan, leo, max]) await visit(visitor, ana);
    const { body } = await ana.browser.api.notifications.list();
    const fromMax = body.notifications.find(({ actor }) => actor.id === max.id)?.id ?? "";
    await ana.browser.api.notifications.dismiss({ params: { id: fromMax } });
    await hidePair(world.db, ana.id, dan.id);
    await world.db.updateTable("profile").set({ deactivatedAt: now() }).where("memberId", "=", leo.id).execute();
    await runDueJobs();
    await mailMember(world.context, ana.id, "each");
    expect(await countMails(ana)).toBe(0);
  });

  test.each([
    ["an address that reaches nobody", { email: `${randomUUID()}@exemplo.invalid` }],
    ["a managed profile", { isManaged: true }],
  ])("is not written to %s", async (_, overrides) => {
    const ana = await makeRecipient({ mailVisits: "each", mailFavorites: "daily" }, overrides);
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await runDueJobs();
    await runDailyMails();
    expect(await countMails(ana)).toBe(0);
  });

  test.each([{ awaitsConfirmation: true }, { suspendedAt: new Date() }, { deactivatedAt: new Date() }])(
    "is not written to an account with %j",
    async (fact) => {
      const ana = await makeRecipient({ mailVisits: "each", mailFavorites: "daily" });
      const dan = await makeDaddy();
      await Promise.all([visit(dan, ana), favor(dan, ana)]);
      await world.db.updateTable("profile").set(fact).where("memberId", "=", ana.id).execute();
      await runDueJobs();
      await runDailyMails();
      expect(await countMails(ana)).toBe(0);
    },
  );

  test("is never written unless the member asked for it", async () => {
    const ana = await makeRecipient({});
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana), write(dan, ana)]);
    await runDueJobs();
    await runDailyMails();
    expect(await countMails(ana)).toBe(0);
  });
});

describe("the daily mail", () => {
  test("is about the last 24 hours and sent once a day, whatever is retried", async () => {
    const ana = await makeRecipient({ mailVisits: "daily", mailMessages: "daily" });
    const [dan, leo] = [await makeDaddy(), await makeDaddy()];
    await makeNotification(world.owner, ana, leo, { createdAt: new Date(now().getTime() - 25 * HOUR) });
    await visit(dan, ana);
    await write(dan, ana);
    await runDueJobs();
    expect(await countMails(ana)).toBe(0);
    for (let i = 0; i < 2; i++) await runDailyMails();
    const [mail, ...more] = await readMails(ana);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("1 pessoa visitou seu perfil.");
    expect(mail?.text).toContain("1 pessoa enviou uma mensagem.");

    // There is nothing new on the next day, and something new on the day after.
    world.pass(24 * HOUR + 1_000);
    await runDailyMails();
    expect(await countMails(ana)).toBe(1);
    await visit(leo, ana);
    world.pass(23 * HOUR);
    await runDailyMails();
    expect(await countMails(ana)).toBe(2);
  });

  test("names on each day the people who have written that day, the latest first, although their messages before are unread", async () => {
    const ana = await makeRecipient({ mailMessages: "daily", hasNamesOutside: true });
    const [dan, leo] = [await makeDaddy("Daniel"), await makeDaddy("Leonardo")];
    const lastText = async () => (await readMails(ana)).at(-1)?.text;
    await write(dan, ana);
    world.pass(HOUR);
    await write(leo, ana);
    await runDailyMails();
    expect(await lastText()).toContain("2 pessoas enviaram mensagens: Leonardo, Daniel.");
    // Leo writes a minute after the mail, Dan twenty hours later.
    world.pass(60_000);
    await write(leo, ana);
    world.pass(20 * HOUR);
    await write(dan, ana);
    world.pass(3 * HOUR);
    await runDailyMails();
    expect(await lastText()).toContain("2 pessoas enviaram mensagens: Daniel, Leonardo.");
    world.pass(60_000);
    await write(dan, ana);
    world.pass(23 * HOUR);
    await runDailyMails();
    expect(await lastText()).toContain("Daniel enviou uma mensagem.");
    expect(await countMails(ana)).toBe(3);
    expect(await waitingOf(ana)).toHaveLength(2);
  });

  test("costs a message nothing while the notification before is younger than an hour and in no mail", async () => {
    const ana = await makeRecipient({ mailMessages: "each" });
    const dan = await makeDaddy();
    const isLater = (first?: { createdAt: Date }, second?: { createdAt: Date }) =>
      first !== undefined && second !== undefined && first.createdAt > second.createdAt;
    const writeAgain = async (laterMs: number) => {
      const [before] = await waitingOf(ana);
      world.pass(laterMs);
      await write(dan, ana);
      const [after] = await waitingOf(ana);
      return { isWritten: after?.version !== before?.version, hasMoved: isLater(after, before) };
    };
    await write(dan, ana);
    expect(await writeAgain(HOUR / 2)).toEqual({ isWritten: false, hasMoved: false });
    expect(await writeAgain(HOUR / 2)).toEqual({ isWritten: true, hasMoved: true });
    await runDueJobs();
    expect(await countMails(ana)).toBe(1);
    expect(await writeAgain(60_000)).toEqual({ isWritten: true, hasMoved: true });
    // It is the same notification still, so it causes no second mail.
    await runDueJobs();
    world.pass(2 * HOUR);
    await runDueJobs();
    expect(await countMails(ana)).toBe(1);
  });

  test("is sent in addition to the hourly mails, each with its own types", async () => {
    const ana = await makeRecipient({ mailVisits: "each", mailFavorites: "daily" });
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await runDueJobs();
    await runDailyMails();
    const texts = (await readMails(ana)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("visitou");
    expect(texts[1]).toContain("favoritou");
    for (const text of texts) expect(text?.match(/visitou|favoritou/g)).toHaveLength(1);
  });

  test("reaches all other members when one of them fails", async () => {
    const recipients = [];
    for (let i = 0; i < 3; i += 1) recipients.push(await makeRecipient({ mailVisits: "daily" }));
    const dan = await makeDaddy();
    for (const recipient of recipients) await visit(dan, recipient);
    const [, brokenMember] = recipients.sort((a, b) => a.id.localeCompare(b.id));
    if (!brokenMember) throw new Error("there are too few recipients");
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuses before insert on mail for each row
        when (new.recipient = ${sql.lit(brokenMember.email)}) execute function refuse()`.execute(world.owner);
    try {
      await runDailyMails();
    } finally {
      await sql`drop trigger refuses on mail; drop function refuse()`.execute(world.owner);
    }
    expect(await Promise.all(recipients.map(countMails))).toEqual([1, 0, 1]);
    await runDueJobs();
    expect(await Promise.all(recipients.map(countMails))).toEqual([1, 1, 1]);
  });
});
