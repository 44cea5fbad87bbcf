import { openPsp } from "../../apps/server/src/testing/pix-psp/psp.ts";
import { openStripeServer } from "../../apps/server/src/testing/stripe-server.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test as ownTest } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

// Each product has one way to pay, with a payment company that runs on this machine.

const pixTest = ownTest.extend<{ psp: Awaited<ReturnType<typeof openPsp>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see which fixtures are needed
  psp: async ({}, use) => {
    const psp = await openPsp();
    await use(psp);
    await psp.close();
  },
  ownSettings: async ({ psp }, use) => use({ PAYMENTS: "pix", ...psp.settings }),
});

pixTest(
  "[D4.22][D4.37] a daddy pays a Pix at the operator's bank, and the page goes on once the bank has it",
  async ({ page, product: { address, maker }, psp }) => {
    await signInByApi(page, await maker.account({ role: "daddy", name: "Bruno" }), address);
    await page.goto("/checkout?type=tokens");
    const frame = page.frameLocator('iframe[title="Página de pagamento"]');
    await expect(frame.getByLabel("Pix copia e cola")).not.toBeEmpty();
    await expect(frame.getByRole("heading", { name: "Fichas" })).toBeVisible();
    // There is only one way to pay, and this Pix moves money.
    await expect(page.getByText("Como você quer pagar?")).toHaveCount(0);
    await expect(page.getByText("Pagamento de teste")).toHaveCount(0);
    await axe(page);
    await shot(page, "checkout-pix-do-banco");
    await page.getByRole("button", { name: "Já paguei" }).click();
    await expect(page.getByText("Ainda não recebemos a confirmação")).toBeVisible();

    for (const txid of psp.listOpen()) psp.pay(txid);
    await page.getByRole("button", { name: "Já paguei" }).click();
    await expect(page).toHaveURL("/obrigado?type=tokens");
    await expect(page.getByRole("heading", { name: "Suas fichas chegaram" })).toBeVisible();
    expect(psp.violations).toEqual([]);
  },
);

const stripeTest = ownTest.extend<{ stripe: Awaited<ReturnType<typeof openStripeServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see which fixtures are needed
  stripe: async ({}, use) => {
    const stripe = await openStripeServer();
    await use(stripe);
    stripe.api.close();
  },
  ownSettings: async ({ stripe }, use) =>
    use({
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      LOCAL_STRIPE_PORT: String(stripe.api.port),
      NODE_OPTIONS: `--import=${new URL("../support/local-stripe.ts", import.meta.url)}`,
    }),
});

stripeTest.describe("on a company's own page", () => {
  stripeTest.use({ expectedErrors: /^foreign request: https:\/\/checkout\.stripe\.com\// });

  stripeTest(
    "[D4.22][T57] a daddy pays at Stripe, comes back, and goes on once its webhook came",
    async ({ page, product: { address, maker }, stripe }) => {
      await page.route("https://checkout.stripe.com/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>Stripe</title><h1>Stripe</h1>" }),
      );
      await signInByApi(page, await maker.account({ role: "daddy", name: "Bruno" }), address);
      await page.goto("/checkout?type=premium_monthly");
      const away = page.getByRole("link", { name: "Ir para a página de pagamento" });
      await expect(away).toBeVisible();
      await expect(page.locator("iframe")).toHaveCount(0);
      await axe(page);
      await shot(page, "checkout-stripe");
      await away.click();
      await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();

      const openedSession = stripe.api.received.find(({ url }) => url.pathname === "/v1/checkout/sessions");
      const sentParams = new URLSearchParams(openedSession?.body);
      const orderId = sentParams.get("client_reference_id") ?? "";
      stripe.pay(orderId);
      // Coming back does not prove a payment. Only the path is used, because the product does not know on which free
      // port it runs.
      const back = new URL(sentParams.get("success_url") ?? "");
      await page.goto(back.pathname + back.search);
      await expect(page.getByText("Conferindo o pagamento")).toBeVisible();
      await shot(page, "checkout-volta");
      const { rawBody, headers } = stripe.webhook(stripe.sessionOf(orderId));
      const answer = await page.request.post("/api/webhooks/stripe", {
        data: rawBody,
        headers: { "stripe-signature": String(headers["stripe-signature"]), "content-type": "application/json" },
      });
      expect(answer.status()).toBe(200);
      await expect(page).toHaveURL("/obrigado?type=premium");
      await expect(page.getByRole("heading", { name: "Agora você é Premium" })).toBeVisible();
    },
  );
});
