import { randomUUID } from "node:crypto";
import { ABOUT_MAX, MESSAGE_MAX, NOTICE_WORDS_MAX, REASON_MAX, REPORT_DETAILS_MAX } from "@caramelo/contract/limits";
import { aboutTexts, mapAbout } from "@caramelo/contract/texts/about";
import type { Locator, Page } from "@playwright/test";
import { HOSTILE_TEXTS, hostileTextsWithin } from "../support/hostile-texts.ts";
import { signInByApi } from "../support/member-factory.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { expect, expectNoSidewaysScroll, test } from "../support/test.ts";

// One payload for each way that text could become code: markup, handlers, addresses, templates.
const PAYLOADS = [
  `<img src=x onerror="window.__ran=1">`,
  `"><script>window.__ran=1</script>`,
  `<svg/onload=window.__ran=1>`,
  `javascript:window.__ran=1`,
  `{{constructor.constructor('window.__ran=1')()}}`,
  `$${"{window.__ran=1}"}`,
];

// The hostile texts are no Portuguese.
test.use({ foreignTexts: /__ran|script|<|&/ });

test("[T54] markup in a name or a bio is shown as text and runs nowhere", { tag: "@one-size" }, async ({ page }) => {
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

/** Opens a screen, waits until it shows a hostile text, and asserts that no such text ran as code. */
async function expectText(page: Page, path: string, where: Locator): Promise<void> {
  await page.goto(path);
  await expect(where.first(), path).toBeVisible();
  await expectNothingRan(page, path);
  await expectNoSidewaysScroll(page);
}

async function expectNothingRan(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => "__ran" in window), where).toBe(false);
}

test("[T54] there are 200 hostile texts, all different", { tag: "@one-size" }, () => {
  expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(200);
  expect(HOSTILE_TEXTS.filter((text) => hostileTextsWithin(500).join("\n").includes(text))).toEqual(HOSTILE_TEXTS);
});

test("[T54] 200 hostile texts in names, bios, messages, reports, notices and the words of the staff are text on the screens of members and of the staff", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const mark = randomUUID().slice(0, 8);
  const names = HOSTILE_TEXTS.map((text) => `${mark} ${text}`).filter((name) => name.length <= 60);
  const bios = hostileTextsWithin(ABOUT_MAX);
  const eves = await Promise.all(
    bios.map((bio, index) =>
      maker.member({ role: "baby", name: names[index * 9] ?? mark, ...mapAbout(() => bio), cityId: 1100015 }),
    ),
  );
  const [eve, blocked] = eves;
  if (!eve || !blocked) throw new Error("too few members");
  const bruno = await maker.member({ role: "daddy", name: "Bruno", cityId: 1100015 });
  await maker.premium(bruno.id);
  const call = async (one: Page, method: "POST" | "PUT" | "GET", path: string, data?: object) => {
    const reply = await one.request.fetch(`${origin}/api${path}`, { method, data, headers: { origin } });
    expect(reply.status(), `${method} ${path}`).toBe(200);
    return reply.json();
  };

  const hers = await openPage();
  await signInByApi(hers, eve, origin);
  for (const text of hostileTextsWithin(MESSAGE_MAX))
    await call(hers, "POST", `/conversations/${bruno.id}/messages`, {
      clientId: randomUUID(),
      text,
      isConfirmed: true,
    });
  await call(hers, "PUT", `/visits/${bruno.id}`);
  await call(hers, "PUT", `/favorites/${bruno.id}`);

  await signInByApi(page, bruno, origin);
  for (const { id } of eves) await call(page, "PUT", `/favorites/${id}`);
  for (const { id } of eves)
    await expectText(page, `/perfil/${id}`, page.getByRole("heading", { level: 1 }).filter({ hasText: mark }));
  await page.getByRole("button", { name: "Denunciar", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(mark);
  await expectText(page, "/mensagens", page.getByRole("link", { name: mark }));
  await expectText(page, `/mensagens?userId=${eve.id}`, page.getByRole("log").getByText("window.__ran=1"));
  await expectText(page, "/favoritos", page.getByText(mark));
  await expectText(page, "/visitas", page.getByText(mark));
  await expectText(page, `/busca?cidade=1100015`, page.getByRole("banner"));
  await call(page, "PUT", `/blocks/${blocked.id}`);
  await expectText(page, "/configuracoes", page.getByText(mark));

  const details = hostileTextsWithin(REPORT_DETAILS_MAX);
  await call(page, "POST", "/reports", { memberId: eve.id, reason: "other", details: details[0] });
  const staff = await openPage();
  await signInByApi(staff, await maker.account({ role: "admin", name: `${mark} <b onclick=x>` }), origin);
  const reason = hostileTextsWithin(REASON_MAX)[1];
  await call(staff, "POST", `/admin/members/${eve.id}/warnings`, { reason });
  await expectText(hers, "/medidas", hers.getByText("window.__ran=1"));
  const { measures } = await call(hers, "GET", "/measures");
  await call(hers, "POST", `/measures/${measures[0].id}/appeal`, { text: bios[1] });
  const words = hostileTextsWithin(NOTICE_WORDS_MAX)[2];
  const [name] = names;
  await call(hers, "POST", "/notices", { kind: "intimate", address: details[2], words, name, email: eve.email });

  const hostile = staff.getByText("__ran");
  await expectText(staff, `/admin/usuarios?q=${mark}`, staff.getByText(mark));
  await expectText(staff, `/admin/usuarios/editar/${eve.id}`, staff.getByRole("heading", { level: 1 }));
  await expectText(staff, `/perfil/${eve.id}`, hostile);
  await expectText(staff, "/admin/denuncias", staff.getByText(mark));
  await staff
    .getByRole("row")
    .filter({ hasText: mark })
    .getByRole("link", { name: /^Analisar/ })
    .first()
    .click();
  await expect(hostile.first()).toBeVisible();
  await expectNothingRan(staff, "the case");
  await expectText(staff, "/admin/denuncias/recursos", hostile);
  await expectText(staff, "/admin/denuncias/avisos", hostile);
  await expectText(staff, "/admin/auditoria", staff.getByText(mark));
  await expectText(staff, "/admin/equipe", staff.getByText(mark));
  await expectText(staff, "/admin/emails", staff.getByRole("table"));
  for (const reader of [page, hers, staff]) await expectNothingRan(reader, reader.url());
});
