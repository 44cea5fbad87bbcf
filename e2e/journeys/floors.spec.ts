import { limitSetting, rateLimits } from "../../packages/contract/src/call/rate-limits.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { expect } from "../support/test.ts";

const OFFICE = [
  "",
  "/usuarios",
  "/cadastro-rapido",
  "/pedidos",
  "/verificacoes",
  "/denuncias",
  "/denuncias/recursos",
  "/denuncias/avisos",
  "/equipe",
  "/auditoria",
  "/emails",
  "/configuracoes",
  "/seguranca",
].map((path) => `/admin${path}`);
const MEMBERS = [
  "/busca",
  "/favoritos",
  "/visitas",
  "/mensagens",
  "/perfil",
  "/configuracoes",
  "/verificacao",
  "/compras",
];

const floors = Object.entries(rateLimits).map(([name, { floor }]) => [limitSetting(name), floor]);
test.use({ ownSettings: Object.fromEntries(floors) });

test("[T77] with every limit at its floor every screen opens, of the office and of members", async ({
  page,
  product: { maker, address },
}) => {
  const refusals: string[] = [];
  page.on("response", (reply) => {
    if (reply.status() === 429) refusals.push(`${reply.url()} on ${page.url()}`);
  });
  const screens = [
    ...OFFICE.map((path) => ({ path, role: "admin" as const })),
    ...MEMBERS.map((path) => ({ path, role: "baby" as const })),
  ];
  for (const { path, role } of screens) {
    // Each screen is the first of a new session, because a floor promises only what one screen needs. The former page
    // is left before the next sign-in, because it would notice the other account and open a screen by itself.
    await page.goto("about:blank");
    await signInByApi(page, await maker.account({ role, name: "Ana" }), address);
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  expect(refusals).toEqual([]);
});
