import { join } from "node:path";
import type { Page } from "@playwright/test";
import { connectionUrl, withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { migrate } from "../../apps/server/src/platform/database/migrate.ts";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import routes from "../../apps/web/app/routes.ts";
import { type MadeMember, type Maker, openMaker } from "../../e2e/support/member-factory.ts";
import { startProduct } from "../../e2e/support/product-process.ts";
import { listHarmless } from "../fixtures/messages/read-messages.ts";
import { openBrowser, openPage } from "../load/open-pages.ts";
import type { Bench, Part, Prepared } from "../part.ts";
import { type Goal, goal, most } from "../rules.ts";
import { makeFolder } from "./start.ts";

// The first visit of a screen on a slow phone, with what a member or staff would see: photos, conversations with real
// texts, a profile, lists of members. Also the bytes of JavaScript that each route loads.

const DATABASE = "bench_screens";
const PROFILES = 30;
const CONVERSATIONS = 12;
const TEXTS = 40;

type Who = "guest" | "member" | "team";
type Screen = { name: string; path?: string; who: Who; press: (page: Page) => Promise<void> };

const pressAnywhere = (page: Page) => page.getByRole("main").tap({ position: { x: 5, y: 5 } });

const CONVERSATION = "/mensagens with an open conversation";

/**
 * The screens whose first visit is measured, with who opens them. `:peer` is the id of the member's conversation
 * partner.
 */
const SCREENS: Screen[] = [
  { name: "/login", who: "guest", press: (page) => page.getByLabel("Email").tap() },
  {
    name: "/busca",
    who: "member",
    press: async (page) => {
      await page.getByRole("tab", { name: /Novos/ }).tap();
      await page.getByRole("tab", { name: /Todos/ }).tap();
    },
  },
  {
    name: "/mensagens",
    who: "member",
    press: (page) => page.getByRole("list", { name: "Conversas" }).getByRole("link").first().tap(),
  },
  {
    name: CONVERSATION,
    path: "/mensagens?userId=:id",
    who: "member",
    press: (page) => page.getByRole("textbox").first().tap(),
  },
  {
    name: "/perfil/:id",
    who: "member",
    press: (page) =>
      page
        .getByRole("button", { name: /favorit/i })
        .first()
        .tap(),
  },
  { name: "/premium", who: "member", press: pressAnywhere },
  { name: "/admin", who: "team", press: pressAnywhere },
  { name: "/admin/usuarios", who: "team", press: pressAnywhere },
];

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined };

/** Every address of the site, with who may see it: the layout around a route is its guard. */
function listRoutes(entries: Entry[], who: Who = "guest"): { path: string; who: Who }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    if (!children) return [{ path: index ? "/" : `/${path}`, who }];
    if (file.endsWith("admin/layout.tsx")) return listRoutes(children, "team");
    return listRoutes(children, file.endsWith("member.tsx") ? "member" : "guest");
  });
}
// Addresses without a screen are left out, because they redirect to the sign-in.
const ROUTES = listRoutes(routes).filter(({ path }) => path !== "/*");
/** The query that a route needs in order to be shown. */
const QUERIES: Record<string, string> = { "/checkout": "?type=highlight", "/obrigado": "?type=highlight" };

const SCRIPTS = "kB of scripts";
/** The bounds on the scripts of a screen, by who sees it. */
const SCRIPT_BOUNDS = { guest: most(120, 100), member: most(150, 130), team: most(180, 150) };

/** Makes a conversation between two members. */
async function talk(maker: Maker, sender: MadeMember, recipient: MadeMember): Promise<void> {
  await maker.wrote(sender.id, recipient.id);
  const rows = listHarmless("tuned")
    .slice(0, TEXTS)
    .map((text, index) => {
      const [from, to] = index % 3 === 0 ? [recipient, sender] : [sender, recipient];
      const sentAt = new Date(Date.now() - (TEXTS - index) * 60_000);
      const seqs = { senderSeq: index + 2, recipientSeq: index + 2 };
      return {
        id: uuidv7(sentAt),
        senderId: from.id,
        recipientId: to.id,
        clientId: uuidv7(sentAt),
        ...seqs,
        text,
        sentAt,
      };
    });
  await maker.db.insertInto("message").values(rows).execute();
  const lastSeq = TEXTS + 1;
  const reached = { lastSeq, changedSeq: lastSeq, lastMessageId: rows.at(-1)?.id ?? "" };
  const both = [sender.id, recipient.id];
  await maker.db
    .updateTable("conversation")
    .set(reached)
    .where("ownerId", "in", both)
    .where("otherId", "in", both)
    .execute();
  await maker.db.updateTable("memberStream").set({ lastSeq }).where("memberId", "in", both).execute();
}

/** Starts a product on a database of its own. Returns the cookies by role, and the peer of the conversation. */
async function openSite(bench: Bench) {
  const folder = await makeFolder(bench);
  await withClient(withDatabase(bench.few, "postgres"), async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const connection = withDatabase(bench.few, DATABASE);
  await migrate(connection);
  const [databaseUrl, dataDir] = [connectionUrl(connection), join(folder, "data")];
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: "off" };
  const product = await startProduct(settings, join(folder, "server.log"));
  bench.onStop(product.stop);
  const maker = openMaker({ databaseUrl, dataDir });
  bench.onStop(maker.close);
  const member = await maker.member({ role: "baby", name: "Ana" });
  const owner = await maker.account({ role: "admin", name: "Dona" });
  const others: MadeMember[] = [];
  for (let number = 0; number < PROFILES; number += 1)
    others.push(await maker.member({ role: "daddy", name: `Bruno ${number}` }));
  const [peer, ...writers] = others.slice(0, CONVERSATIONS);
  if (!peer) throw new Error("nobody to talk with");
  for (const { id } of writers) await maker.wrote(id, member.id);
  await talk(maker, peer, member);
  const origin = product.address;
  return {
    origin,
    peer,
    cookies: { guest: [], member: await signIn(origin, member), team: await signIn(origin, owner) },
  };
}

/** Signs in and returns the cookies. */
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

async function prepareScreens(
  bench: Bench,
  screens: { name: string; path: string; who: Who; press?: Screen["press"] }[],
) {
  const { origin, peer, cookies } = await openSite(bench);
  const browser = await openBrowser();
  bench.onStop(() => browser.close());
  const addressOf = (path: string) =>
    origin + path.replace(/:(?:id|userId)\b/, peer.id).replace(":token", "x".repeat(43));
  const sides = screens.map(({ name, path, who, press }) => ({
    name,
    take: () => openPage(browser, { address: addressOf(path), cookies: cookies[who], ...(press && { press }) }),
  }));
  return { sides } satisfies Prepared;
}

const visitOf = (name: string) => `first visit of ${name}`;

function goalsOf({ name }: Screen): Goal[] {
  const side = visitOf(name);
  return [
    goal("s until the largest paint", side, most(1.8, 1.2)),
    goal("ms the slowest press", side, most(100, 50)),
    goal("layout shift", side, most(0.02, 0)),
    goal("kB of fonts", side, most(60, 40)),
    goal("ms blocked", side, most(300, 100)),
  ];
}

export const screens: Part = {
  title:
    "Screens: the first visit by a slow phone (150 ms, 1.6 Mbit/s, processor slowed 4 times), and the JavaScript of every route",
  phases: [
    {
      rounds: 5,
      isCold: true,
      prepare: (bench) =>
        prepareScreens(
          bench,
          SCREENS.map((screen) => ({ path: screen.name, ...screen, name: visitOf(screen.name) })),
        ),
    },
    {
      rounds: 1,
      isCold: true,
      prepare: (bench) =>
        prepareScreens(
          bench,
          ROUTES.map(({ path, who }) => ({ name: path, path: path + (QUERIES[path] ?? ""), who })),
        ),
    },
  ],
  goals: [
    ...SCREENS.flatMap(goalsOf),
    goal(SCRIPTS, visitOf(CONVERSATION), most(160, 140)),
    ...ROUTES.map(({ path, who }) => goal(SCRIPTS, path, SCRIPT_BOUNDS[who])),
  ],
};
