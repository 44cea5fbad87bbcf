import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { admin, signIn, signOut } from "../support/people.ts";
import { askToLeave, ELSEWHERE, PATHS_ELSEWHERE } from "../support/redirect-attempts.ts";
import { addressOf, listScreens } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

// Besides these tests, every journey fails when a page asks another host for anything, a navigation included.
test.use({ serviceWorkers: "allow" });

/** Everything that the server answers to an unchanged path, which a browser would write in another way. */
async function readAnswer(origin: string, path: string, cookie: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const sentRequest = request({ hostname, port, path, headers: { cookie, accept: "text/html" } }).end();
  // The cast is safe, because this is what the event brings.
  const [answer] = (await once(sentRequest, "response")) as [IncomingMessage];
  expect(answer.headers.location, path).toBeUndefined();
  expect(answer.headers.refresh, path).toBeUndefined();
  return answer.rawHeaders.join("\n") + (await text(answer));
}

const readCookie = async (page: Page, origin: string) =>
  (await page.context().cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ");

/** Opens an address and waits until the router, which might leave it, has started. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => document.contentType !== "text/html" || history.state?.idx !== undefined);
}

test("no address of the site leads elsewhere, whatever path or parameters are put into it, to guests and members", async ({
  page,
  maker,
  baseURL: origin = "",
}) => {
  const addresses = listScreens().map((screen, turn) => addressOf(screen) + askToLeave(turn).split("#")[0]);
  const visit = async () => {
    const cookie = await readCookie(page, origin);
    for (const path of [...addresses, ...PATHS_ELSEWHERE]) {
      const answer = await readAnswer(origin, path, cookie);
      expect(answer, path).not.toContain(ELSEWHERE);
      expect(answer, path).not.toMatch(/http-equiv="?refresh/i);
    }
    for (const path of PATHS_ELSEWHERE) {
      await open(page, origin + path);
      expect(new URL(page.url()).origin, path).toBe(origin);
    }
  };
  await visit();
  await signInByApi(page, await maker.member({ role: "daddy", name: "Bruno" }), origin);
  await open(page, "/busca");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visit();
});

test("signing in and out leads to a screen of the site, whatever the address asks for", async ({ page, maker }) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  for (const [turn, [path, person, start]] of (
    [
      ["/login", bruno, /\/busca$/],
      ["/", bruno, /\/busca$/],
      // A member's screen leads a guest to the sign-in.
      ["/mensagens", bruno, /\/busca$/],
      ["/admin/usuarios", admin(), /\/admin$/],
    ] as const
  ).entries()) {
    await open(page, path + askToLeave(turn));
    await signIn(page, person);
    await expect(page).toHaveURL(start);
    await open(page, `/favoritos${askToLeave(turn)}`);
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
  }
});
