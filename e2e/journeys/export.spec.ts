import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { readZip } from "../../apps/server/src/testing/read-zip.ts";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

const section = (page: Page) => page.getByRole("region", { name: "Baixar uma cópia" });

test(
  "[D5.16] a member asks for a copy of their data after a proof, downloads it, and reads it without a network",
  { tag: "@npm-test" },
  async ({ page, maker, baseURL, browser, contextOptions, viewport }, testInfo) => {
    const [bia, davi] = [
      await maker.member({ role: "baby", name: "Bia" }),
      await maker.member({ role: "daddy", name: "Davi" }),
    ];
    await maker.wrote(davi.id, bia.id);
    await addOrder(maker, bia);

    const folder = await test.step("asks with a password and downloads what is ready", async () => {
      await signInByApi(page, bia, baseURL ?? "");
      await maker.db
        .updateTable("session")
        .set({ provedAt: new Date(0) })
        .where("memberId", "=", bia.id)
        .execute();
      await page.goto("/configuracoes/dados#copia");
      await section(page).getByRole("button", { name: "Pedir uma cópia" }).click();
      await page.getByRole("dialog").getByLabel("Senha", { exact: true }).fill(bia.password);
      await page.keyboard.press("Enter");
      await expect(section(page)).toContainText("Sua cópia está pronta", { timeout: 30_000 });
      await expect(section(page)).toContainText("Você pode pedir outra a partir de");
      await expectNoSidewaysScroll(page);
      await axe(page);
      await shot(page, "copia");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        section(page).getByRole("button", { name: "Baixar arquivo" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^meus-dados-\d{4}-\d\d-\d\d\.zip$/);
      return unpack(await download.path(), testInfo.outputPath("copia"));
    });

    await test.step("opens its page from the folder, without a network", async () => {
      const context = await browser.newContext({ ...contextOptions, viewport, locale: "pt-BR" });
      await context.setOffline(true);
      const copy = await context.newPage();
      const errors: string[] = [];
      copy.on("console", (message) => errors.push(message.text()));
      copy.on("pageerror", (error) => errors.push(error.message));
      copy.on("requestfailed", (request) => errors.push(request.url()));
      await copy.goto(pathToFileURL(path.join(folder, "index.html")).href);
      await expect(copy.getByRole("heading", { name: "Cópia dos seus dados" })).toBeVisible();
      const photo = copy.getByRole("img", { name: "Foto 1" });
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await copy.getByText("Davi", { exact: true }).first().click();
      await expect(copy.getByText("Oi!", { exact: true })).toBeVisible();
      const purchases = copy.getByRole("region", { name: "Compras e saldo" });
      await expect(purchases).toContainText("Destaque");
      await expect(purchases).toContainText("Pago");
      await expectNoSidewaysScroll(copy);
      expect(errors).toEqual([]);
      await axe(copy);
      await shot(copy, "copia-sem-rede");
      await context.close();
    });
  },
);

async function addOrder({ db }: Maker, { id }: MadeMember): Promise<void> {
  const now = new Date();
  const terms = { product: "highlight", centavos: 1_990, provider: "sandbox", method: "pix", isLive: false } as const;
  await db
    .insertInto("productOrder")
    .values({ id: randomUUID(), memberId: id, ...terms, state: "paid", createdAt: now, expiresAt: now, paidAt: now })
    .execute();
}

/** Writes the files of a ZIP below a folder, as a member's own program does. */
async function unpack(zip: string, folder: string): Promise<string> {
  for (const [name, bytes] of readZip(await readFile(zip))) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return folder;
}
