import type { Page } from "@playwright/test";
import type { Updateable } from "kysely";
import type { Profile } from "../../apps/server/src/platform/database/types.generated.ts";
import { openSealer } from "../../apps/server/src/platform/secrets/sealer.ts";
import { openDocumentVault } from "../../apps/server/src/platform/storage/document-vault.ts";
import { openStores } from "../../apps/server/src/platform/storage/stores.ts";
import { makeVerification } from "../../apps/server/src/testing/verifications.ts";
import { type CrawlRecord, crawl } from "../support/crawl.ts";
import { call, fillScreens } from "../support/filled-screens.ts";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { signIn } from "../support/people.ts";
import { listScreens } from "../support/screens.ts";
import { expect } from "../support/test.ts";

const [GUEST, PUBLIC, MEMBER, OFFICE] = [
  "routes/guest.tsx",
  "routes/public.tsx",
  "routes/member.tsx",
  "routes/admin/layout.tsx",
];
const TEXTS = ["Bom dia! Tudo bem?", "Vamos tomar um café no sábado?", "Até lá, um abraço."];

// Every change is answered by an error (support/crawl.ts).
test.use({ expectedErrors: /status of 500/ });
test.setTimeout(900_000);
// A window of 1280 × 1024 at 400 %, the smallest in which WCAG 2.2 asks for a page without sideways scrolling (1.4.10).
test.use({ viewport: { width: 320, height: 256 } });

test("[M1.02][M1.03] every screen, and what its controls open, is in Portuguese and has its place in a window of 320 × 256, for guests, members without and with premium, moderators, owners and those to whom the screens are closed", async ({
  page: his,
  openPage,
  product: { maker, address: origin, settings },
}) => {
  const record: CrawlRecord = { opened: new Set(), pressed: new Set(), misplaced: new Map() };
  const openAs = async (member: Pick<MadeMember, "email" | "password">) => {
    const page = await openPage();
    await signInByApi(page, member, origin);
    return page;
  };
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const babies = [await maker.member({ role: "baby", name: "Ana" }), await maker.member({ role: "baby", name: "Bia" })];
  const [ana = bruno] = babies;
  await signInByApi(his, bruno, origin);
  const [hers, office] = [await openAs(ana), await openAs(await maker.account({ role: "admin", name: "Rita" }))];
  await fillScreens({ his, hers, staff: office, bruno, babies }, origin, () => TEXTS);
  const { order, url } = await call(his, origin, ["POST", "/orders"], { product: "tokens", method: "pix" });
  await call(his, origin, ["POST", url.replace("/sandbox/", "/sandbox/payments/")], { action: "pay" });
  await call(his, origin, ["POST", `/orders/${order.id}/check`], {});
  const dataDir = settings.DATA_DIR ?? "";
  const { documents } = await openStores({ dataDir });
  const documentVault = openDocumentVault(documents, await openSealer({ dataDir }));
  await makeVerification({ db: maker.db, context: { documentVault } }, ana.id);

  await maker.premium(bruno.id);
  const davi = await maker.account({ role: "daddy", name: "Davi" });
  const [now, inAMonth] = [new Date(), new Date(Date.now() + 30 * 86_400_000)];
  const openGated = async (gate: Updateable<Profile>) => {
    const member = await maker.member({ role: "baby", name: "Dora" });
    await maker.db.updateTable("profile").set(gate).where("memberId", "=", member.id).execute();
    return openAs(member);
  };
  const moderator = await maker.account({ role: "admin", staffRole: "moderator", name: "Caio" });

  /** Crawls as somebody who can open `ownPath`, so that a crawl that gets nowhere is noticed. */
  const crawlAs = async (person: Page, ownPath: string, layouts: (string | undefined)[], more: string[] = []) => {
    expect(await crawl(person, { layouts, more }, record)).toContain(ownPath);
    await person.close();
  };
  const crawlAsMembers = async () => {
    await crawlAs(await openPage(), "/cadastro", [GUEST, PUBLIC, undefined], [url, "/obrigado?type=tokens"]);
    await crawlAs(hers, "/favoritos", [MEMBER, PUBLIC]);
    await crawlAs(await openAs(davi), "/favoritos", [MEMBER]);
  };
  const crawlAsOthers = async () => {
    await crawlAs(his, "/favoritos", [MEMBER], [`/compras/${order.id}`]);
    await crawlAs(office, "/admin/equipe", [OFFICE, MEMBER], [`/admin/pedidos/${order.id}`]);
    await crawlAs(await openAs(moderator), "/admin/denuncias", [OFFICE]);
    // Every screen of these leads to one of few.
    const few = ["/busca", "/perfil", "/configuracoes/dados", "/verificacao", "/termos"];
    await crawlAs(await openGated({ erasesAt: inAMonth, deactivatedAt: now }), "/perfil", [], few);
    await crawlAs(await openGated({ consentWithdrawnAt: now, deactivatedAt: now }), "/configuracoes/dados", [], few);
    await crawlAs(await openGated({ ageGate: "entry" }), "/verificacao", [], few);
  };
  await Promise.all([crawlAsMembers(), crawlAsOthers()]);

  const suspended = await maker.member({ role: "baby", name: "Eva", suspendedAt: now });
  const signInPage = await openPage();
  await signInPage.goto("/login");
  await signIn(signInPage, suspended);
  await expect(signInPage.getByRole("alert").first()).toBeVisible();

  // Links led to each screen that shows one of something. A Pix needs a bank.
  const patterns = listScreens().map(({ pattern }) => pattern.replace(/:\w+/, "*"));
  const unopened = patterns.filter((key) => /\w\/\*/.test(key) && key !== "/pix/*" && !record.opened.has(key));
  expect(unopened).toEqual([]);
  expect([...record.misplaced].map(([fault, where]) => `${where}: ${fault}`)).toEqual([]);
});
