import type { AnyCall } from "@caramelo/contract/call/call";
import { listCalls } from "@caramelo/contract/contract";
import { REMOVED_NAME } from "@caramelo/contract/personal-data/categories";
import { expect, test } from "vitest";
import * as z from "zod";
import { type SampleInput, sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { fewOrMany } from "../../testing/each-kind.ts";
import { fillErasedMember, NAME, runErasures } from "../../testing/erasures.ts";
import { makeNotice } from "../../testing/moderation.ts";
import { makePaidOrder } from "../../testing/orders.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const HOUR = 3_600_000;

/** The words of a case, of a notice and of a request are kept for their periods, with who sent them. */
const EVIDENCE = ["moderation.staffCase: evidence.profile.name", "personalData.staffDataRequests: requests.email"];

/** The fields of a query that search for a person. */
const SEARCHES = ["q", "person"];

type Browser = ReturnType<typeof world.browser>;
type Place = { call: string; path: string; text: string };

/** Pictures of made-up people, which are drawn from the input alone. They are expensive. */
const DRAWN = "accounts.drawPhoto";

const everyReading = listCalls().filter(([, { access, method }]) => access === "admin" && method === "GET");
const readings = everyReading.filter(([name]) => name !== DRAWN || fewOrMany(0, 1) === 1);

/** Every text of an answer with its path, without the positions in lists. */
function listTexts(value: unknown, path = ""): { path: string; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((entry) => listTexts(entry, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => listTexts(entry, path === "" ? key : `${path}.${key}`));
}

/** The inputs of a reading: the plain one, each choice of each filter, and each word in each field for a search. */
function listInputs(call: AnyCall, ids: ReadonlySet<string>, words: readonly string[]): SampleInput[] {
  const plain = sampleInput(call);
  if ("id" in plain.params) return [...ids].map((id) => ({ ...plain, params: { ...plain.params, id } }));
  const fields = call.query instanceof z.ZodObject ? Object.entries<unknown>(call.query.shape) : [];
  const filters = fields.flatMap(([key, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    const searchWords = SEARCHES.includes(key) ? words : [];
    const values = inner instanceof z.ZodEnum ? inner.options : searchWords;
    return values.map((value) => ({ ...plain, query: { ...plain.query, [key]: value } }));
  });
  return [plain, ...filters];
}

/**
 * Makes every reading of the office, lists before the details of what they list, and returns all texts. `ids` gets those
 * that the lists of each feature name, so that the details are requested again when they are in no list any more.
 */
async function readOffice({ raw }: Browser, ids: Map<string, Set<string>>, words: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  const isDetail = ([, { path }]: [string, AnyCall]) => path.includes(":id");
  for (const [name, call] of [...readings.filter((one) => !isDetail(one)), ...readings.filter(isDetail)]) {
    const [feature = ""] = name.split(".");
    const listedIds = ids.get(feature) ?? new Set();
    ids.set(feature, listedIds);
    for (const input of listInputs(call, listedIds, words)) {
      const reply = await sendInput(raw, call, input);
      expect([200, 404], `${name} ${JSON.stringify(input)}`).toContain(reply.status);
      const body = await reply.text();
      const texts = call.kind === "stream" ? [{ path: "file", text: body }] : listTexts(JSON.parse(body));
      for (const { path, text } of texts) if (path.split(".").at(-1) === "id") listedIds.add(text);
      places.push(...texts.map((foundText) => ({ call: name, ...foundText })));
    }
  }
  return places;
}

/** Where one of the words occurs: the call, and the path in its answer. */
const findPlaces = (places: Place[], words: readonly string[]) => [
  ...new Set(
    places.filter(({ text }) => words.some((word) => text.includes(word))).map(({ call, path }) => `${call}: ${path}`),
  ),
];

test("[D5.17][T53] no screen of the office shows the name or the address of an erased member, but for evidence", async () => {
  const davi = await fillErasedMember(world);
  const { orderId } = await makePaidOrder(world, { id: davi.id, role: "daddy" });
  const review = { orderId, memberId: davi.id, requestedAt: new Date() };
  await world.owner.insertInto("withdrawalReview").values(review).execute();
  await makeNotice(world, davi.id, { address: `/perfil/${davi.id}` });
  const words = [NAME, davi.email];
  const ids = new Map<string, Set<string>>();
  const read = async () => readOffice((await makeSignedIn(world, { role: "admin" })).browser, ids, words);

  const places = await read();
  // The lists show both as long as the member is there, so this test would see them afterwards.
  expect(findPlaces(places, words)).toEqual(
    expect.arrayContaining([
      "audit.list: entries.subject.name",
      "billing.ordersCsv: file",
      "billing.staffOrders: orders.buyer.name",
      "billing.staffWithdrawals: orders.buyer.name",
      "mail.list: mails.to",
      "moderation.staffAppeals: appeals.member.name",
      "moderation.staffCases: cases.reported.name",
      "moderation.staffNotices: notices.member.name",
      "personalData.staffDataRequests: requests.member.name",
      "verification.staffList: requests.member.name",
    ]),
  );

  const { erasure } = (await openBrowserOf(world, davi.id)).api;
  expect((await erasure.request()).status).toBe(200);
  const due = new Date(0);
  await world.owner.updateTable("erasure").set({ endsAt: due }).where("memberId", "=", davi.id).execute();
  await world.owner.updateTable("profile").set({ erasesAt: due }).where("memberId", "=", davi.id).execute();
  await runErasures(world);
  world.pass(2 * HOUR);
  await runErasures(world);

  const placesAfterwards = await read();
  expect(findPlaces(placesAfterwards, words).toSorted()).toEqual(EVIDENCE);
  expect(findPlaces(placesAfterwards, [REMOVED_NAME])).toEqual(
    expect.arrayContaining([
      "billing.ordersCsv: file",
      "billing.staffOrder: buyer.name",
      "billing.staffOrders: orders.buyer.name",
      "billing.staffWithdrawals: orders.buyer.name",
      "moderation.staffAppeals: appeals.member.name",
      "moderation.staffCase: reports.reporter.name",
      "moderation.staffCases: cases.reported.name",
      "moderation.staffNotices: notices.member.name",
    ]),
  );
});
