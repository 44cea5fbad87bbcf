import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

const TEXTS = { bio: "Nas folgas, amo trilhas.", lookingFor: "Uma boa conversa e um vinho." };
const SANTOS = 3_548_500;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type OtherMember = { id: string };

const makeBaby = () => makeSignedIn(world, { name: "Ana", ...TEXTS });
async function makePayer() {
  const daddy = await makeSignedIn(world, { role: "daddy", name: "Bruno", ...TEXTS });
  await grant(world.owner, daddy, { tokens: 20, conversations: 5 });
  return daddy;
}
const chatWith = ({ browser }: Person, { id }: OtherMember) => browser.api.messaging.chat({ params: { memberId: id } });
const openingsOf = async (person: Person, other: OtherMember) => (await chatWith(person, other)).body.openings;
const send = ({ browser }: Person, { id }: OtherMember) =>
  browser.api.messaging.send({ params: { memberId: id }, body: { clientId: randomUUID(), text: "Oi, tudo bem?" } });

describe("[K4.30] a chat without a conversation", () => {
  test("has openings made of the other one's words, the same at each look", async () => {
    const [ana, bruno] = [await makeBaby(), await makePayer()];
    const openings = await openingsOf(ana, bruno);
    expect(openings?.length).toBeGreaterThanOrEqual(12);
    expect(
      openings
        ?.slice(0, 3)
        .map(({ text }) => text)
        .join("\n"),
    ).toMatch(/trilhas|vinhos/);
    expect((await openingsOf(ana, bruno))?.map(({ key }) => key)).toEqual(openings?.map(({ key }) => key));
    expect(await openingsOf(bruno, ana)).not.toEqual(openings);
  });

  test("has none once one of the two has written, and none again after the conversation is emptied", async () => {
    const [ana, bruno] = [await makeBaby(), await makePayer()];
    const sendAnswer = await send(ana, bruno);
    expect(sendAnswer.status).toBe(200);
    expect(await openingsOf(ana, bruno)).toBeUndefined();
    expect(await openingsOf(bruno, ana)).toBeUndefined();
    await ana.browser.api.messaging.clear({ params: { memberId: bruno.id }, body: { upTo: sendAnswer.body.seq } });
    expect(await openingsOf(ana, bruno)).toBeUndefined();
  });

  test("has none for a payer who has to buy first", async () => {
    const [ana, caio] = [await makeBaby(), await makeSignedIn(world, { role: "daddy", ...TEXTS })];
    const { writing, openings } = (await chatWith(caio, ana)).body;
    expect([writing, openings]).toEqual(["upgrade", undefined]);
  });

  test("quotes nobody who is hidden, inactive, of the own side or missing", async () => {
    const [ana, bruno, bia] = [await makeBaby(), await makePayer(), await makeBaby()];
    await hidePair(world.owner, ana.id, bruno.id);
    const goneMember = await makeSignedIn(world, { role: "daddy", ...TEXTS, deactivatedAt: new Date() });
    for (const other of [bruno, goneMember, bia, { id: randomUUID() }])
      expect((await chatWith(ana, other)).failure.code).toBe("NOT_FOUND");
  });

  test("is made of nothing where the profile has a contact in it", async () => {
    const ana = await makeBaby();
    const bio = "Amo trilhas. Me chama no zap 11 98765-4321";
    const dan = await makeSignedIn(world, { role: "daddy", ...TEXTS, bio });
    const texts = (await openingsOf(ana, dan))?.map(({ text }) => text).join("\n");
    expect(texts).toBeDefined();
    expect(texts).not.toMatch(/trilha|vinhos|98765/);
  });

  test("does not name the real city of a member with a wildcard city", async () => {
    const ana = await makeBaby();
    const dan = await makeSignedIn(world, { role: "daddy", ...TEXTS, cityId: SANTOS, isWildcardCity: true });
    const texts = (await openingsOf(ana, dan))?.map(({ text }) => text).join("\n");
    expect(texts).not.toMatch(/Santos|São Paulo|daqui/);
  });
});

describe("[K4.30] a match", () => {
  const favorite = ({ browser }: Person, { id }: OtherMember) => browser.api.favorites.add({ params: { id } });

  test("carries openings for the one who completes it, and none where the two have written", async () => {
    const [ana, bruno, caio] = [await makeBaby(), await makePayer(), await makePayer()];
    await favorite(bruno, ana);
    const { match } = (await favorite(ana, bruno)).body;
    expect(match?.openings?.length).toBeGreaterThanOrEqual(12);
    expect(match?.openings?.some(({ key }) => key.startsWith("match:"))).toBe(true);
    await send(ana, caio);
    await favorite(caio, ana);
    expect((await favorite(ana, caio)).body.match?.openings).toBeUndefined();
  });

  test("carries none for a payer who has to buy first", async () => {
    const [ana, caio] = [await makeBaby(), await makeSignedIn(world, { role: "daddy", ...TEXTS })];
    await favorite(ana, caio);
    const { match } = (await favorite(caio, ana)).body;
    expect([match?.needsUpgrade, match?.openings]).toEqual([true, undefined]);
  });
});
