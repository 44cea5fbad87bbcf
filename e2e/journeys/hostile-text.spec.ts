import { randomUUID } from "node:crypto";
import { signInByApi } from "../support/member-factory.ts";
import { sharedTest } from "../support/own-test.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// One payload for each way that text could become code: markup, handlers, addresses, templates.
const PAYLOADS = [
  `<img src=x onerror="window.__ran=1">`,
  `"><script>window.__ran=1</script>`,
  `<svg/onload=window.__ran=1>`,
  `javascript:window.__ran=1`,
  `{{constructor.constructor('window.__ran=1')()}}`,
  `$${"{window.__ran=1}"}`,
];

test("[T54] markup in a name or a bio is shown as text and runs nowhere", async ({ page }) => {
  const eve = { ...newPerson(), name: PAYLOADS.join(" ").slice(0, 60) };
  await page.goto("/cadastro");
  await fillSignUp(page, eve);
  await page.getByLabel("Sobre você").fill(PAYLOADS.join("\n"));
  await page.getByLabel("O que você busca").fill(PAYLOADS.join("\n"));
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, eve);
  await expect(page).toHaveURL(/\/busca$/);
  await page.goto("/perfil");
  await expect(page.getByText(eve.name.trim()).first()).toBeVisible();
  for (const path of ["/busca", "/mensagens", "/favoritos", "/perfil"]) {
    await page.goto(path);
    await expect(page.getByRole("banner")).toBeVisible();
    expect(await page.evaluate(() => "__ran" in window), path).toBe(false);
  }
});

sharedTest(
  "[T54] markup in a name, a bio or a message is text on the cards, the profile and in the chat of others",
  async ({ page, maker, baseURL }) => {
    const text = PAYLOADS.join(" ");
    const city = { cityId: 1100015 };
    const eve = await maker.member({ role: "baby", name: text.slice(0, 60), bio: text, lookingFor: text, ...city });
    const bruno = await maker.member({ role: "daddy", name: "Bruno", ...city });
    const origin = baseURL ?? "";
    await signInByApi(page, eve, origin);
    const reply = await page.request.post(`${origin}/api/conversations/${bruno.id}/messages`, {
      data: { clientId: randomUUID(), text: PAYLOADS.join("\n") },
      headers: { origin },
    });
    expect(reply.status()).toBe(200);
    await page.context().clearCookies();
    await signInByApi(page, bruno, origin);
    for (const [path, where] of [
      [`/perfil/${eve.id}`, page.getByRole("heading", { level: 1 })],
      ["/mensagens", page.getByRole("link", { name: /onerror/ })],
      [`/mensagens?userId=${eve.id}`, page.getByRole("log").getByText(/onerror/)],
    ] as const) {
      await page.goto(path);
      await expect(where.first()).toBeVisible();
      expect(await page.evaluate(() => "__ran" in window), path).toBe(false);
    }
  },
);
