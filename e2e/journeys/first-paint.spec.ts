import { randomUUID } from "node:crypto";
import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { availabilityJobText } from "@caramelo/contract/texts/presence";
import type { Locator, Page } from "@playwright/test";
import { endSessions } from "../support/end-sessions.ts";
import { signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";
/** The screens, with the calls that would load what they show first. */
const SCREENS = [
  { path: "/busca", calls: ["/api/session", "/api/discovery", "/api/discovery/count"] },
  { path: "/mensagens", calls: ["/api/session", "/api/conversations"] },
  { path: "/perfil", calls: ["/api/session", "/api/profile"] },
];

/** Lists the paths of the GET calls that the page makes from now on. The list grows while the page is open. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

/** The page as the server sends it to this browser: without its first answers, where they take too long. */
async function readDocument(page: Page, path: string): Promise<string> {
  const reply = await page.context().request.get(origin() + path, { headers: { accept: "text/html" } });
  return reply.text();
}

for (const { path, calls } of SCREENS) {
  test(`${path} opens with the answers that came with it, and asks for none of them`, async ({ page, maker }) => {
    const ana = await maker.member({ role: "baby", name: "Ana" });
    const bruno = await maker.member({ role: "daddy", name: "Bruno" });
    await maker.wrote(bruno.id, ana.id);
    await signInByApi(page, ana, origin());
    // The live connection is blocked, because the page loads lists again as soon as that is open.
    await page.routeWebSocket(/\/api\/live$/, () => {});
    const askedCalls = watchCalls(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main img").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const call of calls) expect(askedCalls).not.toContain(call);
    // The page has read the first answers and removed them from the document.
    await expect(page.locator(`#${FIRST_ANSWERS}`)).toHaveCount(0);
  });
}

test("a profile that was opened by its address shows its photo before any script has run", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, ana, origin());
  await page.route("**/assets/entry.client-*.js", () => {});
  await page.goto(`/perfil/${bruno.id}`, { waitUntil: "commit" });
  const photo = page.locator("[data-first-photo] img:visible");
  await expect(photo).toHaveCount(1);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

/** The first elements of a page can be in it before its styles have come. */
const expectStyled = (page: Page) => expect(page.locator("body")).toHaveCSS("margin-left", "0px");

test("the conversations have their heading before any script has run, where it stays", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, ana, origin());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/assets/entry.client-*.js", () => {});
  await page.goto("/mensagens", { waitUntil: "commit" });
  const early = page.locator("[data-first-screen] h1");
  await expect(early).toBeVisible();
  await expectStyled(page);
  await page.evaluate(() => document.fonts.ready);
  const before = await early.boundingBox();
  await page.unroute("**/assets/entry.client-*.js");
  await page.goto("/mensagens");
  const heading = page.getByRole("heading", { level: 1, name: "Mensagens" });
  await expect(heading).toBeVisible();
  const after = await heading.boundingBox();
  expect({ x: before?.x, y: before?.y }).toEqual({ x: after?.x, y: after?.y });
});

/** The positions of the words of the visible elements that match. */
const placesOf = (elements: Locator) =>
  elements.filter({ visible: true }).evaluateAll((all) =>
    all.map((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const label = element.querySelector(".sr-only");
      if (label) words.setStartAfter(label);
      const { x, y, width, height } = words.getBoundingClientRect();
      return { text: words.toString(), x, y, width, height };
    }),
  );

test("the conversations and their messages can be read before any script has run, where they stay", {
  tag: "@both-sizes",
}, async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await maker.wrote(ana.id, bruno.id);
  await signInByApi(page, ana, origin());
  const send = (text: string) =>
    page.request.post(`/api/conversations/${bruno.id}/messages`, {
      headers: { origin: origin() },
      data: { clientId: randomUUID(), text },
    });
  for (const text of [
    "Uma mensagem que é mais longa do que uma linha, e por isso faz outra.\nE mais uma.",
    "<b>&amp;</b>",
  ])
    expect((await send(text)).status()).toBe(200);
  const screens = [
    { path: "/mensagens", texts: "li .truncate.text-14", early: "[data-first-texts=rows] .truncate.text-14" },
    {
      path: `/mensagens?userId=${bruno.id}`,
      texts: "[role=log] p.whitespace-pre-wrap",
      early: "[data-first-texts=messages] p.whitespace-pre-wrap",
    },
  ];
  for (const { path, texts, early } of screens) {
    await page.route("**/assets/entry.client-*.js", () => {});
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator(early).first(), path).toBeVisible();
    await expectStyled(page);
    await page.evaluate(() => document.fonts.ready);
    const before = await placesOf(page.locator(early));
    expect(before.map(({ text }) => text).join(), path).toContain("<b>&amp;</b>");
    await page.unroute("**/assets/entry.client-*.js");
    await page.goto(path);
    await expect(page.locator(`main ${texts}`).filter({ visible: true }).first(), path).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await placesOf(page.locator(`main ${texts}`)), path).toEqual(before);
  }
});

test("the office can be read before any script has run, by the staff alone", async ({ page, maker }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const staff = await maker.account({ role: "admin", name: "Equipe" });
  await page.route("**/assets/entry.client-*.js", () => {});
  await signInByApi(page, staff, origin());
  const early = page.locator("[data-first-screen]");
  await page.goto("/admin", { waitUntil: "commit" });
  await expect(early.getByText("Para fazer agora")).toBeVisible();
  await expect(early.getByText(availabilityJobText)).toBeVisible();
  await expectStyled(page);
  await page.goto("/admin/usuarios", { waitUntil: "commit" });
  await expect(early.getByText("Usuários")).toBeVisible();
  await expect(early.getByText("@").first()).toBeVisible();

  await page.context().clearCookies();
  await signInByApi(page, ana, origin());
  for (const path of ["/admin", "/admin/usuarios"])
    expect(await readDocument(page, path)).not.toMatch(
      /data-first-texts="(?:office|work|availability|people)"[^>]*><\w/,
    );
  await page.goto("/admin", { waitUntil: "commit" });
  await expect(early).toBeAttached();
  await expect(early.getByText("Para fazer agora")).toBeHidden();
});

test("once the session is over, no visitor gets the member's page", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, ana, origin());
  await page.goto("/busca");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect.poll(() => readDocument(page, "/busca")).toContain(ana.id);
  await endSessions(page.context(), { maker, memberId: ana.id, baseURL: origin() });
  const after = await readDocument(page, "/busca");
  expect(after).not.toContain(FIRST_ANSWERS);
  expect(after).not.toContain(ana.id);
  // The open page would leave by itself, so a new page, which never had the member's data, is tried.
  const next = await page.context().newPage();
  await next.goto("/busca");
  await expect(next).toHaveURL(/\/login$/);
  await expect(next.locator("main article")).toHaveCount(0);
});

/**
 * Goes elsewhere with an ended session: the next call is refused, and the first screen is shown while the session is
 * requested. A call that the page makes by itself may come first, and then there is no link to press any more.
 */
async function leaveUntilRefused(page: Page, firstScreen: Locator): Promise<void> {
  await Promise.any([
    page.getByRole("link", { name: "Favoritos" }).first().click(),
    firstScreen.waitFor({ state: "attached" }),
  ]);
  await expect(firstScreen).toBeAttached();
}

test("a session that ends on the open page shows no photo of others again while its end is requested", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, ana, origin());
  await expect.poll(() => readDocument(page, "/busca")).toMatch(/data-first-photo[^>]*><img/);
  // The live connection is blocked, because it would be the first to learn that the session has ended.
  await page.routeWebSocket(/\/api\/live$/, () => {});
  await page.goto("/busca");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect(page.locator("[data-first-screen]")).toHaveCount(0);
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await endSessions(page.context(), { maker, memberId: ana.id, baseURL: origin() });
  await leaveUntilRefused(page, page.locator("[data-first-photo]").first());
  await expect(page.locator("[data-first-photo] img")).toHaveCount(0);
  answer.resolve();
  await expect(page).toHaveURL(/\/login$/);
});

test("a session that ends on the open page shows no message again while its end is requested", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await maker.wrote(bruno.id, ana.id);
  await signInByApi(page, ana, origin());
  await expect.poll(() => readDocument(page, "/mensagens")).toMatch(/data-first-texts="rows"[^>]*><div/);
  // The live connection is blocked, because it would be the first to learn that the session has ended.
  await page.routeWebSocket(/\/api\/live$/, () => {});
  await page.goto("/mensagens");
  await expect(page.getByText("Oi!").filter({ visible: true })).toBeVisible();
  await expect(page.locator("[data-first-screen]")).toHaveCount(0);
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await endSessions(page.context(), { maker, memberId: ana.id, baseURL: origin() });
  await leaveUntilRefused(page, page.locator("[data-first-texts=rows]"));
  await expect(page.getByText("Oi!")).toHaveCount(0);
  answer.resolve();
  await expect(page).toHaveURL(/\/login$/);
});

test("a search that was opened from another screen reloads with the list that it had, and nobody else", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await Promise.all(["Bruno", "Caio", "Davi", "Enzo"].map((name) => maker.member({ role: "daddy", name })));
  await signInByApi(page, ana, origin());
  await page.routeWebSocket(/\/api\/live$/, () => {});
  await page.goto("/mensagens");
  const listAnswer = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/discovery");
  await page.getByRole("link", { name: "Buscar" }).first().click();
  const list = await (await listAnswer).json();
  await expect(page.locator("main article").first()).toBeVisible();
  const idsOf = (answer: { profiles: { id: string }[] }) => answer.profiles.map(({ id }) => id);

  const calls = watchCalls(page);
  const html = (await (await page.reload())?.text()) ?? "";
  const block = new RegExp(`id="${FIRST_ANSWERS}">([^<]*)<`).exec(html)?.[1] ?? "{}";
  // The cast is safe, because the product has written the block.
  const answer = Object.entries(JSON.parse(block)).find(([address]) => address.startsWith("/api/discovery?"))?.[1];
  const brought = idsOf(answer as typeof list);
  // Other journeys make members meanwhile, so only those that both lists have are compared.
  const before = idsOf(list);
  expect(brought.length).toBeGreaterThan(3);
  expect(brought.filter((id) => before.includes(id))).toEqual(before.filter((id) => brought.includes(id)));
  await expect(page.locator("main article").first()).toHaveAttribute("data-member-id", brought[0] ?? "");
  await page.waitForLoadState("networkidle");
  expect(calls).not.toContain("/api/discovery");
});

test("a member who went out of sight between the page and its live connection is gone once that is open", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, ana, origin());
  const isLiveAllowed = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/api\/live$/, async (socket) => {
    await isLiveAllowed.promise;
    socket.connectToServer();
  });
  await page.goto(`/perfil/${bruno.id}`);
  await expect(page.getByRole("heading", { level: 1, name: /^Bruno, / })).toBeVisible();
  await maker.hide(ana.id, bruno.id);
  isLiveAllowed.resolve();
  await expect(page.getByRole("heading", { level: 1, name: /^Bruno, / })).toHaveCount(0);
});

test("another member of the same browser gets their own page", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const caio = await maker.member({ role: "daddy", name: "Caio" });
  await signInByApi(page, ana, origin());
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { name: /^Ana, / })).toBeVisible();
  // Ana's page is left first, because it would go to the sign-in once it notices another session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signInByApi(page, caio, origin());
  let document = "";
  await expect
    .poll(async () => {
      document = await readDocument(page, "/perfil");
      return document;
    })
    .toContain(caio.id);
  expect(document).not.toContain(ana.id);
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { name: /^Caio, / })).toBeVisible();
  await expect(page.getByText("Ana,")).toHaveCount(0);
});

test("Back and Forward between two pages find each with its own data", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const [bruno, caio] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "daddy", name: "Caio" }),
  ];
  await signInByApi(page, ana, origin());
  const heading = (name: string) => page.getByRole("heading", { level: 1, name: new RegExp(`^${name}, `) });
  await page.goto(`/perfil/${bruno.id}`);
  await expect(heading("Bruno")).toBeVisible();
  await page.goto(`/perfil/${caio.id}`);
  await expect(heading("Caio")).toBeVisible();
  await page.goBack();
  await expect(heading("Bruno")).toBeVisible();
  await page.goForward();
  await expect(heading("Caio")).toBeVisible();
});

test("the first press loads the parts that come later, and no styles a second time", async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, ana, origin());
  await page.goto("/busca");
  await expect(page.locator("main article").first()).toBeVisible();
  // The first press loads the footer. On phones it is in the page but hidden.
  const footer = page.locator("footer");
  await expect(footer).toHaveCount(0);
  await page.getByRole("tab", { name: /Novos/ }).click();
  await expect(footer).toHaveCount(1);
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.replace(/#$/, "")));
  expect(styles).toEqual([...new Set(styles)]);
});

for (const path of ["/login", "/busca"]) {
  test(`${path} names its styles before everything else that it loads`, async ({ page, maker }) => {
    if (path !== "/login") await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), origin());
    const html = await readDocument(page, path);
    const [styles] = /(?<=<link rel="stylesheet" href=")[^"]+/.exec(html) ?? [];
    const [first] = /<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>/.exec(html) ?? [];
    expect(first).toBe(`<link rel="preload" as="style" href="${styles}"/>`);
  });
}
