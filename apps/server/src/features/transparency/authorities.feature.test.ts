import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { AUTHORITY_PAGE } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const staff = await makeSignedIn(world, { role: "admin", name: "Dora" });
const today = dayInBrazil(world.context.clock.now());
const request = {
  receivedOn: today,
  authority: "court" as const,
  words: "  Registros de acesso de uma conta.  ",
  outcome: "partly" as const,
};
const record = (changes: object = {}, { browser } = staff) =>
  browser.api.transparency.recordAuthorityRequest({ body: { requestId: randomUUID(), ...request, ...changes } });
const list = async (page = 1) => (await staff.browser.api.transparency.authorityRequests({ query: { page } })).body;

test("[D5.39] the owner records what an authority asked for, which is in the audit log and in the list", async () => {
  expect((await record()).status).toBe(200);
  expect(await list()).toMatchObject({
    count: 1,
    requests: [{ ...request, words: "Registros de acesso de uma conta.", recordedBy: "Dora" }],
  });
  const entries = await world.owner
    .selectFrom("auditEntry")
    .where("action", "=", "authority.recorded")
    .selectAll()
    .execute();
  expect(entries).toMatchObject([
    { actorId: staff.id, subjectId: null, details: { day: today, authority: "court", outcome: "partly" } },
  ]);
});

test("[D5.39] a request whose answer was lost may be sent again, also at once: it is recorded and audited once", async () => {
  const countEntries = async () =>
    (await world.owner.selectFrom("auditEntry").where("action", "=", "authority.recorded").selectAll().execute())
      .length;
  const [before, entriesBefore] = [(await list()).count, await countEntries()];
  const requestId = randomUUID();
  const send = () => record({ requestId });
  const replies = await race(world.owner, holdWrites("authorityRequest"), [send, send]);
  for (const { status } of [...replies, await record({ requestId })]) expect(status).toBe(200);
  expect([(await list()).count, await countEntries()]).toEqual([before + 1, entriesBefore + 1]);
  expect((await record({ requestId: "1" })).failure.code).toBe("VALIDATION_ERROR");
});

test("[D5.39] nobody but the owner records or reads them", async () => {
  const before = (await list()).count;
  const people = [
    await makeSignedIn(world, { role: "admin", staffRole: "moderator" }),
    await makeSignedIn(world),
    { id: "", browser: world.browser() },
  ];
  for (const person of people) {
    expect((await record({}, person)).failure.code).toBe("ADMIN_ONLY");
    expect((await person.browser.api.transparency.authorityRequests()).failure.code).toBe("ADMIN_ONLY");
  }
  expect((await list()).count).toBe(before);
});

test.each([
  ["receivedOn", "2019-12-31", "O dia deve estar entre 2020 e hoje"],
  ["receivedOn", "9999-12-31", "O dia deve estar entre 2020 e hoje"],
  ["receivedOn", "", "Informe o dia em que o pedido chegou"],
  ["authority", "king", "Escolha a autoridade"],
  ["words", "   ", "Escreva o que foi pedido"],
  ["words", "a".repeat(501), "Use no máximo 500 caracteres"],
  ["outcome", "", "Escolha o resultado"],
])(
  "[D5.39] a wrong value is refused in words at its field, and nothing is recorded (%s, %#)",
  async (field, value, text) => {
    const before = (await list()).count;
    const { failure } = await record({ [field]: value });
    expect(failure).toMatchObject({ code: "VALIDATION_ERROR", details: { fields: { [field]: text } } });
    expect((await list()).count).toBe(before);
  },
);

test("[D5.39] the list has pages, the last recorded first", async () => {
  const { count: before } = await list();
  for (let index = 1; index <= AUTHORITY_PAGE; index += 1) {
    world.pass(1_000);
    expect((await record({ words: `Pedido ${index}` })).status).toBe(200);
  }
  const [first, second] = [await list(), await list(2)];
  expect([first.count, first.requests.length, second.requests.length]).toEqual([
    before + AUTHORITY_PAGE,
    AUTHORITY_PAGE,
    before,
  ]);
  expect(first.requests[0]?.words).toBe(`Pedido ${AUTHORITY_PAGE}`);
});
