import type { Locator, Page } from "@playwright/test";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn, signUp } from "../support/people.ts";
import { draw48Megapixels, drawLargePhoto, jpegOf } from "../support/photos.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const TOO_LARGE = { name: "praia.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(6 * 1024 * 1024, 1) };

/** The bytes of the signed-in member's main photo as the page gets them. */
async function readOwnPhoto(page: Page): Promise<Buffer> {
  const session = await page.evaluate(async () => (await fetch("/api/session")).json());
  const response = await page.request.get(session.user.photoUrl);
  expect(response.headers()["content-type"]).toBe("image/webp");
  return response.body();
}

/** A person who has filled in step 1 of a sign-up and picked the photos of step 2. */
async function fillBothSteps(page: Page) {
  const person = newPerson();
  await page.goto("/cadastro");
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  return person;
}

test("[M2.35][M2.40][M2.41][M2.42][M5.22] Ana reads why a 6 MB photo is refused, signs up with two others and signs in", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page }) => {
  const ana = newPerson();
  await page.goto("/cadastro");
  await expect(page.getByRole("heading", { name: "Crie sua conta" })).toBeVisible();
  await axe(page);
  await fillSignUp(page, ana);
  await shot(page, "cadastro-1");
  await page.getByRole("button", { name: "Continuar" }).click();

  await expect(page.getByRole("heading", { name: "Adicione suas fotos" })).toBeVisible();
  await pickPhotos(page, [TOO_LARGE]);
  await expect(page.getByText("Cada imagem deve ter no máximo 5MB.")).toBeVisible();
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page.getByText("Por favor, envie pelo menos 2 fotos.")).toBeVisible();
  await pickPhotos(page, photoFiles);
  await expect(page.getByText("Cada imagem deve ter no máximo 5MB.")).toBeHidden();
  await axe(page);
  await shot(page, "cadastro-2");
  // The text shows for less than two seconds, so the page itself watches for it.
  const announced = page.getByText("Conta criada!").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await announced;
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Sua conta foi criada com sucesso. Faça login para continuar.")).toHaveCount(1);
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);

  const bytes = await readOwnPhoto(page);
  const marks = ["Exif", "GPS", "Caramelo Test Camera", "XMP", "ICCP"];
  expect(marks.filter((mark) => bytes.includes(mark))).toEqual([]);
});

const pictures = (page: Page) => page.getByRole("list", { name: "Suas fotos" }).getByRole("img");

test("[D2.29][D2.66][M5.21] photos as phones make them are made smaller at sign-up, and a cut one is refused", {
  tag: "@npm-test",
}, async ({ page }) => {
  const ana = newPerson();
  await page.goto("/cadastro");
  await fillSignUp(page, ana);
  await page.getByRole("button", { name: "Continuar" }).click();
  const large = await drawLargePhoto();
  await pickPhotos(page, [jpegOf(large.buffer.subarray(0, -64))]);
  await expect(page.getByText("A foto chegou incompleta. Escolha de novo.")).toBeVisible();
  await pickPhotos(page, [large, await draw48Megapixels()]);
  await expect(pictures(page)).toHaveCount(2);
  await expect(page.getByText("A foto chegou incompleta. Escolha de novo.")).toBeHidden();
  const sentRequest = page.waitForRequest(
    (request) => request.method() === "POST" && /api\/accounts/.test(request.url()),
  );
  await page.getByRole("button", { name: "Criar Conta" }).click();
  expect((await (await sentRequest).sizes()).requestBodySize).toBeLessThan(2 * 1_048_576 + 8_192);
  await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
});

/** What the browser keeps of a sign-up: the keys and values of the tab, and the caches. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("cadastro"));
    return { tab: JSON.stringify({ ...sessionStorage }), caches: names };
  });

/** Whether nothing covers the foot of an element, such as the bar of buttons on a phone. */
const isOnTop = (shownElement: Locator) =>
  shownElement.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 1, bottom - 1));
  });

async function expectNothingKept(page: Page, name: string): Promise<void> {
  await expect.poll(async () => (await readKept(page)).caches).toEqual([]);
  const { tab } = await readKept(page);
  expect(tab).not.toContain("cadastro");
  expect(tab).not.toContain(name);
}

test("[D2.68][T01] a reload of step 2 keeps fields and photos and asks for the password once, and nothing stays behind", {
  tag: "@npm-test",
}, async ({ page }) => {
  const ana = await fillBothSteps(page);
  await expect(pictures(page)).toHaveCount(2);
  await expect.poll(async () => (await readKept(page)).caches).toHaveLength(1);
  expect((await readKept(page)).tab).not.toContain(ana.password);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Adicione suas fotos" })).toBeVisible();
  await expect(pictures(page)).toHaveCount(2);
  await axe(page);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  const passwordError = page.getByText("Senha é obrigatória", { exact: true });
  await expect(passwordError).toBeInViewport();
  await expect(page.getByLabel("Senha", { exact: true })).toBeFocused();
  expect(await isOnTop(passwordError)).toBe(true);
  await page.getByLabel("Senha", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page.getByText("Escolha uma senha menos comum.", { exact: true })).toBeVisible();
  await shot(page, "cadastro-2-recarregado");
  await page.getByLabel("Senha", { exact: true }).fill(ana.password);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
  await expectNothingKept(page, ana.name);
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
});

test("[D2.68] a sign-up that is left, in its tab or by closing it, leaves nothing behind", async ({
  page,
  context,
}) => {
  const ana = newPerson();
  const begin = async (tab: Page) => {
    await tab.goto("/cadastro");
    await fillSignUp(tab, ana);
    await tab.getByRole("button", { name: "Continuar" }).click();
    await pickPhotos(tab, photoFiles);
    await expect.poll(async () => (await readKept(tab)).caches).not.toEqual([]);
  };
  await begin(page);
  const other = await context.newPage();
  await other.goto("/login");
  expect((await readKept(page)).caches).toHaveLength(1);
  await page.close();
  await other.goto("/login");
  await expectNothingKept(other, ana.name);

  await begin(other);
  await other.getByRole("link", { name: "Entrar" }).first().click();
  await expect(other).toHaveURL(/\/login/);
  await expectNothingKept(other, ana.name);

  // After a reload in step 1 the screen of the photos has not been opened.
  await begin(other);
  await other.getByRole("button", { name: "Voltar" }).click();
  await other.reload();
  await expect(other.getByLabel("Nome")).toHaveValue(ana.name);
  await other.getByRole("link", { name: "Entrar" }).first().click();
  await expect(other).toHaveURL(/\/login/);
  await expectNothingKept(other, ana.name);

  await begin(other);
  await other.goto("/login");
  await expectNothingKept(other, ana.name);
});

test("[M4.08][M8.01] a second sign-up with the same e-mail returns to step 1 with what was typed and the e-mail's error", async ({
  page,
}) => {
  const ana = newPerson();
  await signUp(page, ana);

  await page.goto("/cadastro");
  await fillSignUp(page, ana);
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  await page.getByRole("button", { name: "Criar Conta" }).click();

  await expect(
    page.getByText("Este email já está cadastrado. Tente fazer login ou use um email diferente.").first(),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Crie sua conta" })).toBeVisible();
  await expect(page.getByLabel("Nome")).toHaveValue(ana.name);
  await expect(page.getByLabel("E-mail")).toBeFocused();
});

test("[M4.06][M4.09] going back keeps what was typed and the photos; another gender empties the text on what they look for", {
  tag: "@npm-test",
}, async ({ page }) => {
  const ana = await fillBothSteps(page);
  await page.getByRole("button", { name: "Voltar" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(ana.email);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("list", { name: "Suas fotos" }).getByRole("img")).toHaveCount(2);
  await page.getByRole("button", { name: "Voltar" }).click();

  await page.getByText("Masculino", { exact: true }).click();
  await expect(page.getByLabel("O que você busca")).toHaveValue("");
  await expect(page.getByText("Sugar Daddy")).toBeVisible();
});

test("[M4.05][M5.08][M5.11][M5.12][M5.15][M5.16][M5.17] an empty step 1 says what is missing and focuses the first field", async ({
  page,
}) => {
  await page.goto("/cadastro");
  await page.getByRole("button", { name: "Continuar" }).click();
  for (const text of [
    "Email é obrigatório",
    "Senha é obrigatória",
    "Confirme sua senha",
    "Nome é obrigatório",
    "Idade é obrigatória",
    "Gênero é obrigatório",
    "Localização é obrigatória",
    "Você deve aceitar os termos de uso",
    "Por favor, corrija os erros no formulário",
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByRole("heading", { name: "Crie sua conta" })).toBeVisible();
  await shot(page, "cadastro-1-erros");
  await axe(page);
});

test("[M2.37][M5.26][M5.27][M5.28][T61] the city is searched from three letters on, without accents, and asks no other host", {
  tag: "@npm-test",
}, async ({ page }) => {
  await page.goto("/cadastro");
  const city = page.getByLabel("Localização");
  const askedUrls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/cities") && askedUrls.push(request.url()));
  await expect(page.getByRole("button", { name: "Continuar" })).toBeEnabled();
  await city.fill("xy");
  await city.fill("xyz");
  await expect(page.getByText("Nenhuma cidade encontrada")).toBeVisible();
  expect(askedUrls.map((url) => new URL(url).searchParams.get("q"))).toEqual(["xyz"]);
  await city.fill("xyzxyz");
  await expect(page.getByText("Nenhuma cidade encontrada")).toBeVisible();
  await city.fill("sao jose do vale");
  await page.getByRole("option", { name: "São José do Vale do Rio Preto, RJ" }).click();
  await expect(city).toHaveValue("São José do Vale do Rio Preto, RJ");
});

test("[D2.01][T01] a reload keeps what was typed in step 1, and no password is kept anywhere", async ({ page }) => {
  const ana = newPerson();
  await page.goto("/cadastro");
  await fillSignUp(page, ana);
  await page.reload();
  await expect(page.getByLabel("Nome")).toHaveValue(ana.name);
  await expect(page.getByLabel("Senha", { exact: true })).toHaveValue("");
  const traces = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(traces).not.toContain(ana.password);
});

test("[M5.07][M5.09][M5.10][M5.13][D2.14][D2.16] step 1 validates what is typed in it by the rules of the sign-up", async ({
  page,
}) => {
  await page.goto("/cadastro");
  await fillSignUp(page, newPerson());
  const submit = page.getByRole("button", { name: "Continuar" });
  await page.getByLabel("E-mail", { exact: true }).fill("ana");
  await page.getByLabel("Senha", { exact: true }).fill("12345");
  await page.getByLabel("Confirmar senha").fill("54321");
  await page.getByLabel("Idade", { exact: true }).fill("17");
  await submit.click();
  for (const text of [
    "Email inválido",
    "A senha deve ter pelo menos 6 caracteres",
    "As senhas não coincidem",
    "Você deve ter pelo menos 18 anos",
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByText("Força da senha")).toBeVisible();
  await page.getByLabel("E-mail", { exact: true }).fill("ana@exemplo.invalid");
  await page.getByLabel("Idade", { exact: true }).fill("18");
  await page.getByLabel("Senha", { exact: true }).fill("123456");
  await page.getByLabel("Confirmar senha").fill("123456");
  await submit.click();
  await expect(page.getByText("Escolha uma senha menos comum.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Crie sua conta" })).toBeVisible();
});
