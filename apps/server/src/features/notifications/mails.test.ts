import { randomUUID } from "node:crypto";
import type { Settings } from "@caramelo/contract/settings";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { makeNote } from "../../testing/notes.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { mailDay, mailNews } from "./jobs.ts";
import { addFavoriteNotification, addMatchNotifications, addVisitNotification, noteMessages } from "./queries.ts";

const world = await openWorld();
const { origin } = world.context.site;
const HOUR = 3_600_000;

type Reader = { id: string; email: string };
type Other = { id: string };

/** A member with an address that could be mailed, who wants these mails. */
async function makeReader(settings: Partial<Settings>, overrides: Parameters<typeof makeMember>[1] = {}) {
  const email = `${randomUUID()}@leitora.example`;
  const one = { ...(await makeSignedIn(world, { email, ...overrides })), email: overrides.email ?? email };
  expect((await one.browser.api.settings.change({ body: settings })).status).toBe(200);
  return one;
}
const makeDaddy = (name = "Dan") => makeMember(world.owner, { role: "daddy", name });

const now = () => world.context.clock.now();
const newNote = (of: Other, by: Other) => ({
  id: uuidv7(now()),
  memberId: of.id,
  actorId: by.id,
  createdAt: now(),
});
const visit = (by: Other, of: Other) => addVisitNotification(world.db, newNote(of, by));
const favor = (by: Other, of: Other) => addFavoriteNotification(world.db, newNote(of, by), new Date(0));
const match = (by: Other, of: Other) => addMatchNotifications(world.db, [newNote(of, by)]);
const write = (by: Other, to: Other) => noteMessages(world.db, [newNote(to, by)], now());

const work = async () => {
  await makeJobsDue(world);
  await runJobs(world);
};
const endDay = async () => {
  await mailDay(world.context);
  await runJobs(world);
};
const readMails = ({ email }: Reader) =>
  world.db
    .selectFrom("mail")
    .where("recipient", "=", email)
    .orderBy("createdAt")
    .select(["kind", "subject", "bodyText as text", "bodyHtml as html"])
    .execute();
const countMails = async (reader: Reader) => (await readMails(reader)).length;

describe("a mail of news", () => {
  test("says how many, where to look and how to switch it off, and neither who nor what they wrote", async () => {
    const ana = await makeReader({ mailMessages: "each", mailVisits: "each", mailFavorites: "each" });
    const [dan, leo] = [await makeDaddy("Daniel"), await makeDaddy("Leonardo")];
    await Promise.all([write(dan, ana), write(leo, ana), visit(dan, ana), favor(leo, ana), match(leo, ana)]);
    await work();
    const [mail, ...more] = await readMails(ana);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "news", subject: "Você tem novidades" });
    expect(mail?.text).toContain("2 pessoas enviaram mensagens.");
    expect(mail?.text).toContain("1 pessoa visitou seu perfil.");
    expect(mail?.text).toContain("1 pessoa favoritou seu perfil.");
    expect(mail?.text).toContain("1 pessoa aceitou seu match.");
    expect(mail?.text).toContain(`${origin}/mensagens`);
    expect(mail?.text).toContain(`${origin}/configuracoes`);
    for (const body of [mail?.text, mail?.html]) expect(body).not.toMatch(/Daniel|Leonardo/);
  });

  test("[T62] names people for whoever asked for it; a name with markup is text", async () => {
    const ana = await makeReader({ mailVisits: "each", hasNamesOutside: true });
    await visit(await makeDaddy('<img src="x"> & Cia'), ana);
    await work();
    const [mail] = await readMails(ana);
    expect(mail?.text).toContain('<img src="x"> & Cia visitou seu perfil.');
    expect(mail?.text).toContain(`${origin}/busca`);
    expect(mail?.html).toContain("&lt;img src=&quot;x&quot;&gt; &amp; Cia visitou seu perfil.");
    expect(mail?.html).not.toContain("<img");
  });

  test("comes at once, then at most once an hour, and tells what came since", async () => {
    const ana = await makeReader({ mailVisits: "each" });
    const [bob, caio, davi, edu] = [await makeDaddy(), await makeDaddy(), await makeDaddy(), await makeDaddy()];
    await visit(bob, ana);
    await work();
    expect(await countMails(ana)).toBe(1);
    world.pass(10 * 60_000);
    await visit(caio, ana);
    await visit(davi, ana);
    // Brought forward, the job finds that it is too early and waits again.
    for (let i = 0; i < 2; i++) await mailNews(world.context, ana.id);
    expect(await countMails(ana)).toBe(1);
    world.pass(HOUR);
    await work();
    expect((await readMails(ana))[1]?.text).toContain("2 pessoas visitaram seu perfil.");
    world.pass(HOUR);
    await work();
    await mailNews(world.context, ana.id);
    expect(await countMails(ana)).toBe(2);
    await visit(edu, ana);
    await work();
    expect((await readMails(ana))[2]?.text).toContain("1 pessoa visitou seu perfil.");
  });

  test("is one, also when two processes write it at once", async () => {
    const ana = await makeReader({ mailVisits: "each" });
    await makeNote(world.owner, ana, await makeDaddy(), { createdAt: now() });
    await Promise.all(Array.from({ length: 5 }, () => mailNews(world.context, ana.id)));
    expect(await countMails(ana)).toBe(1);
  });

  test("comes only of what a member asked for, each in its rhythm", async () => {
    const ana = await makeReader({ mailVisits: "never", mailFavorites: "daily", mailMessages: "each" });
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await work();
    expect(await countMails(ana)).toBe(0);
    await write(dan, ana);
    await work();
    const [mail] = await readMails(ana);
    expect(mail?.text).toContain("1 pessoa enviou uma mensagem.");
    expect(mail?.text).not.toMatch(/visit|favorit/);
  });

  test("[T23] does not tell of what was read, of blocked members or of those who left", async () => {
    const ana = await makeReader({ mailVisits: "each" });
    const [dan, leo, max] = [await makeDaddy(), await makeDaddy(), await makeDaddy()];
    for (const one of [dan, leo, max]) await visit(one, ana);
    const { body } = await ana.browser.api.notifications.list();
    const fromMax = body.notifications.find(({ actor }) => actor.id === max.id)?.id ?? "";
    await ana.browser.api.notifications.dismiss({ params: { id: fromMax } });
    await hidePair(world.db, ana.id, dan.id);
    await world.db.updateTable("profile").set({ deactivatedAt: now() }).where("memberId", "=", leo.id).execute();
    await work();
    await mailNews(world.context, ana.id);
    expect(await countMails(ana)).toBe(0);
  });

  test.each([
    ["an address that reaches nobody", { email: `${randomUUID()}@exemplo.invalid` }],
    ["an account that the team keeps", { isManaged: true }],
  ])("is not written to %s", async (_, overrides) => {
    const ana = await makeReader({ mailVisits: "each", mailFavorites: "daily" }, overrides);
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await work();
    await endDay();
    expect(await countMails(ana)).toBe(0);
  });

  test.each([{ awaitsConfirmation: true }, { suspendedAt: new Date() }, { deactivatedAt: new Date() }])(
    "is not written to an account with %j",
    async (fact) => {
      const ana = await makeReader({ mailVisits: "each", mailFavorites: "daily" });
      const dan = await makeDaddy();
      await Promise.all([visit(dan, ana), favor(dan, ana)]);
      await world.db.updateTable("profile").set(fact).where("memberId", "=", ana.id).execute();
      await work();
      await endDay();
      expect(await countMails(ana)).toBe(0);
    },
  );

  test("is never written without having been asked for", async () => {
    const ana = await makeReader({});
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana), write(dan, ana)]);
    await work();
    await endDay();
    expect(await countMails(ana)).toBe(0);
  });
});

describe("the mail of the day", () => {
  test("tells of the last 24 hours, once a day, whatever is tried again", async () => {
    const ana = await makeReader({ mailVisits: "daily", mailMessages: "daily" });
    const [dan, leo] = [await makeDaddy(), await makeDaddy()];
    await makeNote(world.owner, ana, leo, { createdAt: new Date(now().getTime() - 25 * HOUR) });
    await visit(dan, ana);
    await write(dan, ana);
    await work();
    expect(await countMails(ana)).toBe(0);
    for (let i = 0; i < 2; i++) await endDay();
    const [mail, ...more] = await readMails(ana);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("1 pessoa visitou seu perfil.");
    expect(mail?.text).toContain("1 pessoa enviou uma mensagem.");

    // Nothing new in the next day, something in the one after.
    world.pass(24 * HOUR + 1_000);
    await endDay();
    expect(await countMails(ana)).toBe(1);
    await visit(leo, ana);
    world.pass(23 * HOUR);
    await endDay();
    expect(await countMails(ana)).toBe(2);
  });

  test("comes beside the mails of an hour, each with its own", async () => {
    const ana = await makeReader({ mailVisits: "each", mailFavorites: "daily" });
    const dan = await makeDaddy();
    await Promise.all([visit(dan, ana), favor(dan, ana)]);
    await work();
    await endDay();
    const texts = (await readMails(ana)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("visitou");
    expect(texts[1]).toContain("favoritou");
    for (const text of texts) expect(text?.match(/visitou|favoritou/g)).toHaveLength(1);
  });

  test("reaches everybody else when one of them cannot be written", async () => {
    const readers = [];
    for (let at = 0; at < 3; at += 1) readers.push(await makeReader({ mailVisits: "daily" }));
    const dan = await makeDaddy();
    for (const one of readers) await visit(dan, one);
    const [, broken] = readers.sort((one, other) => one.id.localeCompare(other.id));
    if (!broken) throw new Error("nobody");
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuses before insert on mail for each row
        when (new.recipient = ${sql.lit(broken.email)}) execute function refuse()`.execute(world.owner);
    try {
      await endDay();
    } finally {
      await sql`drop trigger refuses on mail; drop function refuse()`.execute(world.owner);
    }
    expect(await Promise.all(readers.map(countMails))).toEqual([1, 0, 1]);
    await work();
    expect(await Promise.all(readers.map(countMails))).toEqual([1, 1, 1]);
  });
});
