import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { aboutTexts } from "@caramelo/contract/texts/about";
import { expect, type Page } from "@playwright/test";

export type Person = { email: string; password: string; name: string; gender?: "Feminino" | "Masculino" };
type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Two portraits. The metadata of the second contains the place where it was taken. */
export const photoFiles = ["ana-1.jpg", "ana-2.jpg"].map((name) =>
  fileURLToPath(new URL(`../photos/${name}`, import.meta.url)),
);

export function newPerson(): Person {
  return { email: `${randomUUID()}@exemplo.invalid`, password: `segredo ${randomUUID()}`, name: "Ana Beatriz" };
}

/** Fills in step 1 of the sign-up. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Senha", { exact: true }).fill(person.password);
  await page.getByLabel("Confirmar senha").fill(person.password);
  await page.getByLabel("Nome", { exact: true }).fill(person.name);
  await page.getByLabel("Idade", { exact: true }).fill("27");
  await chooseGender(page, person.gender ?? "Feminino");
  await page.getByLabel("Localização").fill("sao pau");
  await page.getByRole("option", { name: "São Paulo, SP" }).click();
  for (const { member } of aboutTexts) await page.getByLabel(member.label).fill("Boas conversas e bons jantares.");
  await page.getByLabel(/Tenho 18 anos ou mais/).check();
}

async function chooseGender(page: Page, gender: "Feminino" | "Masculino"): Promise<void> {
  await page.getByText(gender, { exact: true }).click();
  if (gender === "Feminino") await expect(page.getByRole("radio", { name: "Sugar Baby" })).toBeChecked();
  else await expect(page.getByText("Sugar Daddy")).toBeVisible();
}

export async function pickPhotos(page: Page, files: string[] | FilePayload[]): Promise<void> {
  await page.locator("input[data-add-photo]").setInputFiles(files);
}

/** Signs somebody up and ends on /login. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/cadastro");
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  // The timeout is long, because photos are decoded and re-encoded, which takes time on a busy machine.
  await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
}

export async function signIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Closes the welcome that a new account sees once, and that covers the cards of a phone. */
export async function closeWelcome(page: Page): Promise<void> {
  await page
    .getByRole("dialog", { name: /^Bem-vind/ })
    .getByRole("button", { name: "Fechar" })
    .click();
}

/** Signs out by the button of desktops or the entry of the phone's menu, and waits until the page has reloaded. */
export async function signOut(page: Page): Promise<void> {
  await leaveBy(page, () => clickSignOut(page));
}

/**
 * Ends the session of a page's member, and waits until the page has reloaded. Before that, the page may still navigate
 * by itself. A page that the journey itself reloaded before counts as reloaded too, so the old document is recognised
 * by the time of its start.
 */
export async function leaveBy(page: Page, endSession: () => Promise<void>): Promise<void> {
  const oldStart = await page.evaluate(() => performance.timeOrigin);
  await endSession();
  await page.waitForFunction((start) => {
    const [load] = performance.getEntriesByType("navigation");
    const isReloaded = load instanceof PerformanceNavigationTiming && load.type === "reload";
    return isReloaded && performance.timeOrigin !== start && history.state?.hasLeft;
  }, oldStart);
}

async function clickSignOut(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Sair", exact: true });
  const menu = page.getByRole("button", { name: /menu/i });
  // One of the two is visible once the shell has been drawn.
  await expect(button.or(menu).filter({ visible: true }).first()).toBeVisible();
  if (await button.first().isVisible()) return button.first().click();
  await menu.click();
  await page.getByRole("menuitem", { name: "Sair", exact: true }).click();
}

/** The admin account that the shared product makes at its start (global-setup.ts). */
export function admin(): Pick<Person, "email" | "password"> {
  const { E2E_ADMIN_EMAIL: email = "", E2E_ADMIN_PASSWORD: password = "" } = process.env;
  return { email, password };
}
