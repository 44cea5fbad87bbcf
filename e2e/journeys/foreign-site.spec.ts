import { test } from "../support/foreign-site.ts";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { admin, signIn } from "../support/people.ts";
import { expect } from "../support/test.ts";

// Whatever a foreign page does, the browser complains about it in that page's console.
test.use({ expectedErrors: /foreign request|refused|denied|blocked|fram(e|ing)|CORS|ERR_|WebSocket|sandbox|MIME/i });

/** Everything that these members and the product hold about each other and that a forged request could change. */
async function readWorld({ db }: Maker, ana: MadeMember, bruno: MadeMember) {
  const ids = [ana.id, bruno.id];
  return {
    favorites: await db.selectFrom("favorite").where("memberId", "in", ids).selectAll().execute(),
    blocks: await db.selectFrom("block").where("blockerId", "in", ids).selectAll().execute(),
    visits: await db.selectFrom("visit").where("visitorId", "in", ids).selectAll().execute(),
    messages: await db.selectFrom("message").where("senderId", "in", ids).selectAll().execute(),
    reports: await db.selectFrom("report").where("reporterId", "in", ids).selectAll().execute(),
    sessions: await db.selectFrom("session").where("memberId", "in", ids).select(["id", "endedAt"]).execute(),
  };
}

type Forgery = { method: string; url: string; body: object };

/** Runs in a foreign page: sends each request in every way that a page has, and returns the answers it could read. */
async function forge(forgeries: Forgery[]): Promise<string[]> {
  const readable: string[] = [];
  const send = (url: string, init: RequestInit, name: string) =>
    fetch(url, { credentials: "include", ...init }).then(
      ({ type, status }) => void readable.push(`${name} ${url}: ${type} ${status}`),
      () => {},
    );
  const submit = (url: string, enctype: string, json: string) => {
    const frame = document.createElement("iframe");
    frame.name = `frame-${document.forms.length}`;
    document.body.append(frame);
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { action: url, method: "POST", enctype, target: frame.name });
    // As text/plain the body is the name, "=" and the value, which together are JSON.
    const field = form.appendChild(document.createElement("input"));
    Object.assign(field, { name: `${json.slice(0, -1)},"x":"`, value: `"}` });
    form.submit();
  };
  for (const { method, url, body } of forgeries) {
    const json = JSON.stringify(body);
    for (const enctype of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
      submit(url, enctype, json);
    await send(url, { method: "POST", mode: "no-cors", body: json }, "no-cors");
    await send(url, { method: "POST", mode: "no-cors", body: json, keepalive: true }, "keepalive");
    await send(url, { method, headers: { "content-type": "application/json" }, body: json }, "cors");
    navigator.sendBeacon(url, json);
    navigator.sendBeacon(url, new Blob([json], { type: "application/json" }));
  }
  return readable;
}

/** Runs in a foreign page: loads each address in every way that a page has, and returns what it got. */
async function spy({ urls, origin }: { urls: string[]; origin: string }): Promise<string[]> {
  const leaks: string[] = [];
  const load = (tag: "img" | "script" | "link" | "video", url: string) =>
    new Promise<void>((done) => {
      const element = document.createElement(tag);
      element.onload = () => done(void leaks.push(`${tag} ${url}`));
      element.onerror = () => done();
      Object.assign(element, tag === "link" ? { rel: "stylesheet", href: url } : { src: url });
      document.body.append(element);
    });
  for (const url of urls) {
    for (const tag of ["img", "script", "link", "video"] as const) await load(tag, url);
    await import(url).then(
      () => leaks.push(`import ${url}`),
      () => {},
    );
    for (const mode of ["no-cors", "cors"] as const)
      await fetch(url, { mode, credentials: "include" }).then(
        () => leaks.push(`${mode} ${url}`),
        () => {},
      );
  }
  await new Promise<void>((done) => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`);
    socket.onopen = () => leaks.push("WebSocket opened");
    socket.onmessage = ({ data }) => leaks.push(`WebSocket ${data}`);
    socket.onclose = () => done();
  });
  return leaks;
}

test("[T10][T55][T68][TB.01] a page elsewhere, or at another port of our host, changes nothing, reads nothing, receives nothing live and frames no page", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL, foreign }) => {
  test.setTimeout(180_000);
  const origin = baseURL ?? "";
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const eve = await maker.account({ role: "baby", name: "Eve" });
  await signInByApi(page, ana, origin);
  const ask = async (path: string) => (await page.request.get(`${origin}/api${path}`)).json();
  const profile = await ask("/profile");
  const [photo] = profile.photos;
  const world = await readWorld(maker, ana, bruno);
  const api = `${origin}/api`;
  const clientId = "0199aaaa-0000-7000-8000-000000000001";
  const forgeries = [
    { method: "PUT", url: `${api}/favorites/${bruno.id}`, body: {} },
    { method: "PUT", url: `${api}/blocks/${bruno.id}`, body: {} },
    { method: "PUT", url: `${api}/visits/${bruno.id}`, body: {} },
    {
      method: "POST",
      url: `${api}/conversations/${bruno.id}/messages`,
      body: { clientId, text: "Oi", isConfirmed: true },
    },
    { method: "POST", url: `${api}/reports`, body: { memberId: bruno.id, reason: "other", details: "x" } },
    { method: "DELETE", url: `${api}/session`, body: {} },
    // Ana would go on as Eve, and Eve would read what Ana writes.
    { method: "POST", url: `${api}/session`, body: { email: eve.email, password: eve.password, remember: false } },
  ];
  const urls = [
    ...["/session", "/profile", "/conversations", "/notifications", "/account/devices", "/statement"].map(
      (path) => api + path,
    ),
    new URL(photo.large, origin).href,
    `${origin}/busca`,
    `${origin}/sw.js`,
  ];

  for (const site of [foreign.elsewhere, foreign.neighbour]) {
    await page.goto(`${site}/page`);
    const submitted: Promise<unknown>[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.isNavigationRequest()) submitted.push(request.response());
    });
    expect(await page.evaluate(forge, forgeries), site).toEqual([]);
    expect(await page.evaluate(spy, { urls, origin }), site).toEqual([]);
    await expect.poll(() => submitted.length).toBe(3 * forgeries.length);
    await Promise.all(submitted);
    page.removeAllListeners("request");
    expect(await readWorld(maker, ana, bruno), site).toEqual(world);
    expect(await ask("/profile"), site).toEqual(profile);
  }

  await test.step("a form that leads to a call shows a refusal, and Ana stays Ana", async () => {
    await page.goto(`${foreign.neighbour}/page`);
    await page.evaluate((action) => {
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { action, method: "POST", enctype: "text/plain" });
      form.submit();
    }, `${api}/session`);
    await expect(page.getByText("PERMISSION_DENIED")).toBeVisible();
    expect((await ask("/session")).user.id).toBe(ana.id);
  });

  await test.step("a window that it opens is out of its reach", async () => {
    await page.goto(`${foreign.neighbour}/page`);
    const opening = page.context().waitForEvent("page");
    const reach = page.evaluate(async (url) => {
      const openedWindow = open(url);
      for (let waits = 0; waits < 200 && !openedWindow?.closed; waits++)
        await new Promise((done) => setTimeout(done, 50));
      return openedWindow?.closed;
    }, `${origin}/busca`);
    const popUp = await opening;
    await expect(popUp.getByRole("banner")).toBeVisible();
    expect(await popUp.evaluate(() => opener)).toBeNull();
    expect(await reach, "whether the opened window is closed for its opener").toBe(true);
    await popUp.close();
  });

  await test.step("no page of any kind shows in its frame", async () => {
    await signInByApi(page, admin(), origin);
    const paths = [
      ...[
        "/",
        "/login",
        "/termos",
        "/busca",
        `/perfil/${bruno.id}`,
        "/mensagens",
        "/checkout?type=tokens",
        "/compras/x",
      ],
      ...[
        "/obrigado",
        "/pix/x",
        "/sandbox/x",
        "/admin/usuarios",
        "/api/docs",
        "/api/session",
        "/favicon.svg",
        "/nada/disso",
      ],
    ];
    for (const site of [foreign.elsewhere, foreign.neighbour]) {
      await page.goto(`${site}/page`);
      await page.evaluate(
        (all) =>
          Promise.all(
            all.map(
              (src) =>
                new Promise((done) => {
                  const frame = document.createElement("iframe");
                  Object.assign(frame, { src, onload: done });
                  document.body.append(frame);
                }),
            ),
          ),
        paths.map((path) => origin + path),
      );
      const shownUrls = page
        .frames()
        .filter((frame) => frame !== page.mainFrame())
        .map((frame) => frame.url());
      expect(shownUrls).toEqual(paths.map(() => "chrome-error://chromewebdata/"));
    }
  });
});

test("[T10][M4.01] a session that a neighbour plants before the sign-in does not become the member's", async ({
  page,
  context,
  maker,
  baseURL,
  foreign,
}) => {
  const origin = baseURL ?? "";
  const [ana, eve] = [
    await maker.account({ role: "baby", name: "Ana" }),
    await maker.account({ role: "baby", name: "Eve" }),
  ];
  await signInByApi(page, eve, origin);
  const readTokens = async (url = origin) =>
    (await context.cookies(url)).filter(({ name }) => name === "caramelo").map(({ value }) => value);
  const [planted = ""] = await readTokens();
  await context.clearCookies();
  const readUser = () => page.evaluate(async () => (await (await fetch("/api/session")).json()).user?.name ?? null);

  await page.goto(foreign.cookieUrl(`caramelo=${planted}; Path=/`));
  await page.goto(`${origin}/sobre`);
  // Eve may use her own session anywhere; the test asserts what becomes of it.
  await page.goto(foreign.cookieUrl(`caramelo=${"a".repeat(43)}; Path=/`));
  await page.goto(`${origin}/login`);
  // The page that meets the ended session first loads once more, and what is typed before that is lost.
  await expect.poll(() => readTokens()).toEqual([]);
  await expect(() => page.goto(`${origin}/login`)).toPass();
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  const [first] = await readTokens();
  expect([planted, "a".repeat(43)]).not.toContain(first);
  expect(await readUser()).toBe("Ana");

  await test.step("nor does one for a part of the site replace it", async () => {
    await page.goto(foreign.cookieUrl(`caramelo=${planted}; Path=/api`));
    await page.goto(`${origin}/termos`);
    // With two cookies of the name neither counts, so Ana never acts as Eve.
    expect(await readUser()).toBeNull();
    await page.goto(foreign.cookieUrl("caramelo=; Path=/api; Max-Age=0"));
    await page.goto(`${origin}/termos`);
    expect(await readUser()).toBe("Ana");
  });

  await test.step("and another sign-in of the same browser makes a new one and ends the old", async () => {
    await signInByApi(page, ana, origin);
    expect(await readTokens()).not.toEqual([first]);
    const old = await page.request.get(`${origin}/api/profile`, { headers: { cookie: `caramelo=${first}` } });
    expect(old.status()).toBe(401);
  });
});
