import { randomUUID } from "node:crypto";
import { ABOUT_MAX, NAME_MAX, PASSKEY_NAME_MAX } from "@caramelo/contract/limits";
import { aboutTexts, mapAbout } from "@caramelo/contract/texts/about";
import type { Locator, Page } from "@playwright/test";
import { makePasskeyRow } from "../../apps/server/src/testing/passkey-rows.ts";
import { fillScreens } from "../support/filled-screens.ts";
import { HOSTILE_TEXTS, hostileTextsWithin } from "../support/hostile-texts.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { expect, expectNoSidewaysScroll } from "../support/test.ts";

// One payload for each way that text could become code: markup, handlers, addresses, templates.
const PAYLOADS = [
  `<img src=x onerror="window.__ran=1">`,
  `"><script>window.__ran=1</script>`,
  `<svg/onload=window.__ran=1>`,
  `javascript:window.__ran=1`,
  `{{constructor.constructor('window.__ran=1')()}}`,
  `$${"{window.__ran=1}"}`,
];

// Each journey has its own product, because other journeys would find the hostile texts on their screens, which are
// no Portuguese.
test.use({ foreignTexts: /__ran|script|<|&/ });

test("[T54] markup in a name or a bio is shown as text and runs nowhere", async ({ page }) => {
  const eve = { ...newPerson(), name: PAYLOADS.join(" ").slice(0, 60) };
  await page.goto("/cadastro");
  await fillSignUp(page, eve);
  for (const { member } of aboutTexts) await page.getByLabel(member.label).fill(PAYLOADS.join("\n"));
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  // The timeout is long, because photos are decoded and re-encoded, which takes time on a busy machine.
  await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
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

/** Asserts that no hostile text ran, became markup, or needs more room than the screen has. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => "__ran" in window), where).toBe(false);
  // The content policy lets no handler run, so markup is looked for, too.
  expect(await page.evaluate(listForeignMarkup), where).toEqual([]);
  await expectNoSidewaysScroll(page, where);
}

/** Runs in the page. The product's own markup has no handlers, and leads to no address of a hostile text. */
function listForeignMarkup(): string[] {
  const HOSTILE = /^\s*(?:java|vb)script:|^\s*data:text|__ran|x\.invalid/i;
  const isForeign = ({ name, value }: Attr) =>
    /^on/i.test(name) || (["href", "src", "action", "data", "srcdoc", "style"].includes(name) && HOSTILE.test(value));
  const elements = [...document.querySelectorAll("*")];
  return elements.filter(({ attributes }) => [...attributes].some(isForeign)).map(({ outerHTML }) => outerHTML);
}

/** Opens a screen, waits until it shows a hostile text, or else its heading and all that it asks for. */
async function expectScreen(page: Page, path: string, where?: Locator): Promise<void> {
  await page.goto(path);
  await expect((where ?? page.getByRole("heading", { level: 1 })).first(), path).toBeAttached();
  if (!where) await page.waitForLoadState("networkidle");
  await expectOnlyText(page, path);
}

const MEMBERS_SCREENS = [
  "/favoritos?aba=fas",
  "/perfil",
  "/configuracoes/dados",
  "/fichas",
  "/compras",
  "/verificacao",
  "/premium",
  "/destaque",
  "/medidas",
  "/privacidade/pedido",
];
const STAFF_SCREENS = [
  "/admin",
  "/admin/pedidos",
  "/admin/verificacoes",
  "/admin/seguranca",
  "/admin/configuracoes",
  "/admin/cadastro-rapido",
];

// Content that needs too much room shows on the narrowest screen.
test("[T54] 200 hostile texts in every field of members and of the staff are text on all their screens, and widen none", async ({
  page: his,
  openPage,
  product: { maker, address: origin },
}) => {
  expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(200);
  expect(HOSTILE_TEXTS.filter((text) => hostileTextsWithin(500).join("\n").includes(text))).toEqual(HOSTILE_TEXTS);
  const mark = randomUUID().slice(0, 8);
  const names = HOSTILE_TEXTS.map((text) => `${mark} ${text}`).filter((name) => name.length <= NAME_MAX);
  const bios = hostileTextsWithin(ABOUT_MAX);
  const makeEve = (bio: string, index: number) =>
    maker.member({ role: "baby", name: names[index * 9] ?? mark, ...mapAbout(() => bio), cityId: 1100015 });
  const eves = await Promise.all(bios.map(makeEve));
  const [eve, blockedMember] = eves;
  if (!eve || !blockedMember) throw new Error("too few members");
  // The widest name, and the longest address that a mail server takes before the @.
  const email = `${mark}${"w".repeat(56)}@exemplo.invalid`;
  const bruno = await maker.member({ role: "daddy", name: "W".repeat(NAME_MAX), email, cityId: 1100015 });
  await maker.premium(bruno.id);
  const passkeyId = await makePasskeyRow(maker.db, bruno.id);
  const passkeyName = PAYLOADS.join("").slice(0, PASSKEY_NAME_MAX);
  await maker.db.updateTable("passkey").set({ name: passkeyName }).where("id", "=", passkeyId).execute();
  const [hers, staff] = [await openPage(), await openPage()];
  await signInByApi(his, bruno, origin);
  await signInByApi(hers, eve, origin);
  await signInByApi(staff, await maker.account({ role: "admin", name: `${mark} <b onclick=x>` }), origin);
  await test.step("the texts are stored", () =>
    fillScreens({ his, hers, staff, bruno, babies: eves }, origin, hostileTextsWithin));

  const withMark = (page: Page) => page.getByText(mark);
  const hostile = (page: Page) => page.getByText("__ran");
  const walkHis = async () => {
    const heading = his.getByRole("heading", { level: 1 }).filter({ hasText: mark });
    for (const { id } of eves.filter((one) => one !== blockedMember)) await expectScreen(his, `/perfil/${id}`, heading);
    await his.getByRole("button", { name: "Denunciar", exact: true }).click();
    await expect(his.getByRole("dialog")).toContainText(mark);
    await expectScreen(his, "/mensagens", his.getByRole("link", { name: mark }));
    await expectScreen(his, `/mensagens?userId=${eve.id}`, hostile(his));
    await expectScreen(his, "/favoritos", withMark(his));
    await expectScreen(his, "/visitas", withMark(his));
    await expectScreen(his, "/busca?cidade=1100015", his.getByRole("banner"));
    await expectScreen(his, "/configuracoes", withMark(his));
    await expect(hostile(his).first()).toBeAttached();
    for (const path of MEMBERS_SCREENS) await expectScreen(his, path);
  };
  const walkHers = async () => {
    await expectScreen(hers, "/medidas", hostile(hers));
    for (const path of [`/mensagens?userId=${bruno.id}`, "/visitas", "/favoritos?aba=fas", "/perfil", "/configuracoes"])
      await expectScreen(hers, path);
  };
  const walkOffice = async () => {
    await expectScreen(staff, `/admin/usuarios?q=${mark}`, withMark(staff));
    await expectScreen(staff, `/admin/usuarios/editar/${eve.id}`);
    await expectScreen(staff, `/admin/usuarios/editar/${bruno.id}`);
    await expectScreen(staff, `/perfil/${eve.id}`, hostile(staff));
    await expectScreen(staff, "/admin/denuncias", withMark(staff));
    const row = staff.getByRole("row").filter({ hasText: mark });
    await row
      .getByRole("link", { name: /^Analisar/ })
      .first()
      .click();
    await expect(hostile(staff).first()).toBeVisible();
    await expectOnlyText(staff, "the case");
    for (const path of ["/denuncias/recursos", "/denuncias/avisos", "/pedidos-de-dados", "/autoridades"])
      await expectScreen(staff, `/admin${path}`, hostile(staff));
    for (const path of ["/auditoria", "/equipe"]) await expectScreen(staff, `/admin${path}`, withMark(staff));
    await expectScreen(staff, "/admin/emails", staff.getByRole("table"));
    for (const path of STAFF_SCREENS) await expectScreen(staff, path);
  };
  await Promise.all([walkHis(), walkHers(), walkOffice()]);
});
