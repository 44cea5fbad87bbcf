import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { connectionUrl, withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { migrate } from "../../apps/server/src/platform/database/migrate.ts";
import { type MadeMember, openMaker } from "../../e2e/support/member-factory.ts";
import { startProduct } from "../../e2e/support/product-process.ts";
import type { Size } from "../fixtures/sizes.ts";
import { openBrowser, openPage, type Paint } from "../load/open-pages.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { median } from "../rules.ts";

// The first visit of a page by a slow phone, with what a member sees: photos, conversations, a profile.

const DATABASE = "bench_paint";
const PROFILES = 30;
const CONVERSATIONS = 12;
/** So many visits of each page; the middle one counts. */
const VISITS = { full: 5, small: 3 };

type OnStop = (stop: () => Promise<unknown>) => void;
type Screen = { path: string; largestMs: number; press: (page: Page) => Promise<void>; isGuest?: boolean };

const listScreens = (other: MadeMember): Screen[] => [
  { path: "/login", largestMs: 1_800, isGuest: true, press: (page) => page.getByLabel("Email").tap() },
  {
    path: "/busca",
    largestMs: 2_500,
    press: async (page) => {
      await page.getByRole("tab", { name: /Novos/ }).tap();
      await page.getByRole("tab", { name: /Todos/ }).tap();
    },
  },
  {
    path: "/mensagens",
    largestMs: 2_200,
    press: (page) => page.getByRole("list", { name: "Conversas" }).getByRole("link").first().tap(),
  },
  {
    path: `/perfil/${other.id}`,
    largestMs: 2_200,
    press: (page) =>
      page
        .getByRole("button", { name: /favorit/i })
        .first()
        .tap(),
  },
];

/** A product on a database of its own, with a member who is signed in, those whom she finds and those who wrote to her. */
async function openSite(server: Connection, onStop: OnStop) {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-bench-"));
  onStop(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  await withClient(withDatabase(server, "postgres"), async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const connection = withDatabase(server, DATABASE);
  await migrate(connection);
  const dataDir = join(folder, "data");
  const settings = { DATABASE_URL: connectionUrl(connection), DATA_DIR: dataDir, DEMO: "off" };
  const product = await startProduct(settings, join(folder, "server.log"));
  onStop(product.stop);
  const maker = openMaker({ databaseUrl: connectionUrl(connection), dataDir });
  onStop(maker.close);
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const others: MadeMember[] = [];
  for (let one = 0; one < PROFILES; one += 1) others.push(await maker.member({ role: "daddy", name: `Bruno ${one}` }));
  for (const { id } of others.slice(0, CONVERSATIONS)) await maker.wrote(id, ana.id);
  return { origin: product.address, ana, others };
}

/** The cookie of a member who signs in. */
async function signIn(origin: string, { email, password }: MadeMember) {
  const reply = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email, password, remember: true }),
  });
  if (reply.status !== 200) throw new Error(`the sign-in answered ${reply.status}`);
  return reply.headers.getSetCookie().map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value };
  });
}

const nameOf = (path: string) => (path.startsWith("/perfil/") ? "/perfil/{id}" : path);
const middle = (visits: Paint[], key: Exclude<keyof Paint, "largest">) => median(visits.map((visit) => visit[key]));

export async function benchPaint(server: Connection, { rounds }: Size, onStop: OnStop): Promise<Finding> {
  printProgress("First paint of the pages, on a slow phone …");
  const { origin, ana, others } = await openSite(server, onStop);
  const cookies = await signIn(origin, ana);
  const browser = await openBrowser();
  onStop(() => browser.close());
  const finding: Finding = {
    title: "First visit on slow 4G (150 ms, 1.6 Mbit/s), processor slowed 4 times",
    targets: [],
    figures: [],
  };
  for (const { path, largestMs, press, isGuest } of listScreens(others[0] as MadeMember)) {
    const visits: Paint[] = [];
    for (let visit = 0; visit < (rounds > 3 ? VISITS.full : VISITS.small); visit += 1)
      visits.push(await openPage(browser, { address: origin + path, cookies: isGuest ? [] : cookies, press }));
    const name = nameOf(path);
    finding.targets.push(
      {
        name: `largest paint of ${name}`,
        value: middle(visits, "largestPaint") / 1000,
        unit: "s",
        atMost: largestMs / 1000,
        aim: 1.2,
      },
      { name: `slowest press on ${name}`, value: middle(visits, "interactionMs"), unit: "ms", atMost: 100, aim: 50 },
      { name: `layout shift of ${name}`, value: middle(visits, "layoutShift"), atMost: 0.02, aim: 0 },
      { name: `fonts of ${name}`, value: middle(visits, "fontBytes") / 1000, unit: "kB", atMost: 60, aim: 40 },
    );
    if (path === "/busca")
      finding.targets.push({
        name: "blocked time of /busca",
        value: middle(visits, "blockedMs"),
        unit: "ms",
        atMost: 300,
        aim: 100,
      });
    finding.figures.push(sumUpVisits(name, visits));
  }
  return finding;
}

function sumUpVisits(name: string, visits: Paint[]): string {
  const each = visits.map(({ largestPaint }) => figure(largestPaint / 1000)).join(", ");
  const first = figure(middle(visits, "firstPaint") / 1000);
  const blocked = figure(middle(visits, "blockedMs"));
  return `${name}: largest paint ${each} s (${visits[0]?.largest}), first paint ${first} s, blocked ${blocked} ms, ${middle(visits, "requests")} requests`;
}
