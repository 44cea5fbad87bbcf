import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectToPsp } from "../../platform/payments/pix/pix-connection.ts";
import { openPix } from "../../platform/payments/pix/pix-provider.ts";
import { txidOf } from "../../platform/payments/pix/pix-rules.ts";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { openPixWorld } from "../../testing/pix-world.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { settleOrder } from "../billing/settle-order.ts";

const { world, psp, provider, options, secret } = await openPixWorld();
const DAY_MS = 86_400_000;

beforeAll(() => provider.connect?.());
beforeEach(() => psp.returns("done"));

async function makeBuyer() {
  const { id, browser } = await makeSignedIn(world, { role: "daddy" });
  return { id, api: browser.api };
}
type Buyer = Awaited<ReturnType<typeof makeBuyer>>;

async function makeCheckout(buyer: Buyer, product: "tokens" | "premium_monthly" = "tokens") {
  const { body } = await buyer.api.billing.makeOrder({ body: { product, method: "pix" } });
  return { id: body.order.id, txid: txidOf(body.order.id), token: (body.url ?? "").replace("/pix/", "") };
}

async function makePaid(buyer: Buyer) {
  const order = await makeCheckout(buyer);
  const pix = psp.pay(order.txid);
  await psp.notify(pix);
  await runJobs(world);
  return { ...order, pix };
}

const tokensOf = async (memberId: string) =>
  (await world.db.selectFrom("entitlement").select("tokens").where("memberId", "=", memberId).executeTakeFirstOrThrow())
    .tokens;

/** What the history of an order holds, sorted, because several events share a moment. */
const kindsOf = async (orderId: string) => {
  const events = await world.db.selectFrom("orderEvent").where("orderId", "=", orderId).select("kind").execute();
  return events.map(({ kind }) => kind).toSorted();
};

const stateOf = async ({ api }: Buyer, id: string) => (await api.billing.order({ params: { id } })).body;
const readPage = (token: string) => world.browser().api.pix.charge({ params: { token } });
const post = (path: string, payload: string) =>
  world.app.inject({ method: "POST", url: `/api/webhooks/pix${path}`, payload });

describe("a purchase by Pix", () => {
  test("[D4.34][D4.07][D4.21] grants once the webhook made the server read the payment, and again changes nothing", async () => {
    const buyer = await makeBuyer();
    const order = await makeCheckout(buyer);
    const pix = psp.pay(order.txid);
    expect(await tokensOf(buyer.id)).toBe(0);
    const before = psp.asked.length;
    expect(await psp.notify(pix)).toBe(200);
    expect(await psp.notify(pix, pix)).toBe(200);
    await runJobs(world);
    expect(psp.asked.slice(before)).toEqual(expect.arrayContaining(["GET /cob/{txid}", "GET /pix/{e2eid}"]));
    expect(await tokensOf(buyer.id)).toBe(100);
    expect(await stateOf(buyer, order.id)).toMatchObject({ state: "paid" });
  });

  test("shows on its page what is to be paid and its code, and after the payment no code any more", async () => {
    const buyer = await makeBuyer();
    const order = await makeCheckout(buyer, "premium_monthly");
    const { body: page } = await readPage(order.token);
    expect(page).toMatchObject({ product: "premium_monthly", centavos: 13_900, state: "pending" });
    // The address of the charge, as a field of the Pix code.
    expect(page.code).toContain("pix.psp.example/qr/v2/");
    expect(page.code).not.toContain("https://");
    await psp.notify(psp.pay(order.txid));
    await runJobs(world);
    expect((await readPage(order.token)).body).toMatchObject({ state: "paid", code: null });
  });

  test("is opened again at the same address, and the PSP is asked only whether it was paid", async () => {
    const buyer = await makeBuyer();
    const first = await makeCheckout(buyer);
    const before = psp.asked.length;
    expect(await makeCheckout(buyer)).toEqual(first);
    expect(psp.asked.slice(before)).toEqual(["GET /cob/{txid}"]);
  });

  test("[D4.42] is opened again as it was while the PSP does not say whether it was paid", async () => {
    const buyer = await makeBuyer();
    const first = await makeCheckout(buyer);
    const fault = psp.misbehave({ at: "GET /cob/{txid}", status: 503 });
    expect(await makeCheckout(buyer)).toEqual(first);
    fault.end();
  });

  test("shows nothing at an address that was guessed", async () => {
    expect((await readPage("A".repeat(43))).failure.code).toBe("NOT_FOUND");
  });

  test("[D4.34]is granted by asking the PSP when no webhook came, and grants nothing before it was paid", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    expect((await buyer.api.billing.checkPayment({ params: { id } })).body.state).toBe("pending");
    psp.pay(txid);
    expect((await buyer.api.billing.checkPayment({ params: { id } })).body.state).toBe("paid");
  });

  test("that is paid twice is granted once, and the second Pix goes back", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    await psp.notify(psp.pay(txid), psp.pay(txid));
    await runJobs(world);
    expect(await tokensOf(buyer.id)).toBe(100);
    const returnCounts = psp.books.findCob(txid)?.pix.map(({ devolucoes }) => devolucoes.length);
    expect(returnCounts?.toSorted()).toEqual([0, 1]);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "paid" });
  });

  test("whose time ended can still be paid late", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    psp.endTime(txid);
    await settleOrder(world.context, id);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "expired" });
    await psp.notify(psp.pay(txid));
    await runJobs(world);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "paid" });
  });
});

describe("a PSP that misbehaves", () => {
  test("[D4.34][TD.02] and says another amount grants nothing, whether it is less or more", async () => {
    const buyer = await makeBuyer();
    for (const valor of ["0.01", "46.99", "4700.00"]) {
      const { id, txid } = await makeCheckout(buyer);
      await psp.notify(psp.pay(txid, valor));
      await runJobs(world);
      expect(await stateOf(buyer, id)).toMatchObject({ state: "pending" });
    }
    expect(await tokensOf(buyer.id)).toBe(0);
  });

  test("[D4.34][TD.02] and says of a Pix that it belongs to another charge grants nothing", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    const otherTxid = txidOf(randomUUID());
    const fault = psp.misbehave({ at: "GET /pix/{e2eid}", change: (pix) => ({ ...pix, txid: otherTxid }) });
    await psp.notify(psp.pay(txid));
    await runJobs(world);
    fault.end();
    expect(await stateOf(buyer, id)).toMatchObject({ state: "pending" });
    expect(await kindsOf(id)).toEqual(["created", "mismatch", "pending"]);
  });

  test("[D4.34]and contradicts itself about an amount grants nothing until it agrees with itself", async () => {
    const buyer = await makeBuyer();
    const { txid } = await makeCheckout(buyer);
    const fault = psp.misbehave({ at: "GET /pix/{e2eid}", change: (pix) => ({ ...pix, valor: "47.01" }) });
    await psp.notify(psp.pay(txid));
    await runJobs(world);
    expect(await tokensOf(buyer.id)).toBe(0);
    fault.end();
    await makeJobsDue(world);
    await runJobs(world);
    expect(await tokensOf(buyer.id)).toBe(100);
  });

  test.each([
    ["says 503", { status: 503 as const }],
    ["breaks the connection", { hangsUp: true }],
  ])("and %s makes the member try again, and the payment is found later", async (_what, fault) => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    psp.pay(txid);
    const runningFault = psp.misbehave({ at: "GET /cob/{txid}", ...fault });
    expect((await buyer.api.billing.checkPayment({ params: { id } })).failure.code).toBe("PAYMENT_UNAVAILABLE");
    runningFault.end();
    expect((await buyer.api.billing.checkPayment({ params: { id } })).body.state).toBe("paid");
  });

  test("and is slow is given up in time", async () => {
    const buyer = await makeBuyer();
    const { id } = await makeCheckout(buyer);
    const order = await world.db.selectFrom("productOrder").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
    const fault = psp.misbehave({ at: "GET /cob/{txid}", delayMs: 3_000 });
    await expect(provider.listPayments(order)).rejects.toThrow("too slow");
    fault.end();
    expect(await provider.listPayments(order)).toMatchObject([{ state: "pending" }]);
  });

  test("and ends a token before its time gives a new one, unnoticed by the member", async () => {
    const buyer = await makeBuyer();
    const { id } = await makeCheckout(buyer);
    const before = psp.asked.length;
    psp.forgetTokens();
    expect((await buyer.api.billing.checkPayment({ params: { id } })).body.state).toBe("pending");
    expect(psp.asked.slice(before)).toEqual(["GET /cob/{txid}", "token", "GET /cob/{txid}"]);
  });

  test("and refuses a txid that it knows is asked for the charge that is there", async () => {
    const buyer = await makeBuyer();
    const { id, token } = await makeCheckout(buyer);
    // The server died after the PSP had made the charge, and before the charge was stored here.
    await world.owner.deleteFrom("pixCharge").where("orderId", "=", id).execute();
    psp.refuseKnownTxid(true);
    const again = await makeCheckout(buyer);
    psp.refuseKnownTxid(false);
    expect(again.id).toBe(id);
    expect(again.token).not.toBe(token);
    expect((await readPage(again.token)).body).toMatchObject({ state: "pending", centavos: 4_700 });
  });

  test("and makes a charge of another amount, or none, opens no page", async () => {
    const change = (cob: Record<string, unknown>) => ({ ...cob, valor: { original: "470.00" } });
    for (const fault of [{ change }, { status: 503 as const }]) {
      const runningFault = psp.misbehave({ at: "PUT /cob/{txid}", ...fault });
      const { api } = await makeBuyer();
      const { failure } = await api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
      runningFault.end();
      expect(failure.code).toBe("PAYMENT_UNAVAILABLE");
    }
  });
});

describe("money that goes back by Pix", () => {
  async function withdraw(buyer: Buyer, id: string) {
    await buyer.api.billing.withdraw({ params: { id } });
    await runJobs(world);
    return stateOf(buyer, id);
  }

  test("[D4.35][D4.14] within seven days is done, and takes what was granted", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makePaid(buyer);
    expect(await withdraw(buyer, id)).toMatchObject({ state: "refunded", isReturning: false });
    expect(await tokensOf(buyer.id)).toBe(0);
    const returns = psp.books.findCob(txid)?.pix.flatMap(({ devolucoes }) => devolucoes);
    expect(returns).toMatchObject([{ valor: "47.00", status: "DEVOLVIDO" }]);
  });

  test("[D4.35]stays in process as long as the PSP says so, and is done by its webhook", async () => {
    const buyer = await makeBuyer();
    const { id, pix } = await makePaid(buyer);
    psp.returns("in process");
    expect(await withdraw(buyer, id)).toMatchObject({ state: "paid", isReturning: true, returnedCentavos: 0 });
    expect(await tokensOf(buyer.id)).toBe(100);
    const [devolucao] = psp.books.paid.get(pix.endToEndId)?.devolucoes ?? [];
    psp.books.endReturn(pix.endToEndId, devolucao?.id ?? "", "DEVOLVIDO");
    await psp.notify(pix);
    await runJobs(world);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "refunded", returnedCentavos: 4_700 });
    expect(await tokensOf(buyer.id)).toBe(0);
  });

  test("[D4.35]that the PSP could not do takes nothing, and says that it is not on its way", async () => {
    const buyer = await makeBuyer();
    const { id } = await makePaid(buyer);
    psp.returns("not done");
    expect(await withdraw(buyer, id)).toMatchObject({ state: "paid", isReturning: false, returnedCentavos: 0 });
    expect(await tokensOf(buyer.id)).toBe(100);
  });

  test("that the PSP refuses is not asked for again and again, and the order's history says it", async () => {
    const buyer = await makeBuyer();
    const { id, pix } = await makePaid(buyer);
    // A part of the money was returned at the PSP's own site, so the whole price can no longer be returned.
    const knownPix = psp.books.paid.get(pix.endToEndId) ?? pix;
    psp.books.addReturn(knownPix, "1", { valor: "1.00", natureza: "ORIGINAL", status: "DEVOLVIDO" });
    expect(await withdraw(buyer, id)).toMatchObject({ isReturning: false });
    expect(await kindsOf(id)).toEqual([
      "created",
      "entry purchase",
      "entry refund",
      "paid",
      "pending",
      "refund refused",
      "refund requested",
    ]);
  });

  test("[D4.35] is requested once when the PSP's answer was lost", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makePaid(buyer);
    const fault = psp.misbehave({ at: "PUT /pix/{e2eid}/devolucao/{id}", hangsUp: true, times: 1 });
    await withdraw(buyer, id);
    fault.end();
    await makeJobsDue(world);
    await runJobs(world);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "refunded", returnedCentavos: 4_700 });
    expect(psp.books.findCob(txid)?.pix.flatMap(({ devolucoes }) => devolucoes)).toHaveLength(1);
  });

  test.each([
    ["MED_FRAUDE", "DEVOLVIDO", "charged_back", 0],
    ["MED_OPERACIONAL", "EM_PROCESSAMENTO", "charged_back", 0],
    ["MED_FRAUDE", "NAO_REALIZADO", "paid", 100],
  ] as const)("[D4.35]by the payer's bank (%s, %s) makes the order %s", async (natureza, status, state, tokens) => {
    const buyer = await makeBuyer();
    const { id, pix } = await makePaid(buyer);
    psp.takeBack(pix, natureza, status);
    await psp.notify(pix);
    await runJobs(world);
    expect(await stateOf(buyer, id)).toMatchObject({ state });
    expect(await tokensOf(buyer.id)).toBe(tokens);
  });

  test("[D4.35][D4.11] by the payer's bank and then not after all is granted again", async () => {
    const buyer = await makeBuyer();
    const { id, pix } = await makePaid(buyer);
    const takenReturn = psp.takeBack(pix, "MED_FRAUDE", "EM_PROCESSAMENTO");
    await settleOrder(world.context, id);
    expect(await tokensOf(buyer.id)).toBe(0);
    psp.books.endReturn(pix.endToEndId, takenReturn.id, "NAO_REALIZADO");
    await settleOrder(world.context, id);
    expect(await tokensOf(buyer.id)).toBe(100);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "paid" });
  });
});

describe("the webhook of API Pix", () => {
  test("[D4.36]is registered at the address with the secret, which no log names", () => {
    expect(psp.books.webhooks.get(psp.settings.PIX_KEY)).toBe(`https://caramelo.example/api/webhooks/pix/${secret}`);
    expect(world.logged.join("\n")).not.toContain(secret);
  });

  test("is not registered for a site without https, which no PSP can reach, and the log says so", async () => {
    const before = psp.asked.length;
    await world.context.payments.byName("pix").connect?.();
    expect(psp.asked.slice(before)).toEqual([]);
    expect(world.logged.join()).toContain("the PSP cannot send webhooks to an address without https");
  });

  test("is accepted with and without /pix behind the secret, also when the PSP only tries the address", async () => {
    for (const path of [`/${secret}`, `/${secret}/pix`])
      for (const payload of ["", "{}", '{"pix":[]}', '{"evento":"teste_webhook"}'])
        expect((await post(path, payload)).statusCode).toBe(200);
  });

  test("[D4.36][D4.21] about an order that does not exist, or that another provider has, is refused and logged", async () => {
    const { txid } = await makeCheckout(await makeBuyer());
    const pix = { ...psp.pay(txid), txid: txidOf(randomUUID()) };
    const before = world.logged.length;
    expect((await post(`/${secret}/pix`, JSON.stringify({ pix: [pix] }))).statusCode).toBe(403);
    expect(world.logged.slice(before).join()).toContain("refused a webhook");
  });

  test("about two charges of which one is not ours is accepted for the other, in either order", async () => {
    const foreign = txidOf(randomUUID());
    for (const isFirst of [true, false]) {
      const before = world.logged.length;
      const buyer = await makeBuyer();
      const { txid } = await makeCheckout(buyer);
      const pix = psp.pay(txid);
      const list = [{ ...pix, txid: foreign }, pix];
      const payload = JSON.stringify({ pix: isFirst ? list : list.toReversed() });
      expect((await post(`/${secret}/pix`, payload)).statusCode).toBe(200);
      expect(world.logged.slice(before).join()).toContain("refused a webhook");
      await runJobs(world);
      expect(await tokensOf(buyer.id)).toBe(100);
    }
  });

  test("[D4.36][D4.21] that claims a payment which was never made grants nothing", async () => {
    const buyer = await makeBuyer();
    const { id, txid } = await makeCheckout(buyer);
    const claimedPix = { endToEndId: "E".repeat(32), txid, valor: "47.00", horario: new Date().toISOString() };
    expect((await post(`/${secret}/pix`, JSON.stringify({ pix: [claimedPix] }))).statusCode).toBe(200);
    await runJobs(world);
    expect(await tokensOf(buyer.id)).toBe(0);
    expect(await stateOf(buyer, id)).toMatchObject({ state: "pending" });
  });
});

test("every request to the PSP was as API Pix says, and no secret was logged", () => {
  expect(psp.violations).toEqual([]);
  const { PIX_CLIENT_SECRET, PIX_CLIENT_ID } = psp.settings;
  const logged = world.logged.join("\n");
  for (const hiddenText of [PIX_CLIENT_SECRET, PIX_CLIENT_ID, "Bearer", "PRIVATE KEY"])
    expect(logged).not.toContain(hiddenText);
});

test("[D4.41] from thirty days before the certificate of the site ends, each start and each night says so in the log", async () => {
  const api = await connectToPsp(psp.connection, { clock: world.context.clock, log: world.context.log });
  const connectBefore = async (ms: number) => {
    const clock = { now: () => new Date(api.certificateEndsAt.getTime() - ms) };
    const before = world.logged.length;
    await openPix({ ...options, api, clock }).connect?.();
    return world.logged.slice(before).filter((line) => line.includes("the certificate for Pix ends soon"));
  };
  expect(await connectBefore(30 * DAY_MS + 1)).toEqual([]);
  for (const ms of [30 * DAY_MS, DAY_MS, -DAY_MS]) {
    const [warning, ...others] = await connectBefore(ms);
    expect(others).toEqual([]);
    expect(JSON.parse(warning ?? "{}")).toMatchObject({ level: 40, endsAt: api.certificateEndsAt.toISOString() });
  }
});
