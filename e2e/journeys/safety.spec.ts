import type { Page } from "@playwright/test";
import { errorCatalogue } from "../../packages/contract/src/call/errors.ts";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

const REASONS = [
  "Perfil falso",
  "Fotos inadequadas",
  "Comportamento inadequado",
  "Spam ou golpe",
  "Assédio",
  "Menor de idade",
  "Outro",
];

async function openMenu(page: Page, entry: "Denunciar" | "Bloquear"): Promise<void> {
  await page.getByRole("button", { name: "Mais opções" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("[M2.55][M5.29][M5.30][M8.31][M9.02][D5.01] a report needs one of the seven reasons, and leads on to a block that can be undone", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, maker }) => {
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, bruno, origin());
  await page.goto(`/perfil/${ana.id}`);
  await expect(page.getByRole("button", { name: "Voltar" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Mais opções" }).click();
  await expect(page.getByRole("menuitem", { name: "Bloquear" })).toBeVisible();
  await axe(page);
  await shot(page, "perfil-menu");
  // The focus guards around an open menu are hidden from screen readers, so the focus may not stay on it.
  await page.keyboard.press("Tab");
  await expect(page.locator("[data-base-ui-focus-guard]:focus")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await test.step("the report", async () => {
    await page.getByRole("button", { name: "Denunciar", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Denunciar Ana" });
    await expect(dialog.getByRole("radio")).toHaveCount(REASONS.length);
    for (const reason of REASONS) await expect(dialog.getByRole("radio", { name: reason })).toBeVisible();
    await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(dialog.getByText("Escolha um motivo")).toBeVisible();
    await dialog.getByRole("radio", { name: "Outro" }).check();
    await expect(dialog.getByLabel("O que aconteceu?")).toBeVisible();
    await expect(dialog.getByText(/Escolha um motivo|Conte o que aconteceu/)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(dialog.getByText("Conte o que aconteceu")).toBeInViewport({ ratio: 1 });
    await shot(page, "denuncia");
    await axe(page);
    await dialog.getByLabel("O que aconteceu?").fill("Pediu dinheiro adiantado.");
    await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(dialog.getByText("Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.")).toBeVisible();
    await shot(page, "denuncia-enviada");
    await axe(page);
    const report = await maker.db
      .selectFrom("report")
      .where("reporterId", "=", bruno.id)
      .select(["reason", "details"])
      .execute();
    expect(report).toEqual([{ reason: "other", details: "Outro: Pediu dinheiro adiantado." }]);
    await dialog.getByRole("button", { name: "Bloquear também" }).click();
  });

  await test.step("the block", async () => {
    const question = page.getByRole("alertdialog", { name: "Bloquear Ana?" });
    await expect(question.getByText(/Ana e você deixam de se ver em todo o site/)).toBeVisible();
    await shot(page, "bloqueio");
    await axe(page);
    await question.getByRole("button", { name: "Bloquear", exact: true }).click();
    await expect(page).toHaveURL(/\/busca$/);
    await expect(page.getByText("Você bloqueou Ana")).toBeVisible();
    await page.goto(`/perfil/${ana.id}`);
    await expect(page.getByRole("heading", { name: "Perfil não encontrado" })).toBeVisible();
  });

  await test.step("the way back", async () => {
    await page.goto("/configuracoes#bloqueios");
    await page.getByRole("button", { name: "Desbloquear Ana" }).click();
    const question = page.getByRole("alertdialog", { name: "Desbloquear Ana?" });
    await question.getByRole("button", { name: "Desbloquear", exact: true }).click();
    await expect(page.getByText("Você não bloqueou ninguém.")).toBeVisible();
    await page.goto(`/perfil/${ana.id}`);
    await expect(page.getByRole("heading", { name: /Ana/ })).toBeVisible();
  });
});

test("[D5.01][D1.07] from a chat too: the chat says at once that the other member is not available", async ({
  page,
  maker,
}) => {
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, ana, origin());
  await page.goto(`/mensagens?userId=${bruno.id}`);
  const field = page.getByRole("textbox", { name: /^Mensagem para/ });
  await field.fill("Oi, tudo bem?");
  await page.getByRole("button", { name: "Enviar" }).click();
  await expect(field).toHaveValue("");
  await openMenu(page, "Denunciar");
  await expect(page.getByRole("dialog", { name: "Denunciar Bruno" })).toBeVisible();
  await page.getByRole("button", { name: "Cancelar" }).click();
  await openMenu(page, "Bloquear");
  await page.getByRole("alertdialog").getByRole("button", { name: "Bloquear", exact: true }).click();
  await expect(page.getByText("Este usuário não está disponível.")).toBeVisible();
  await shot(page, "chat-bloqueado");
  await axe(page);
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[M8.30] a report that fails says so with the reason, and what was chosen stays", async ({ page, maker }) => {
    const [bruno, ana] = [
      await maker.account({ role: "daddy", name: "Bruno" }),
      await maker.account({ role: "baby", name: "Ana" }),
    ];
    await signInByApi(page, bruno, origin());
    await page.goto(`/perfil/${ana.id}`);
    const failure = { code: "SERVER_ERROR", userMessage: errorCatalogue.SERVER_ERROR.text };
    await page.route("**/api/reports", (route) => route.fulfill({ status: 500, json: failure }));
    await openMenu(page, "Denunciar");
    await page.getByRole("radio", { name: "Assédio" }).check();
    await page.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(
      page.getByText("Erro ao enviar denúncia: Erro interno do servidor. Nossa equipe foi notificada."),
    ).toBeVisible();
    await expect(page.getByRole("radio", { name: "Assédio" })).toBeChecked();
  });

  test("[M8.28][M8.29] a favourite that cannot be asked for or changed says so on the profile", async ({
    page,
    maker,
  }) => {
    const [bruno, ana] = [
      await maker.account({ role: "daddy", name: "Bruno" }),
      await maker.account({ role: "baby", name: "Ana" }),
    ];
    await signInByApi(page, bruno, origin());
    await page.clock.install();
    await page.goto(`/perfil/${ana.id}`);
    await page.route("**/api/favorites/**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: /^Favorit(o|ar)$/ }).click();
    await expect(page.getByText("Não foi possível atualizar os favoritos. Tente novamente mais tarde.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Favorit(o|ar)$/ })).toHaveAttribute("aria-pressed", "false");

    await page.route("**/api/profiles/**", (route) => route.fulfill({ status: 500, body: "{}" }));
    // Queries this old are loaded again when the network returns.
    await page.clock.fastForward(31_000);
    await page.evaluate(() => ["offline", "online"].map((name) => window.dispatchEvent(new Event(name))));
    await expect(
      page.getByText("Não foi possível verificar o status de favorito. Tente novamente mais tarde."),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: /Ana/ })).toBeVisible();
  });
});

test("[D1.15] an address of no member says so", async ({ page, maker }) => {
  await signInByApi(page, await maker.account({ role: "daddy", name: "Bruno" }), origin());
  await page.goto("/perfil/%20");
  await expect(page.getByRole("heading", { name: "Perfil não informado" })).toBeVisible();
});
