import { aboutTexts } from "@caramelo/contract/texts/about";
import type { Page } from "@playwright/test";
import { newPerson, photoFiles, pickPhotos } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Presses Tab until the control has the focus, like a person without a mouse. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: "textbox" | "button" | "radio" | "checkbox" | "combobox" | "spinbutton" | "link",
) {
  const target = page.getByRole(role, { name, exact: typeof name === "string" });
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${role} ${String(name)}`);
}

test("the keyboard alone signs somebody up, in and out", { tag: ["@desktop", "@npm-test"] }, async ({ page }) => {
  const ana = newPerson();
  const type = (text: string) => page.keyboard.type(text);
  await page.goto("/cadastro");
  await expect(page.getByRole("button", { name: "Continuar" })).toBeEnabled();
  await tabTo(page, "E-mail", "textbox");
  await type(ana.email);
  await tabTo(page, "Senha", "textbox");
  await type(ana.password);
  await tabTo(page, "Confirmar senha", "textbox");
  await type(ana.password);
  await tabTo(page, "Nome", "textbox");
  await type(ana.name);
  await tabTo(page, "Idade", "spinbutton");
  await type("27");
  await tabTo(page, "Feminino", "radio");
  await page.keyboard.press("Space");
  await tabTo(page, "Localização", "combobox");
  await type("osasco");
  await expect(page.getByRole("option", { name: "Osasco, SP" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Localização")).toHaveValue("Osasco, SP");
  for (const { member } of aboutTexts) {
    await tabTo(page, member.label, "textbox");
    await type("Boas conversas.");
  }
  await tabTo(page, /Tenho 18 anos ou mais/, "checkbox");
  await page.keyboard.press("Space");
  await tabTo(page, "Continuar", "button");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Adicione suas fotos" })).toBeVisible();
  // The test cannot press keys in the operating system's file dialog.
  await pickPhotos(page, photoFiles);
  await tabTo(page, "Criar Conta", "button");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);

  await expect(page.getByLabel("E-mail")).toHaveValue(ana.email);
  await tabTo(page, "Senha", "textbox");
  await type(ana.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/busca$/);
});
