import { launchOptions } from "../support/launch-options.ts";
import { test } from "../support/own-test.ts";
import { closeWelcome, newPerson, signIn, signOut, signUp } from "../support/people.ts";
import { expect } from "../support/test.ts";

/**
 * A name that machines in a local network give themselves. Browsers do not trust it, unlike the machine's own address.
 */
const HOST = "caramelo.local";
const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH } = process.env;
const usual = launchOptions(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH);

test.use({
  launchOptions: { ...usual, args: [...usual.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
  baseURL: async ({ product }, use) => use(product.address.replace("127.0.0.1", HOST)),
});
test.setTimeout(120_000);

test("[D2.04] a phone that opens the product over http in the local network signs up, finds people, talks live and signs out", async ({
  page,
  openPage,
  product: { maker },
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await maker.grant(bruno.id, { tokens: 5, conversations: 5 });
  const ana = newPerson();
  await test.step("signs up and in", async () => {
    await signUp(page, ana);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await signIn(page, ana);
    await closeWelcome(page);
    await expect(page).toHaveURL(/\/busca$/);
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: "caramelo", httpOnly: true, secure: false }),
    );
  });

  await test.step("finds Bruno and sends a message", async () => {
    await page.getByRole("link", { name: /^Bruno, 30/ }).click();
    await page.getByRole("link", { name: "Mensagem", exact: true }).click();
    await page.getByRole("textbox", { name: "Mensagem para Bruno" }).fill("Oi, Bruno!");
    await page.getByRole("button", { name: "Enviar" }).click();
    await expect(page.getByRole("log").getByText("Oi, Bruno!")).toBeVisible();
  });

  await test.step("receives Bruno's answer live", async () => {
    const brunosPage = await openPage();
    await brunosPage.goto("/login");
    await signIn(brunosPage, bruno);
    await expect(brunosPage).toHaveURL(/\/busca$/);
    await brunosPage.goto("/mensagens");
    await brunosPage
      .getByRole("link", { name: /Ana Beatriz/ })
      .first()
      .click();
    await expect(brunosPage.getByRole("log").getByText("Oi, Bruno!")).toBeVisible();
    await brunosPage.getByRole("textbox", { name: "Mensagem para Ana Beatriz" }).fill("Oi, Ana!");
    await brunosPage.getByRole("button", { name: "Enviar" }).click();
    await expect(page.getByRole("log").getByText("Oi, Ana!")).toBeVisible();
  });

  await test.step("stays signed in over a reload, and learns what needs https", async () => {
    await page.reload();
    await expect(page.getByRole("log").getByText("Oi, Ana!")).toBeVisible();
    await page.goto("/configuracoes");
    await expect(page.getByText(/só funcionam em um endereço seguro/).first()).toBeVisible();
  });

  await test.step("signs out and leaves nothing", async () => {
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await page.context().cookies()).filter(({ name }) => name === "caramelo")).toEqual([]);
  });
});
