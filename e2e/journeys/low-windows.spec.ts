import type { Page } from "@playwright/test";
import { field, log, openPair, send, sendButton } from "../support/conversations.ts";
import { findMisplaced } from "../support/low-window.ts";
import { fillSignUp, newPerson } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// The crawl (screens.spec.ts) opens all screens in a window of 320 × 256. Here are those that other widths and an open
// keyboard change most, and what the crawl cannot reach, since none of its changes reaches the server.
const SIZES = [
  { width: 320, height: 256 },
  { width: 360, height: 380 },
  { width: 412, height: 450 },
];

async function expectPlaced(page: Page, where: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  expect(await page.evaluate(findMisplaced), `${where} in ${width} × ${height}`).toEqual([]);
  if (process.env.SHOTS !== "1") return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/shots/low-${width}-${where}-${colorScheme}.png` });
  }
}

test("a window that is narrow and low has room for the bar with Perfil, the messages with their field, and every sheet", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const long = "Vamos tomar um café no sábado? Conheço um lugar tranquilo perto da praça.";
  await send(brunos, ana, "Bom dia! Tudo bem?", long, "Até lá, um abraço.");
  const guest = await openPage();
  const open = async (person: Page, path: string) => {
    await person.goto(path);
    await expect(person.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await person.waitForLoadState("networkidle");
  };
  const newcomer = await openPage();
  await newcomer.goto("/cadastro");
  await fillSignUp(newcomer, newPerson());
  await newcomer.getByRole("button", { name: "Continuar" }).click();
  await expect(newcomer.getByRole("heading", { name: "Adicione suas fotos" })).toBeVisible();
  for (const size of SIZES) {
    for (const person of [newcomer, guest, anas, brunos]) await person.setViewportSize(size);
    await expectPlaced(newcomer, "photos");
    for (const path of ["/login", "/cadastro"]) {
      await open(guest, path);
      await expectPlaced(guest, path.slice(1));
    }
    for (const path of ["/mensagens", "/perfil", "/configuracoes"]) {
      await open(anas, path);
      await expect(anas.getByRole("navigation", { name: "Seções" }).getByText("Perfil")).toBeInViewport({ ratio: 1 });
      await expectPlaced(anas, path.slice(1));
    }
    await open(anas, "/busca");
    await expectPlaced(anas, "busca");
    await anas.getByRole("button", { name: /^Filtros/ }).click();
    await expect(anas.getByRole("dialog", { name: "Filtros" })).toBeVisible();
    await expectPlaced(anas, "filters");

    await open(anas, `/perfil/${bruno.id}`);
    await expectPlaced(anas, "profile");
    await anas.getByRole("button", { name: "Ampliar foto 1 de 2" }).click();
    await expect(anas.getByRole("button", { name: "Fechar" })).toBeInViewport({ ratio: 1 });
    await expectPlaced(anas, "lightbox");

    await open(anas, `/mensagens?userId=${bruno.id}`);
    await expectPlaced(anas, "conversation");
    await log(anas)
      .getByRole("button", { name: /^Ações da mensagem/ })
      .last()
      .press("Enter");
    await expectPlaced(anas, "actions");
    await anas.getByRole("menuitem", { name: "Responder" }).click();
    await field(anas).fill(`${long}\n${long}`);
    await expect(sendButton(anas)).toBeInViewport({ ratio: 1 });
    await expectPlaced(anas, "reply");
    await anas.getByRole("button", { name: "Emojis" }).click();
    await expect(anas.getByRole("gridcell").first()).toBeVisible();
    await expectPlaced(anas, "emojis");
    await anas.keyboard.press("Escape");
    await field(anas).fill("Minha chave pix é 11 98765-4321");
    await sendButton(anas).click();
    await expect(anas.getByRole("alertdialog")).toBeVisible();
    await expectPlaced(anas, "question");
    await anas.getByRole("alertdialog").getByRole("button", { name: "Editar" }).click();

    await open(brunos, "/checkout?type=tokens");
    await expectPlaced(brunos, "checkout");
  }
});
