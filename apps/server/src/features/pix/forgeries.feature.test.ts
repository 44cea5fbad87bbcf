import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { txidOf } from "../../platform/payments/pix/pix-rules.ts";
import type { Pix } from "../../platform/payments/pix/pix-schemas.ts";
import { webhookSecretOf } from "../../platform/payments/pix/webhooks.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { runJobs } from "../../testing/jobs.ts";
import { openPixWorld } from "../../testing/pix-world.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";

const { world, psp, provider, options, secret } = await openPixWorld();
beforeAll(() => provider.connect?.());

type Checkout = { id: string; memberId: string; txid: string };

async function makeCheckout(): Promise<Checkout> {
  const { id: memberId, browser } = await makeSignedIn(world, { role: "daddy" });
  const { body } = await browser.api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
  return { id: body.order.id, memberId, txid: txidOf(body.order.id) };
}

type SentWebhook = { path?: string; body: string };
const post = ({ path = `/${secret}/pix`, body }: SentWebhook) =>
  world.app.inject({ method: "POST", url: `/api/webhooks/pix${path}`, payload: body });
const bodyOf = (pix: Pix, change: object = {}) => JSON.stringify({ pix: [{ ...pix, ...change }] });

async function expectNothingGranted({ id, memberId }: Checkout): Promise<void> {
  const entries = world.db.selectFrom("ledgerEntry").where("orderId", "=", id).select("id");
  expect(await entries.execute()).toEqual([]);
  const entitlement = world.db.selectFrom("entitlement").where("memberId", "=", memberId).select("tokens");
  expect(await entitlement.executeTakeFirst()).toEqual({ tokens: 0 });
}

const hasLogged = (message: string) => world.logged.some((line) => line.includes(message));

/** Webhooks about a Pix that was paid, which its bank cannot have sent. */
const refusedWebhooks: Record<string, (pix: Pix) => SentWebhook> = {
  "no secret in the path": (pix) => ({ path: "", body: bodyOf(pix) }),
  "an empty secret": (pix) => ({ path: "//pix", body: bodyOf(pix) }),
  "the path alone as the secret": (pix) => ({ path: "/pix", body: bodyOf(pix) }),
  "another secret": (pix) => ({ path: `/${"A".repeat(secret.length)}/pix`, body: bodyOf(pix) }),
  "a part of the secret": (pix) => ({ path: `/${secret.slice(0, -1)}/pix`, body: bodyOf(pix) }),
  "more than the secret": (pix) => ({ path: `/${secret}A/pix`, body: bodyOf(pix) }),
  "the secret in other letters": (pix) => ({ path: `/${secret.toLowerCase()}/pix`, body: bodyOf(pix) }),
  "the secret in the query only": (pix) => ({ path: `?secret=${secret}`, body: bodyOf(pix) }),
  "the webhook of another key": (pix) => ({
    path: `/${webhookSecretOf(options.webhookKey, "outra@caramelo.invalid")}/pix`,
    body: bodyOf(pix),
  }),
  "the webhook of another site": (pix) => ({
    path: `/${webhookSecretOf(Buffer.alloc(32), options.chave)}/pix`,
    body: bodyOf(pix),
  }),
  "a Pix to another key": (pix) => ({ body: bodyOf(pix, { chave: "outra@caramelo.invalid" }) }),
  "no txid": (pix) => ({ body: bodyOf(pix, { txid: undefined }) }),
  "an altered txid": (pix) => ({ body: bodyOf(pix, { txid: `${pix.txid?.slice(0, -1)}z` }) }),
  "the txid of nobody's order": (pix) => ({ body: bodyOf(pix, { txid: txidOf(randomUUID()) }) }),
  "a txid that is a list": (pix) => ({ body: bodyOf(pix, { txid: [pix.txid] }) }),
  "an end-to-end id that is none": (pix) => ({ body: bodyOf(pix, { endToEndId: "\u0000".repeat(32) }) }),
  "a body that is cut off": (pix) => ({ body: bodyOf(pix).slice(0, -1) }),
  "a list as its body": (pix) => ({ body: JSON.stringify([pix]) }),
  "more Pix than a bank sends at once": (pix) => ({
    body: JSON.stringify({ pix: Array(1_001).fill({ endToEndId: pix.endToEndId }) }),
  }),
};

/** Webhooks to the secret address about `target`, whose buyer has not paid; `pix` is the payment of another member. */
const untrue: Record<string, (target: Checkout, pix: Pix) => string> = {
  "swapped end-to-end ids": ({ txid }, pix) => bodyOf(pix, { txid }),
  "an invented Pix": ({ txid }, pix) => bodyOf(pix, { txid, endToEndId: `E${"0".repeat(31)}` }),
  "an amount of its own": ({ txid }, pix) => bodyOf(pix, { txid, valor: "99999999.00" }),
  "an old event": ({ txid }, pix) => bodyOf(pix, { txid, horario: "2020-01-01T00:00:00Z" }),
  "an order beside that of the payer": ({ txid }, pix) => JSON.stringify({ pix: [pix, { ...pix, txid }] }),
};

/** The ways in which a Pix was paid otherwise than ordered. */
const paidOtherwise: Record<string, (pix: Pix) => object> = {
  "one centavo": () => ({ valor: "0.01" }),
  "one centavo less than the price": () => ({ valor: "46.99" }),
  "more than the price": () => ({ valor: "470.00" }),
};

describe("[D4.21][D4.36][TD.02] at a bank that speaks API Pix", () => {
  test("the webhook that all forgeries are made from grants what was paid", async () => {
    const order = await makeCheckout();
    expect((await post({ body: bodyOf(psp.pay(order.txid)) })).statusCode).toBe(200);
    await runJobs(world);
    const entitlement = world.db.selectFrom("entitlement").where("memberId", "=", order.memberId).select("tokens");
    expect(await entitlement.executeTakeFirst()).toEqual({ tokens: 100 });
  });

  test.each(eachKind(Object.entries(refusedWebhooks), ([what]) => /secret|webhook/.test(what)))(
    "a webhook with %s is refused, logged and grants nothing",
    async (_, forge) => {
      const order = await makeCheckout();
      const sentWebhook = forge(psp.pay(order.txid));
      world.logged.length = 0;
      expect((await post(sentWebhook)).statusCode).toBe(403);
      expect(hasLogged("refused a webhook")).toBe(true);
      expect(hasLogged(secret)).toBe(false);
      await runJobs(world);
      await expectNothingGranted(order);
    },
  );

  test("a webhook that is too large is not read, and grants nothing", async () => {
    const order = await makeCheckout();
    const reply = await post({ body: bodyOf(psp.pay(order.txid), { infoPagador: "a".repeat(65_536) }) });
    expect(reply.statusCode).toBe(400);
    await runJobs(world);
    await expectNothingGranted(order);
  });

  test.each(eachKind(Object.entries(untrue), () => "untrue"))(
    "a webhook with %s grants what the bank says, and that is nothing",
    async (_, forge) => {
      const [target, otherCheckout] = [await makeCheckout(), await makeCheckout()];
      const pix = psp.pay(otherCheckout.txid);
      expect((await post({ body: forge(target, pix) })).statusCode).toBe(200);
      await runJobs(world);
      await expectNothingGranted(target);
    },
  );

  test.each(eachKind(Object.entries(paidOtherwise), () => "otherwise"))(
    "a Pix of %s is logged and grants nothing",
    async (_, change) => {
      const order = await makeCheckout();
      const pix = psp.pay(order.txid);
      psp.books.paid.set(pix.endToEndId, { ...pix, ...change(pix) });
      world.logged.length = 0;
      expect((await post({ body: bodyOf(pix) })).statusCode).toBe(200);
      await runJobs(world);
      expect(hasLogged("a payment does not fit its order")).toBe(true);
      await expectNothingGranted(order);
    },
  );
});
