import { findFreePort } from "../../apps/server/src/testing/free-port.ts";
import { openOwnProduct } from "../support/own-product.ts";
import { expect, test } from "../support/test.ts";

const COMPANY = {
  COMPANY_NAME: "Clube da Ana Ltda.",
  COMPANY_CNPJ: "11.222.333/0001-81",
  COMPANY_ADDRESS: "Rua das Flores, 1, São Paulo, SP",
  DPO_CONTACT: "privacidade@clube.example",
  SUPPORT_EMAIL: "ajuda@clube.example",
};
const REST = {
  PUBLIC_URL: "https://clube.example",
  ADMIN_EMAIL: "dona@clube.example",
  ADMIN_PASSWORD: "uma senha bem longa",
  SMTP_URL: "smtp://127.0.0.1:1",
  PAYMENTS: "sandbox",
  SANDBOX_IN_PRODUCTION: "on",
};

/** Starts a product in production mode. It listens at `local`; its `address` is the public one. */
async function startProduction(settings: Record<string, string>) {
  const port = await findFreePort();
  // Without the setting DEMO, production has no demo data.
  const product = await openOwnProduct({ ...settings, DEMO: "", PORT: String(port) });
  return { product, local: `http://127.0.0.1:${port}` };
}

test("[D1.16][D1.17] production starts with the company, a mail server and a payment provider, and names the company", async ({
  request,
}) => {
  const { product, local } = await startProduction({ ...REST, ...COMPANY });
  expect(product.address).toBe("https://clube.example");
  expect((await request.get(`${local}/readyz`)).status()).toBe(200);
  const terms = await request.get(`${local}/termos`, { headers: { host: "clube.example" } });
  expect(await terms.text()).toContain("Clube da Ana Ltda., CNPJ 11.222.333/0001-81, Rua das Flores, 1, São Paulo, SP");
  expect(terms.headers()["content-security-policy"]).toContain("upgrade-insecure-requests");
  await product.discard();
});

test("[D1.17] production that lacks things names all of them at once, each with where to set it", async () => {
  const attempt = startProduction({ PUBLIC_URL: "https://clube.example" });
  const outcome = await attempt.then(
    () => "it started",
    (error: Error) => error.message,
  );
  const neededSettings = ["ADMIN_EMAIL", "ADMIN_PASSWORD", "SMTP_URL", ...Object.keys(COMPANY)];
  for (const name of neededSettings) expect(outcome).toContain(`  - ${name} must`);
  expect(outcome).toContain("  - PAYMENTS must name who takes payments");
  expect(outcome.match(/^ {6}Set it in the environment or in \.env/gm)).toHaveLength(neededSettings.length + 1);
  expect(outcome).toContain("or save it at /admin/configuracoes while the site runs with MODE=demo");
});

test("[D1.17] production finds the company that was saved while the site was a demo", async ({ request }) => {
  const port = await findFreePort();
  const own: Record<string, string> = {
    PORT: String(port),
    ADMIN_EMAIL: REST.ADMIN_EMAIL,
    ADMIN_PASSWORD: REST.ADMIN_PASSWORD,
  };
  const product = await openOwnProduct(own);
  const local = `http://127.0.0.1:${port}`;
  const headers = { origin: local };
  await request.post(`${local}/api/session`, {
    headers,
    data: { email: REST.ADMIN_EMAIL, password: REST.ADMIN_PASSWORD, remember: false },
  });
  const texts = { companyName: COMPANY.COMPANY_NAME, cnpj: COMPANY.COMPANY_CNPJ, address: COMPANY.COMPANY_ADDRESS };
  const contacts = { dpoContact: COMPANY.DPO_CONTACT, supportEmail: COMPANY.SUPPORT_EMAIL };
  const changes = Object.entries({ ...texts, ...contacts }).map(([name, value]) => {
    return { name: `brand:${name}`, value };
  });
  const saveAnswer = await request.put(`${local}/api/admin/settings`, { headers, data: { changes } });
  expect(await saveAnswer.json()).toEqual({ changed: 5 });
  await product.stop();

  Object.assign(product.settings, REST, { DEMO: "" });
  await product.start();
  expect(await (await request.get(`${local}/termos`)).text()).toContain("Clube da Ana Ltda., CNPJ");
  await product.discard();
});
