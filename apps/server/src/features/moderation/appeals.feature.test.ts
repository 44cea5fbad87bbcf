import { shortEmail } from "@caramelo/contract/formats/short-email";
import { describe, expect, test } from "vitest";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMeasure } from "../../testing/moderation.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents, SELF_CHANGED, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const DAY = 86_400_000;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeAdmin = () => makeSignedIn(world, { role: "admin" });
const suspend = ({ browser }: Person, id: string) =>
  browser.api.moderation.suspend({ params: { id }, body: { reason: "Pediu dinheiro." } });
const decide = ({ browser }: Person, id: string, isGranted: boolean) =>
  browser.api.moderation.decideAppeal({ params: { id }, body: { isGranted, answer: "Vimos de novo." } });
const signIn = (email: string) =>
  world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
const findAppeal = async ({ browser }: Person, memberId: string, status: "pending" | "decided" = "pending") =>
  (await browser.api.moderation.staffAppeals({ query: { status } })).body.appeals.find(
    (appeal) => appeal.memberId === memberId,
  );

describe("an appeal by the link of the mail", () => {
  test("is made once by a member who cannot sign in, and a granted one brings them back", async () => {
    const [eva, rui, ana] = [await makeAdmin(), await makeAdmin(), await makeMember(world.owner)];
    await suspend(eva, ana.id);
    const { page, token } = await readLink(world, ana.email);
    expect(page).toMatch(/\/recurso$/);
    const guest = world.browser().api.moderation;
    expect((await guest.readMeasure({ body: { token } })).body.measure).toMatchObject({
      kind: "suspension",
      reason: "Pediu dinheiro.",
      mayAppeal: true,
    });
    const text = "Não fui eu, meu aparelho estava com outra pessoa.";
    expect((await guest.appealByToken({ body: { token, text } })).body.measure.appeal).toMatchObject({
      text,
      decision: null,
    });
    expect((await guest.appealByToken({ body: { token, text } })).failure.code).toBe("APPEAL_USED");

    const appeal = await findAppeal(rui, ana.id);
    expect(appeal).toMatchObject({ mayDecide: true, member: { email: shortEmail(ana.email) }, appeal: { text } });
    expect((await decide(rui, appeal?.id ?? "", true)).status).toBe(200);
    expect((await signIn(ana.email)).status).toBe(200);
    expect((await readMails(world, ana.email)).map(({ kind }) => kind)).toEqual([
      "measure-suspension-open",
      "appeal-granted",
    ]);
    const { measure } = (await guest.readMeasure({ body: { token } })).body;
    expect(measure).toMatchObject({ endedAt: expect.any(String), appeal: { decision: { isGranted: true } } });
  });

  test("is refused by an unknown token, and after thirty days", async () => {
    const ana = await makeMember(world.owner);
    const guest = world.browser().api.moderation;
    const old = await makeMeasure(world, ana.id, { takenAt: new Date(Date.now() - 31 * DAY) });
    expect((await guest.appealByToken({ body: { token: "A".repeat(43), text: "oi" } })).failure.code).toBe(
      "RESET_LINK_INVALID",
    );
    expect((await guest.appealByToken({ body: { token: old.token, text: "oi" } })).failure.code).toBe("APPEAL_USED");
  });

  test("sent three times at once is stored once", async () => {
    const ana = await makeMember(world.owner);
    const { token } = await makeMeasure(world, ana.id);
    const appeal = () => world.browser().api.moderation.appealByToken({ body: { token, text: "Não fui eu." } });
    const replies = await race(world.owner, holdWrites("measure"), [appeal, appeal, appeal]);
    expect(replies.map(({ status, failure }) => failure?.code ?? status)).toEqual([200, "APPEAL_USED", "APPEAL_USED"]);
  });
});

describe("a decision", () => {
  test("is not for the person of the staff who took the measure while another one can decide", async () => {
    const [eva, rui, ana] = [await makeAdmin(), await makeAdmin(), await makeSignedIn(world)];
    await eva.browser.api.moderation.warn({ params: { id: ana.id }, body: { reason: "Seja gentil." } });
    const [measure] = (await ana.browser.api.moderation.measures()).body.measures;
    const id = measure?.id ?? "";
    expect((await ana.browser.api.moderation.appeal({ params: { id }, body: { text: "Fui gentil." } })).status).toBe(
      200,
    );
    expect(await findAppeal(eva, ana.id)).toMatchObject({ mayDecide: false });
    expect((await decide(eva, id, false)).failure.code).toBe("APPEAL_NEEDS_ANOTHER");
    const { publishedTo } = recordPublishedEvents(world);
    expect((await decide(rui, id, false)).status).toBe(200);
    expect(publishedTo(ana)).toEqual([SELF_CHANGED, unread(1)]);
    expect((await decide(rui, id, true)).failure.code).toBe("NOT_FOUND");
    expect(await findAppeal(rui, ana.id, "decided")).toMatchObject({ appeal: { decision: { isGranted: false } } });
    const [readMeasure] = (await ana.browser.api.moderation.measures()).body.measures;
    expect(readMeasure).toMatchObject({ mayAppeal: false, appeal: { decision: { answer: "Vimos de novo." } } });
    expect(JSON.stringify(readMeasure)).not.toContain(rui.id);
  });

  test("that grants an appeal against a suspension lifts neither the ban nor the suspension that came after it", async () => {
    const [eva, rui] = [await makeAdmin(), await makeAdmin()];
    const later = {
      ban: (id: string) => eva.browser.api.moderation.ban({ params: { id }, body: { reason: "Golpe." } }),
      suspension: async (id: string) => {
        await eva.browser.api.moderation.reinstate({ params: { id }, body: {} });
        return suspend(eva, id);
      },
    };
    for (const act of [later.ban, later.suspension]) {
      const ana = await makeMember(world.owner);
      await suspend(eva, ana.id);
      const { token } = await readLink(world, ana.email);
      await world.browser().api.moderation.appealByToken({ body: { token, text: "Não fui eu." } });
      expect((await act(ana.id)).status).toBe(200);
      expect((await decide(rui, (await findAppeal(rui, ana.id))?.id ?? "", true)).status).toBe(200);
      expect((await signIn(ana.email)).failure.code).toBe("PROFILE_NOT_FOUND");
      const marks = await world.owner.selectFrom("banMark").where("memberId", "=", ana.id).select("kind").execute();
      expect(marks).toHaveLength(act === later.ban ? 1 : 0);
    }
  });

  test("[D5.21] is in the audit log with the person who decided", async () => {
    const [rui, ana] = [await makeAdmin(), await makeMember(world.owner)];
    const { id } = await makeMeasure(world, ana.id, { appealText: "Não fui eu.", appealedAt: new Date() });
    await decide(rui, id, false);
    const entries = await world.owner
      .selectFrom("auditEntry")
      .where("subjectId", "=", ana.id)
      .select(["action", "actorId"])
      .execute();
    expect(entries).toEqual([{ action: "appeal.refused", actorId: rui.id }]);
  });

  test("that grants an appeal against a hidden photo puts the photo back where it was", async () => {
    const [eva, rui, ana] = [await makeAdmin(), await makeAdmin(), await makeSignedIn(world)];
    const fileNames = await makePhotos(world.owner, ana.id, [0, 1, 2]);
    const list = async () =>
      await world.owner
        .selectFrom("photo")
        .where("memberId", "=", ana.id)
        .orderBy("position")
        .select(["id", "fileName"])
        .execute();
    const [main] = await list();
    await eva.browser.api.moderation.hidePhoto({ params: { id: main?.id ?? "" }, body: { reason: "Sem nudez." } });
    expect((await list()).map(({ fileName }) => fileName)).toEqual(fileNames.slice(1));
    const [measure] = (await ana.browser.api.moderation.measures()).body.measures;
    const id = measure?.id ?? "";
    await ana.browser.api.moderation.appeal({ params: { id }, body: { text: "É uma foto de praia." } });
    await decide(rui, id, true);
    expect((await list()).map(({ fileName }) => fileName)).toEqual(fileNames);
  });
});
