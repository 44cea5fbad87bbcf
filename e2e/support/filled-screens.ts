import { randomUUID } from "node:crypto";
import {
  ABOUT_MAX,
  AUTHORITY_WORDS_MAX,
  MESSAGE_MAX,
  NOTICE_WORDS_MAX,
  REASON_MAX,
  REPORT_DETAILS_MAX,
} from "@caramelo/contract/limits";
import { AUTHORITIES, AUTHORITY_OUTCOMES } from "@caramelo/contract/texts/transparency";
import { expect, type Page } from "@playwright/test";
import type { MadeMember } from "./member-factory.ts";

/** Signed-in pages of a daddy, of the first of some babies, and of an owner. */
type Actors = { his: Page; hers: Page; staff: Page; bruno: MadeMember; babies: readonly MadeMember[] };
type Method = "POST" | "PUT" | "GET";

/** Calls the product of this origin in the name of a page's visitor. */
export async function call(page: Page, origin: string, [method, path]: [Method, string], data?: object) {
  const reply = await page.request.fetch(`${origin}/api${path}`, { method, data, headers: { origin } });
  expect(reply.status(), `${method} ${path}`).toBe(200);
  return reply.json();
}

/**
 * Writes texts into the fields of members and of the staff, so that their lists have something to show: `textsWithin`
 * returns three or more of at most this many characters. The second baby is blocked.
 */
export async function fillScreens(
  { his, hers, staff, bruno, babies }: Actors,
  origin: string,
  textsWithin: (max: number) => readonly string[],
): Promise<void> {
  const [baby, blockedBaby] = babies;
  if (!baby || !blockedBaby) throw new Error("too few members");
  const put = (page: Page, path: string) => call(page, origin, ["PUT", path]);
  const post = (page: Page, path: string, data: object) => call(page, origin, ["POST", path], data);
  for (const text of textsWithin(MESSAGE_MAX)) {
    await post(hers, `/conversations/${bruno.id}/messages`, { clientId: randomUUID(), text, isConfirmed: true });
  }
  await put(hers, `/visits/${bruno.id}`);
  await put(hers, `/favorites/${bruno.id}`);
  for (const { id } of babies) await put(his, `/favorites/${id}`);
  await put(his, `/blocks/${blockedBaby.id}`);
  const details = textsWithin(REPORT_DETAILS_MAX);
  await post(his, "/reports", { memberId: baby.id, reason: "other", details: details[0] });
  await post(staff, `/admin/members/${baby.id}/warnings`, { reason: textsWithin(REASON_MAX)[1] });
  const { measures } = await call(hers, origin, ["GET", "/measures"]);
  await post(hers, `/measures/${measures[0].id}/appeal`, { text: textsWithin(ABOUT_MAX)[1] });
  const words = textsWithin(NOTICE_WORDS_MAX)[2];
  const sender = { name: baby.name, email: baby.email };
  await post(hers, "/notices", { ...sender, kind: "intimate", address: details[2], words });
  await post(hers, "/data-requests", { ...sender, kind: "access", words });
  const authority = { receivedOn: "2026-01-02", authority: AUTHORITIES[0], outcome: AUTHORITY_OUTCOMES[0] };
  const request = { ...authority, requestId: randomUUID(), words: textsWithin(AUTHORITY_WORDS_MAX)[1] };
  await post(staff, "/admin/authority-requests", request);
}
