import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type MadeMember, type Maker, signInByApi } from "./member-factory.ts";
import { expect } from "./test.ts";

/** The origin of the shared product. */
export const origin = () => process.env.E2E_BASE_URL ?? "";

/** Makes a baby and a daddy with tokens, signed in on two pages. */
export async function openPair(maker: Maker, page: Page, openPage: () => Promise<Page>) {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await maker.grant(bruno.id, { tokens: 100, conversations: 5 });
  const brunos = await openPage();
  await signInByApi(page, ana, origin());
  await signInByApi(brunos, bruno, origin());
  return { ana, bruno, anas: page, brunos };
}

/** Sends messages by the call, without the screen, so that any text is possible. */
export async function send(page: Page, to: MadeMember, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const reply = await page
      .context()
      .request.post(`${origin()}/api/conversations/${to.id}/messages`, {
        data: { clientId: randomUUID(), text, isConfirmed: true },
        headers: { origin: origin() },
      });
    expect(reply.status()).toBe(200);
  }
}

export const numberedTexts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Mensagem ${from + at}`);
export const log = (page: Page) => page.getByRole("log");
export const bubble = (page: Page, text: string) =>
  log(page).locator("p", { hasText: new RegExp(`^(Você|Ana|Bruno): ${text}$`) });
export const field = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
export const sendButton = (page: Page) => page.getByRole("button", { name: "Enviar", exact: true });
