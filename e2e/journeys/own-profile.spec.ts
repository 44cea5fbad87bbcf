import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { draw48Megapixels, drawLargePhoto, jpegOf } from "../support/photos.ts";
import { axe, expect, shot, test } from "../support/test.ts";

// The journey cuts off some requests, and the server refuses others on purpose.
test.use({ expectedErrors: /ERR_FAILED|status of 4(?:00|09|22)/ });

const FAR = { cityId: 1_100_015 };

async function openOwn(page: Page, person: { email: string; password: string }, origin: string | undefined) {
  await signInByApi(page, person, origin ?? "");
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { name: "Suas fotos" })).toBeVisible();
}

const grid = (page: Page) => page.getByRole("list", { name: "Suas fotos" });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Opens the menu of a photo on a phone. */
async function openMenu(page: Page, position: number) {
  await page.getByRole("button", { name: `Opções da foto ${position}`, exact: true }).click();
  return page.getByRole("menu");
}

async function setMain(page: Page, position: number) {
  if (isPhone(page)) {
    const menu = await openMenu(page, position);
    await menu.getByRole("menuitem", { name: "Definir como foto de perfil" }).click();
  } else await page.getByRole("button", { name: `Definir como foto de perfil: foto ${position}` }).click();
}

async function remove(page: Page, position: number) {
  if (isPhone(page)) {
    const menu = await openMenu(page, position);
    await menu.getByRole("menuitem", { name: "Remover foto" }).click();
  } else await page.getByRole("button", { name: `Remover foto ${position}`, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remover foto", exact: true }).click();
}

/** Moves a photo on a phone: by its menu, and then by a press on the photo at the target position. */
async function choosePlace(page: Page, from: number, to: number) {
  const menu = await openMenu(page, from);
  await menu.getByRole("menuitem", { name: "Mudar de lugar" }).click();
  await expect(page.getByRole("button", { name: "Cancelar", exact: true })).toBeVisible();
  await grid(page)
    .getByRole("listitem")
    .nth(to - 1)
    .getByRole("button", { name: "Colocar aqui" })
    .click();
}

const photo = (page: Page, name: string) => grid(page).getByRole("img", { name, exact: true });

test("[M2.47][M2.48][M2.50][M2.52][M2.54] a daddy without premium sees his profile, his remaining tokens and the links to buy more", async ({
  page,
  maker,
  baseURL,
}) => {
  const ricardo = await maker.member({ role: "daddy", name: "Ricardo", age: 46, isVerified: true, ...FAR });
  await maker.grant(ricardo.id, { tokens: 72, conversations: 6 });
  await openOwn(page, ricardo, baseURL);
  await expect(page.getByRole("heading", { level: 1, name: "Ricardo, 46" })).toBeVisible();
  // On a phone the screen belongs to a tab of the bottom bar and has no back button.
  await expect(page.getByRole("button", { name: "Voltar" })).toBeVisible({ visible: !isPhone(page) });
  await expect(page.getByRole("img", { name: "Foto de Ricardo" })).toBeVisible();
  await expect(page.getByText(/^Alta Floresta/)).toBeVisible();
  await expect(page.getByText(`Membro desde ${new Date().getFullYear()}`)).toBeVisible();
  await expect(page.getByText("Verificado", { exact: true })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Perfil verificado" })).toBeVisible();
  const leftTokens = page.getByRole("complementary", { name: "Suas fichas" });
  await expect(leftTokens).toContainText("72");
  await expect(leftTokens).toContainText("conversas restantes");
  for (const name of ["Tornar-se Premium", "Comprar Fichas"]) {
    await expect(leftTokens.getByRole("link", { name })).toHaveAttribute("href", "/premium");
  }
  for (const name of ["Sobre", "O que busca", "Tipo de conta"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Destacar Perfil" })).toHaveCount(0);
  await axe(page);
  await shot(page, "meu-perfil");
});

test("[M2.47][M2.48][M2.50][M2.52] premium has its banner and nothing to buy; [M2.51] a baby may be highlighted, once", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL, openPage }) => {
  const helio = await maker.member({ role: "daddy", name: "Hélio", ...FAR });
  await maker.premium(helio.id);
  await openOwn(page, helio, baseURL);
  await expect(page.getByRole("complementary", { name: "Você é Premium" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(page.getByRole("complementary", { name: "Suas fichas" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: /Comprar Fichas/ })).toHaveCount(0);

  const bia = await maker.member({ role: "baby", name: "Bia", ...FAR });
  const biasPage = await openPage();
  await openOwn(biasPage, bia, baseURL);
  const offer = biasPage.getByRole("complementary", { name: "Destaque", exact: true });
  await expect(offer.getByRole("link", { name: "Destacar Perfil" })).toHaveAttribute("href", "/destaque");
  await shot(biasPage, "meu-perfil-baby");
  await maker.highlight(bia.id);
  await biasPage.reload();
  await expect(biasPage.getByRole("complementary", { name: "Seu perfil está em destaque" })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test("[M2.49][M5.05][M5.25] editing in place shows each error, keeps what was typed after a failure, and confirms success", async ({
  page,
  maker,
  baseURL,
}) => {
  const lia = await maker.member({ role: "mommy", name: "Lia", ...FAR });
  await openOwn(page, lia, baseURL);
  await page.getByRole("button", { name: "Editar Perfil" }).click();
  await expect(page.getByLabel("Nome", { exact: true })).toBeFocused();
  await page.getByLabel("Nome", { exact: true }).fill(" ");
  await page.getByLabel("Idade", { exact: true }).fill("17");
  await page.getByLabel("Sobre você").fill("");
  await page.getByLabel("O que você busca").fill("Pouco.");
  await expect(page.getByText("Conte um pouco mais, se quiser.")).toBeVisible();
  await page.getByRole("button", { name: "Salvar" }).click();
  for (const text of ["Nome é obrigatório", "Você deve ter pelo menos 18 anos", "Sobre você é obrigatório"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByText("Por favor, corrija os erros no formulário")).toBeVisible();
  await expect(page.getByLabel("Nome", { exact: true })).toBeFocused();
  await axe(page);
  await shot(page, "meu-perfil-editar");

  await page.getByLabel("Nome", { exact: true }).fill("Lia Maria");
  await page.getByLabel("Idade", { exact: true }).fill("52");
  await page.getByLabel("Sobre você").fill("Arquiteta, entre livros e viagens.");
  await page.getByLabel("Localização").fill("sao pau");
  await page.getByRole("option", { name: "São Paulo, SP" }).click();
  await page.route("**/api/profile", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Problema de conexão. Verifique sua internet e tente novamente.")).toBeVisible();
  await expect(page.getByLabel("Nome", { exact: true })).toHaveValue("Lia Maria");
  await page.unroute("**/api/profile");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Seu perfil foi atualizado.").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Lia Maria, 52" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Editar Perfil" })).toBeFocused();
  await page.reload();
  await expect(page.getByText("São Paulo, SP")).toBeVisible();
  await expect(page.getByText("Arquiteta, entre livros e viagens.")).toBeVisible();
});

test("[D2.69] a form that was opened before another tab saved overwrites nothing, and opens with what is stored", {
  tag: "@npm-test",
}, async ({ page, context, maker, baseURL }) => {
  const lia = await maker.member({ role: "mommy", name: "Lia", ...FAR });
  await openOwn(page, lia, baseURL);
  const otherTab = await context.newPage();
  await otherTab.goto("/perfil");
  const name = (tab: Page) => tab.getByLabel("Nome", { exact: true });
  const save = (tab: Page) => tab.getByRole("button", { name: "Salvar" }).click();
  for (const tab of [page, otherTab]) await tab.getByRole("button", { name: "Editar Perfil" }).click();

  await name(otherTab).fill("Lia Maria");
  await save(otherTab);
  await expect(otherTab.getByText("Seu perfil foi atualizado.").first()).toBeVisible();
  await page.getByLabel("Sobre você").fill("Arquiteta, entre livros e viagens.");
  await save(page);
  await expect(
    page.getByText("Este perfil foi alterado enquanto você editava. Recarregue para ver como está agora."),
  ).toBeVisible();
  await expect(page.getByLabel("Sobre você")).toHaveValue("Arquiteta, entre livros e viagens.");
  await axe(page);
  await shot(page, "meu-perfil-mudou");
  const reload = page.getByRole("button", { name: "Recarregar" });
  await reload.click();
  const question = page.getByRole("alertdialog", { name: "Descartar alterações?" });
  await question.getByRole("button", { name: "Continuar editando" }).click();
  await expect(page.getByLabel("Sobre você")).toHaveValue("Arquiteta, entre livros e viagens.");
  await reload.click();
  await question.getByRole("button", { name: "Descartar" }).click();
  await expect(name(page)).toHaveValue("Lia Maria");
  await page.getByLabel("Sobre você").fill("Arquiteta, entre livros e viagens.");
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: /^Lia Maria/ })).toBeVisible();
  await expect(page.getByText("Arquiteta, entre livros e viagens.")).toBeVisible();
});

test("[M2.54][M4.19][M5.23][M5.24][D2.29] the gallery: a large photo is made smaller, photos are chosen, moved and removed", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL }) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await expect(page.getByText("2 de 5")).toBeVisible();
  if (isPhone(page)) {
    const menu = await openMenu(page, 1);
    await expect(menu.getByRole("menuitem", { name: "Remover foto" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  } else await expect(page.getByRole("button", { name: "Remover foto 1" })).toBeDisabled();

  const sentRequest = page.waitForRequest(
    (request) => request.method() === "POST" && /profile\/photos/.test(request.url()),
  );
  await pickPhotos(page, [await drawLargePhoto()]);
  const { requestBodySize } = await (await sentRequest).sizes();
  expect(requestBodySize).toBeLessThan(1_048_576 + 4_096);
  await expect(page.getByText("3 de 5")).toBeVisible({ timeout: 60_000 });
  const mine = await page.request.get("/api/profile").then((reply) => reply.json());
  // The stored photo is upright and within 1920 px.
  expect(mine.photos[2]).toMatchObject({ width: 1440, height: 1920 });
  await shot(page, "galeria");

  const portrait = page.getByRole("img", { name: "Foto de Ana" });
  const before = await portrait.getAttribute("src");
  await setMain(page, 3);
  await expect(portrait).not.toHaveAttribute("src", before ?? "");
  await expect(photo(page, "Foto 1, a de perfil")).toHaveAttribute("src", (await portrait.getAttribute("src")) ?? "");

  const grip = (position: number) =>
    page.getByRole("button", {
      name: isPhone(page) ? `Opções da foto ${position}` : `Mover foto ${position}`,
      exact: true,
    });
  const second = await photo(page, "Foto 2").getAttribute("src");
  // The new order shows before the server has stored it.
  const storedOrder = page.waitForResponse(
    (reply) => reply.request().method() === "PUT" && /profile\/photos$/.test(reply.url()),
  );
  if (isPhone(page)) await choosePlace(page, 2, 3);
  else await grip(2).press("ArrowRight");
  await expect(photo(page, "Foto 3")).toHaveAttribute("src", second ?? "");
  await expect(grip(3)).toBeFocused();
  await expect(page.getByText("Movida para o lugar 3 de 3")).toBeAttached();
  await storedOrder;
  const arranged = await page.request.get("/api/profile").then((reply) => reply.json());
  await page.reload();
  await expect(photo(page, "Foto 3")).toHaveAttribute("src", arranged.photos[2].medium);

  await remove(page, 1);
  await expect(page.getByText("2 de 5")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.locator("input[data-add-photo]")).toBeFocused();
});

test("[D2.29] a photo of 48 megapixels is made smaller, whatever type it declares", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await pickPhotos(page, [await draw48Megapixels()]);
  await expect(page.getByText("3 de 5")).toBeVisible({ timeout: 60_000 });
  const mine = await page.request.get("/api/profile").then((reply) => reply.json());
  expect(mine.photos).toContainEqual(expect.objectContaining({ width: 1920, height: 1440 }));
});

test("[M5.21][M5.23][D2.66][M8.25] each refused photo shows its text next to the photos", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await pickPhotos(page, [{ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") }]);
  await expect(page.getByText("Apenas imagens JPEG, PNG e WebP são permitidas.")).toBeVisible();
  const huge = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(31_457_281) };
  await pickPhotos(page, [huge]);
  await expect(page.getByText("Cada imagem deve ter no máximo 30MB.")).toBeVisible();
  // It begins like a PNG, and nothing of a picture follows.
  const unreadable = Buffer.alloc(5_242_881);
  unreadable.write("\x89PNG\r\n\x1a\n", "latin1");
  await pickPhotos(page, [jpegOf(unreadable)]);
  await expect(page.getByText("Erro ao fazer upload das fotos")).toBeVisible();
  await expect(page.getByText("Tipo de arquivo não suportado. Use apenas imagens JPEG, PNG ou WebP.")).toBeVisible();
  const large = await drawLargePhoto();
  await pickPhotos(page, [jpegOf(large.buffer.subarray(0, -64))]);
  await expect(page.getByText("A foto chegou incompleta. Escolha de novo.")).toBeVisible();
  await expect(page.getByText("Tipo de arquivo não suportado")).toBeHidden();

  await pickPhotos(page, [...photoFiles, ...photoFiles]);
  await expect(page.getByText("Você pode enviar no máximo 5 fotos.")).toBeVisible();
  await expect(page.getByText("5 de 5")).toBeVisible({ timeout: 60_000 });
});

test("[M8.24][M8.26] each failure of the gallery shows its text next to the photos", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await pickPhotos(page, photoFiles.slice(0, 1));
  await expect(page.getByText("3 de 5")).toBeVisible();
  await page.route("**/api/profile/photos/**", (route) => route.abort());
  await remove(page, 2);
  await expect(page.getByText("Erro ao remover foto")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await setMain(page, 2);
  await expect(page.getByText("Erro ao definir foto de perfil")).toBeVisible();
  await expect(page.getByText("3 de 5")).toBeVisible();
  await axe(page);
  await shot(page, "galeria-falha");
});

test("an upload can be stopped, and a drag, or on a phone two presses, moves a photo", { tag: "@both-sizes" }, async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await page.route("**/api/profile/photos", () => {});
  await pickPhotos(page, photoFiles.slice(0, 1));
  await expect(page.getByRole("progressbar", { name: "Envio das fotos" })).toBeVisible();
  await shot(page, "galeria-envio");
  await page.getByRole("button", { name: "Cancelar envio" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/profile/photos");

  const second = await photo(page, "Foto 2").getAttribute("src");
  const arranged = page.waitForResponse((reply) => reply.request().method() === "PUT");
  if (isPhone(page)) await choosePlace(page, 2, 1);
  else await dragToFront(page, "Mover foto 2");
  expect((await arranged).status()).toBe(200);
  await expect(photo(page, "Foto 1, a de perfil")).toHaveAttribute("src", second ?? "");
});

/** Drags a photo by its handle onto the first one. */
async function dragToFront(page: Page, gripName: string) {
  const [from, to] = [page.getByRole("button", { name: gripName, exact: true }), photo(page, "Foto 1, a de perfil")];
  await to.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("the photo has no box to drag");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
}

test("[D3.27] a member with a wildcard city sees a notice and the real city, and switches it off", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", isWildcardCity: true, ...FAR });
  await openOwn(page, ana, baseURL);
  await expect(page.getByText("Você aparece com a cidade de quem visita seu perfil")).toBeVisible();
  await expect(page.getByText(/^Alta Floresta/)).toBeVisible();
  await shot(page, "cidade-coringa");
  await page.getByRole("button", { name: "Mostrar minha cidade" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mostrar minha cidade" }).click();
  await expect(page.getByText("Agora você aparece na sua própria cidade.").first()).toBeVisible();
  await expect(page.getByText("Você aparece com a cidade de quem visita seu perfil")).toHaveCount(0);
});

test("the preview of one's own profile offers no action but going back", async ({ page, maker, baseURL }) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await page.getByRole("link", { name: "Ver como os outros veem" }).click();
  await expect(page.getByText("É assim que os outros veem seu perfil")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
  const main = page.getByRole("main");
  for (const name of [/Favorit/, /Denunciar/, /Bloquear/]) {
    await expect(main.getByRole("button", { name })).toHaveCount(0);
  }
  await expect(main.getByRole("link", { name: "Mensagem" })).toHaveCount(0);
  await axe(page);
  await shot(page, "como-os-outros-veem");
});

test("[M2.53][M4.20][M4.21][M8.23] deactivating asks first, reports a failure and ends at the start page; signing in reactivates the account", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL }) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...FAR });
  await openOwn(page, ana, baseURL);
  await page.getByRole("button", { name: "Desativar conta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Desativar sua conta?" });
  await expect(dialog).toBeVisible();
  await shot(page, "desativar");
  await page.route("**/api/account/deactivation", (route) => route.abort());
  await dialog.getByRole("button", { name: "Desativar conta" }).click();
  await expect(page.getByText("Erro ao desativar conta. Por favor, tente novamente.").first()).toBeVisible();
  await page.unroute("**/api/account/deactivation");
  await dialog.getByRole("button", { name: "Desativar conta" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Sua sessão expirou")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Sua sessão expirou")).toHaveCount(0);
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
});

test("admins have a page without profile, gallery and deactivation", async ({ page, maker, baseURL }) => {
  const staff = await maker.account({ role: "admin", name: "Equipe" });
  await signInByApi(page, staff, baseURL ?? "");
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { level: 1, name: "Equipe" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Suas fotos" })).toHaveCount(0);
  for (const name of ["Editar Perfil", "Desativar conta"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await shot(page, "perfil-equipe");
});
