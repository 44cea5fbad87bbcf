import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { connectionUrl, withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import routes from "../../apps/web/app/routes.ts";
import { openMaker } from "../../e2e/support/member-factory.ts";
import { startProduct } from "../../e2e/support/product-process.ts";
import { listHarmless } from "../fixtures/messages/read-messages.ts";
import { addSessions } from "../fixtures/sessions.ts";
import { openBrowser, openPage, type Press } from "../load/open-pages.ts";
import type { Bench, Part, Phase } from "../part.ts";
import { type Bound, goal, most, worst } from "../rules.ts";
import { makeFolder } from "./start.ts";

// The first visit of a screen on a slow phone, with what a member or staff would see: photos, conversations with real
// texts, a profile, lists of members. Also the bytes of JavaScript that each route loads.

const DATABASE = "bench_screens";
const PROFILES = 30;
const CONVERSATIONS = 12;
const TEXTS = 40;

type Who = "guest" | "member" | "team";
type Screen = { name: string; path?: string; who: Who; presses?: Press[] };

const SCRIPTS = "kB of scripts";
const CONVERSATION = "/mensagens with an open conversation";
/** A point of the page where nothing reacts. */
const ANYWHERE: Press = { selector: "role=main", position: { x: 5, y: 5 } };
const on = (selector: string): Press => ({ selector });

/** The query that a route needs in order to be shown. */
const QUERIES: Record<string, string> = { "/checkout": "?type=highlight", "/obrigado": "?type=highlight" };

/** The screens whose first visit is measured, with who opens them. `:id` is the peer of the member's conversation. */
const SCREENS: Screen[] = [
  { name: "/login", who: "guest", presses: [on("role=textbox[name=/E-mail/]")] },
  { name: "/cadastro", who: "guest", presses: [ANYWHERE] },
  { name: "/busca", who: "member", presses: [on("role=tab[name=/Novos/]"), on("role=tab[name=/Todos/]")] },
  { name: "/mensagens", who: "member", presses: [on('role=list[name="Conversas"] >> role=link >> nth=0')] },
  { name: CONVERSATION, path: "/mensagens?userId=:id", who: "member", presses: [on("role=textbox >> nth=0")] },
  { name: "/perfil/:id", who: "member", presses: [on("role=button[name=/favorit/i] >> nth=0")] },
  { name: "/premium", who: "member", presses: [ANYWHERE] },
  { name: "/checkout", path: "/checkout?type=highlight", who: "member", presses: [ANYWHERE] },
  { name: "/admin", who: "team", presses: [ANYWHERE] },
  { name: "/admin/usuarios", who: "team", presses: [ANYWHERE] },
];

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined };

type Route = { path: string; who: Who };

/** Every address of the site, with who may see it: the layout around a route is its guard. */
function listRoutes(entries: Entry[], who: Who = "guest"): Route[] {
  return entries.flatMap(({ path, index, file, children }) => {
    if (!children) return [{ path: index ? "/" : `/${path}`, who }];
    if (file.endsWith("admin/layout.tsx")) return listRoutes(children, "team");
    return listRoutes(children, file.endsWith("member.tsx") ? "member" : "guest");
  });
}
// Addresses without a screen are left out, because they redirect to the sign-in.
const ROUTES = listRoutes(routes).filter(({ path }) => path !== "/*");
/** Lets the members write to each other in turns. The first writes first. */
async function talk(origin: string, members: { id: string; cookie: string }[]): Promise<void> {
  for (const [index, text] of listHarmless("tuned").slice(0, TEXTS).entries()) {
    const [sender, recipient] = index % 3 === 1 ? members.toReversed() : members;
    const reply = await fetch(`${origin}/api/conversations/${recipient?.id}/messages`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", cookie: sender?.cookie ?? "" },
      body: JSON.stringify({ clientId: randomUUID(), text, isConfirmed: true }),
    });
    if (reply.status !== 200) throw new Error(`a message was answered with ${reply.status}`);
  }
}

/** Starts a product on its own database. Returns the cookies by role, and the peer of the conversation. */
async function openSite(bench: Bench) {
  const folder = await makeFolder(bench);
  await withClient(withDatabase(bench.few, "postgres"), async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const connection = withDatabase(bench.few, DATABASE);
  const [databaseUrl, dataDir] = [connectionUrl(connection), join(folder, "data")];
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: "off", LIMIT_MESSAGES: "1000/10" };
  const { address: origin, stop } = await startProduct(settings, join(folder, "server.log"));
  bench.onStop(stop);
  const maker = openMaker({ databaseUrl, dataDir });
  bench.onStop(maker.close);
  const { id: memberId } = await maker.member({ role: "baby", name: "Ana" });
  const { id: ownerId } = await maker.account({ role: "admin", name: "Dona" });
  const peerIds: string[] = [];
  for (let number = 0; number < PROFILES; number += 1)
    peerIds.push((await maker.member({ role: "daddy", name: `Bruno ${number}` })).id);
  const [peerId = "", ...writerIds] = peerIds.slice(0, CONVERSATIONS);
  for (const id of writerIds) await maker.wrote(id, memberId);
  await maker.grant(peerId, { tokens: TEXTS, conversations: 1 });
  const [member = "", team = "", peer = ""] = await withClient(connection, (client) =>
    addSessions(client, "bench visitor", [memberId, ownerId, peerId]),
  );
  await talk(origin, [
    { id: peerId, cookie: peer },
    { id: memberId, cookie: member },
  ]);
  return { origin, peerId, cookies: { guest: "", member, team } };
}

/** A phase that opens each screen. */
const phaseOf = (rounds: number, screens: Screen[]): Phase => ({
  rounds,
  isCold: true,
  async prepare(bench) {
    const { origin, peerId, cookies } = await openSite(bench);
    const browser = await openBrowser();
    bench.onStop(() => browser.close());
    const addressOf = (path: string) =>
      origin + path.replace(/:(?:id|userId)\b/, peerId).replace(":token", "x".repeat(43));
    const sides = screens.map(({ name, path = name, who, presses }) => ({
      name,
      take: () => openPage(browser, { address: addressOf(path), cookie: cookies[who], presses }),
    }));
    return { sides };
  },
});

const screensOf = (...who: Who[]) => SCREENS.filter((screen) => who.includes(screen.who)).map(({ name }) => name);
const [OF_OTHERS, OF_TEAM] = [screensOf("guest", "member"), screensOf("team")];
const ALL = [...OF_OTHERS, ...OF_TEAM];

export const screens: Part = {
  title: "Screens: the first visit by a slow phone (150 ms, 1.6 Mbit/s, processor slowed 4 times)",
  databases: 0,
  phases: [phaseOf(5, SCREENS)],
  goals: [
    worst("s until the first paint", "screens", ALL, most(1.2, 0.9)),
    worst("s until the largest paint", "screens of guests and members", OF_OTHERS, most(1.8, 1.2)),
    worst("s until the largest paint", "screens of the office", OF_TEAM, most(2.5, 1.8)),
    worst("ms the slowest press", "screens", ALL, most(100, 50)),
    worst("layout shift", "screens", ALL, most(0.02, 0)),
    worst("kB of fonts", "screens", ALL, most(60, 40)),
    worst("ms blocked", "screens", ALL, most(300, 100)),
    goal(SCRIPTS, CONVERSATION, most(160, 150)),
  ],
  why:
    "Something shows within 1.2 s, and what matters most within 1.8 s; the office, where staff mostly works at desks, has the 2.5 s that count as good on the web. " +
    "A press that is answered within 0.1 s feels direct, nothing moves under a finger, and fonts take less than a third of a second of the connection.",
};

/**
 * The bounds on the scripts of a route, of which the first that names it holds. A phone of 1.6 Mbit/s loads 20 kB in a
 * tenth of a second.
 */
const SCRIPT_BOUNDS: { among: string; has: (route: Route) => boolean; bound: Bound; why: string }[] = [
  {
    among: "addresses of the sign-in",
    has: ({ path }) => ["/", "/login"].includes(path),
    bound: most(120, 115),
    why: "The sign-in is what everybody waits for first.",
  },
  {
    among: "sign-ups",
    has: ({ path }) => path === "/cadastro",
    bound: most(166, 150),
    why: "The sign-up alone loads code of members: a quarter of a second more than the sign-in, once in a member's life.",
  },
  {
    among: "first pages of members and larger pages of guests",
    has: ({ path }) => ["/busca", "/mensagens", "/perfil/:id", "/recurso", "/transparencia"].includes(path),
    bound: most(150, 140),
    why: "A member's first page may cost 0.15 s more than the sign-in: photos and texts come beside it.",
  },
  {
    among: "other pages of guests",
    has: ({ who }) => who === "guest",
    bound: most(125, 120),
    why: "Words and short forms cost at most 5 kB more than the sign-in.",
  },
  {
    among: "other pages of members",
    has: ({ who }) => who === "member",
    bound: most(170, 155),
    why: "Other pages are opened from a first page, whose 140 kB are there by then.",
  },
  {
    among: "first screens of the office",
    has: ({ path }) => ["/admin", "/admin/usuarios"].includes(path),
    bound: most(180, 165),
    why: "The office's first screens load its one chunk, and its others at most 20 kB more.",
  },
  { among: "other screens of the office", has: () => true, bound: most(200, 175), why: "" },
];

export const scripts: Part = {
  title: "Scripts: the JavaScript that each route loads on a first visit, compressed",
  databases: 0,
  phases: [
    phaseOf(
      1,
      ROUTES.map(({ path, who }) => ({ name: path, path: path + (QUERIES[path] ?? ""), who })),
    ),
  ],
  goals: SCRIPT_BOUNDS.map((entry) => {
    const routes = ROUTES.filter((route) => SCRIPT_BOUNDS.find(({ has }) => has(route)) === entry);
    return worst(
      SCRIPTS,
      entry.among,
      routes.map(({ path }) => path),
      entry.bound,
    );
  }),
  why: SCRIPT_BOUNDS.map(({ why }) => why)
    .join(" ")
    .trim(),
};
