import { dayInBrazil, secondsToNextDay } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { makePremium } from "../../testing/entitlements.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

// Less than two pages for a member, less than three with premium, less than one for a new account.
const world = await openWorld({ PROFILES_A_DAY: "30", PROFILES_A_DAY_PREMIUM: "60", PROFILES_A_DAY_NEW: "10" });
const babies = await Promise.all(Array.from({ length: 120 }, () => makeMember(world.owner)));
const [first] = babies;
if (!first) throw new Error("nobody");
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000);

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeDaddy = (createdAt = LONG_AGO) => makeSignedIn(world, { role: "daddy", createdAt });
const ask = ({ browser }: Person, cursor?: string) =>
  browser.api.discovery.list({ query: { seed: 0, ...(cursor !== undefined && { cursor }) } });

/** Reads pages until the end or a refusal; returns the ids of the profiles on each page, and the last answer. */
async function scroll(person: Person) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const { status, body, failure, headers } = await ask(person, cursor);
    if (status !== 200) return { pages, status, failure, retryAfter: Number(headers.get("retry-after")) };
    pages.push(body.profiles.map(({ id }) => id));
    if (body.next === null) return { pages, status };
    cursor = body.next;
  }
}
const sizes = (pages: string[][]) => pages.map((page) => page.length);
const listMarks = ({ id }: { id: string }) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .where("action", "=", "profiles.day-reached")
    .select(["actorId", "details"])
    .execute();

describe("[T16] a member who pages on and on", () => {
  test("is refused once the day's number of different profiles was shown, in its own words, until tomorrow", async () => {
    const daddy = await makeDaddy();
    const { pages, status, failure, retryAfter } = await scroll(daddy);
    // The page that reaches the number is still complete.
    expect(sizes(pages)).toEqual([24, 24]);
    expect([status, failure?.code]).toEqual([429, "DAILY_PROFILES_REACHED"]);
    expect(failure?.userMessage).toBe("Você já viu muitos perfis hoje. Amanhã tem mais.");
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
  });

  test("sees more with premium, and less with a new account; the staff is not counted", async () => {
    const [rich, fresh] = [await makeDaddy(), await makeDaddy(new Date())];
    await makePremium(world.owner, rich);
    expect(sizes((await scroll(rich)).pages)).toEqual([24, 24, 24]);
    expect(sizes((await scroll(fresh)).pages)).toEqual([24]);
    const admin = await makeSignedIn(world, { role: "admin" });
    expect((await scroll(admin)).status).toBe(200);
  });

  test("may look at the same profiles as often as they like: only different ones count", async () => {
    const daddy = await makeDaddy();
    for (let time = 0; time < 10; time += 1) expect((await ask(daddy)).status).toBe(200);
    expect(sizes((await scroll(daddy)).pages)).toEqual([24, 24]);
  });

  test("gets no more by asking for many pages at once", async () => {
    const daddy = await makeDaddy();
    const roles = Array.from({ length: 40 }, (_, at) =>
      daddy.browser.api.discovery.list({ query: { seed: Math.floor((at * 2 ** 31) / 40) } }),
    );
    const shownProfiles = (await Promise.all(roles)).flatMap(({ status, body }) =>
      status === 200 ? body.profiles : [],
    );
    expect(new Set(shownProfiles.map(({ id }) => id)).size).toBeLessThan(30 + 24);
  });

  test("may still open profiles that were shown today, and people they talk with, but no new ones", async () => {
    const [daddy, friend] = [await makeDaddy(), await makeMember(world.owner, { role: "daddy" })];
    await makeConversation(world.owner, daddy.id, friend.id);
    const { pages } = await scroll(daddy);
    const seenIds = pages.flat();
    const open = async (id: string) => (await daddy.browser.api.profiles.read({ params: { id } })).status;
    expect(await open(seenIds[0] ?? "")).toBe(200);
    expect(await open(friend.id)).toBe(200);
    // The count of shown profiles is an estimate, so a few of the others count as shown and open.
    const others = babies.filter(({ id }) => !seenIds.includes(id));
    const statuses = await Promise.all(others.map(({ id }) => open(id)));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(others.length / 2);
    const chatReplies = await Promise.all(
      others.map(({ id }) => daddy.browser.api.messaging.chat({ params: { memberId: id } })),
    );
    expect(chatReplies.map(({ status }) => status)).toEqual(statuses);
  });

  test("counts the profiles that they open, too", async () => {
    const daddy = await makeDaddy();
    const statuses: number[] = [];
    for (const { id } of babies) statuses.push((await daddy.browser.api.profiles.read({ params: { id } })).status);
    const allowedCount = statuses.filter((status) => status === 200).length;
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(allowedCount).toBeLessThan(45);
    expect((await ask(daddy)).status).toBe(429);
  });

  test("is marked for the staff once a day, by the system, and in the log by their id alone", async () => {
    const daddy = await makeDaddy();
    await scroll(daddy);
    await Promise.all([ask(daddy), ask(daddy), ask(daddy)]);
    const day = dayInBrazil(world.context.clock.now());
    expect(await listMarks(daddy)).toEqual([{ actorId: null, details: { number: 30, day } }]);
    const lines = world.logged.filter(
      (line) => line.includes(daddy.id) && line.includes("profiles of the day reached"),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/exemplo|Ana|10\.\d+\.\d+/);
  });

  test("starts again on the next day in São Paulo, and is marked again then", async () => {
    const daddy = await makeDaddy();
    expect((await scroll(daddy)).status).toBe(429);
    world.pass((secondsToNextDay(world.context.clock.now()) - 2) * 1000);
    expect((await ask(daddy)).status).toBe(429);
    world.pass(3_000);
    expect(sizes((await scroll(daddy)).pages)).toEqual([24, 24]);
    expect(await listMarks(daddy)).toHaveLength(2);
  });
});
