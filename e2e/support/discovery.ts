import type { Page } from "@playwright/test";
import type { MadeMember, Maker } from "./member-factory.ts";
import type { OwnProduct } from "./own-product.ts";

/** Accounts of that time are no newcomers any more: not in the tab Novos, and the search sells to them. */
export const LAST_WEEK = new Date(Date.now() - 7 * 86_400_000);
export const RIO = 3_304_557;

export const tabNamed = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
export const cards = (page: Page) => page.getByRole("main").getByRole("article");
export const listNames = (page: Page) => cards(page).getByRole("heading").allTextContents();

export async function makeBabies({ maker }: OwnProduct): Promise<{ daddy: MadeMember; vera: MadeMember }> {
  const old = { role: "baby" as const, createdAt: LAST_WEEK };
  await maker.account({ ...old, name: "Ana", age: 24 });
  await maker.account({ ...old, name: "Rita", age: 40, cityId: RIO });
  await maker.account({ role: "baby", name: "Nina", age: 30 });
  const vera = await maker.account({ ...old, name: "Vera", age: 33, isVerified: true, tier: 1 });
  return { vera, daddy: await maker.account({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK }) };
}

export async function makeMany(maker: Maker, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => maker.account({ role: "baby", name: `Bia ${at}` })));
}
