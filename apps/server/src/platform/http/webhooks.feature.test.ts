import { listCalls } from "@caramelo/contract/contract";
import { expect, test } from "vitest";
import { readWebhookSecret } from "../../features/sandbox/queries.ts";
import { SIGNATURE_HEADER, signWebhook } from "../../features/sandbox/rules.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { withProvider } from "../../testing/payment-provider.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_WEBHOOKS: "20/3600" });
const secret = await readWebhookSecret(world.db);

async function makeOrder() {
  const { id } = await makeSignedIn(world, { role: "daddy" });
  return makeOpenOrder(world, { id, role: "daddy" });
}

const bodyFor = ({ orderId, paymentToken }: Awaited<ReturnType<typeof makeOrder>>) =>
  JSON.stringify({ orderId, paymentId: paymentToken });

type WebhookOverrides = { headers?: Record<string, string>; address?: string; path?: string };

function post(body: string, { headers = {}, address = "192.0.2.1", path = "sandbox" }: WebhookOverrides = {}) {
  const signature = signWebhook(Buffer.from(body), secret, world.context.clock.now());
  return world.app.inject({
    method: "POST",
    url: `/api/webhooks/${path}`,
    payload: body,
    headers: { [SIGNATURE_HEADER]: signature, "x-forwarded-for": address, ...headers },
  });
}

test("[TD.01] webhooks are the only addresses below /api, besides its documents and the links of mail programs, that the contract does not name", () => {
  const namedPaths = new Set(listCalls().map(([, { path }]) => `/api${path}`));
  const routes = listRoutes();
  expect(routes).toEqual(expect.arrayContaining([...namedPaths]));
  const others = routes.filter((route) => route.startsWith("/api/") && !namedPaths.has(route));
  expect(others.toSorted()).toEqual([
    "/api/docs",
    "/api/docs/openapi.json",
    "/api/unsubscribe",
    "/api/webhooks/:provider",
    "/api/webhooks/:provider/:secret",
    "/api/webhooks/:provider/:secret/pix",
  ]);
});

test("[TD.01] a webhook is taken whatever its type, byte by byte as it was signed", async () => {
  const body = bodyFor(await makeOrder());
  const types = [
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "x/y; a=b",
  ];
  for (const type of types) {
    const reply = await post(`${body}\n `, { headers: { "content-type": type } });
    expect([type, reply.statusCode]).toEqual([type, 200]);
  }
  const times = await world.db
    .selectFrom("paymentWebhook")
    .where("orderId", "=", JSON.parse(body).orderId)
    .select("times")
    .execute();
  expect(times).toEqual([{ times: types.length }]);
});

test("[TD.01] a webhook needs no session, and one that comes along is neither looked at nor changed", async () => {
  const { id, browser } = await makeSignedIn(world);
  const sessionOf = () =>
    world.db.selectFrom("session").selectAll().where("memberId", "=", id).executeTakeFirstOrThrow();
  const before = await sessionOf();
  const body = bodyFor(await makeOrder());
  for (const token of [browser.jar.get("caramelo"), "nobody's"]) {
    const reply = await post(body, { headers: { cookie: `caramelo=${token}`, origin: "https://elsewhere.example" } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  }
  expect(await sessionOf()).toEqual(before);
});

test("[TD.01] a webhook of more than 64 KiB is refused before anything is looked at", async () => {
  const body = bodyFor(await makeOrder());
  expect((await post(body.padEnd(65_536))).statusCode).toBe(200);
  const reply = await post(body.padEnd(65_537));
  expect(reply.json().code).toBe("VALIDATION_ERROR");
});

test("[TD.01] an empty webhook, one that is no JSON, and one of an unknown provider or order are refused alike", async () => {
  const body = bodyFor(await makeOrder());
  const strange = JSON.stringify({ orderId: "00000000-0000-4000-8000-000000000000", paymentId: "x" });
  const address = "192.0.2.2";
  for (const [text, path] of [
    ["", "sandbox"],
    ["{", "sandbox"],
    ["null", "sandbox"],
    [strange, "sandbox"],
    [body, "nobody"],
    [body, "__proto__"],
  ] as const) {
    const reply = await post(text, { path, address });
    expect([text, path, reply.json().code]).toEqual([text, path, "PERMISSION_DENIED"]);
  }
});

test("[TD.01] a webhook is answered without asking the provider, which may be slow", async () => {
  const real = world.context.payments;
  const body = bodyFor(await makeOrder());
  const never = withProvider(world, { listPayments: () => new Promise(() => {}) });
  world.context.payments = never.payments;
  const reply = await post(body, { address: "192.0.2.3" });
  world.context.payments = real;
  expect(reply.statusCode).toBe(200);
});

test("[T70] webhooks are limited by address", async () => {
  const body = bodyFor(await makeOrder());
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await post(body, { address: "192.0.2.9" })).statusCode);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect((await post(body, { address: "192.0.2.10" })).statusCode).toBe(200);
});

/** Every route of the server, such as "/api/session". */
function listRoutes(): string[] {
  const routes: string[] = [];
  const names: string[] = [];
  for (const line of world.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^([│ ]*)[├└]── (\S+)/.exec(line);
    if (!match) continue;
    const [, indent = "", name = ""] = match;
    const depth = indent.length / 4;
    names.splice(depth, Number.POSITIVE_INFINITY, name);
    if (/\((.*[A-Z].*)\)/.test(line)) routes.push(names.slice(0, depth + 1).join(""));
  }
  return routes;
}
