import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { test as base } from "./test.ts";

/** For journeys that a page of another site begins: `foreign` is that site. */
export const test = base.extend<{ foreign: ForeignSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see which fixtures are needed
  foreign: async ({}, use) => serveForeignSite(use),
});

/** A page of another site, and what it can do with an address of the product. */
type ForeignSite = {
  /** The product answers at an IP address, so a page at the name "localhost" belongs to another site. */
  elsewhere: string;
  /** Another port of the product's host: another origin of the same site, so that the member's cookies go along. */
  neighbour: string;
  /** Opens a page of the other site with this body. */
  open(page: Page, body: string): Promise<void>;
  redirect(page: Page, to: string): Promise<void>;
  /** The address of an answer of the neighbour that sets this cookie. */
  cookieUrl(cookie: string): string;
};

/** Starts a small foreign server for a fixture. */
async function serveForeignSite(use: (site: ForeignSite) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const parameter = searchParams.get("x") ?? "";
    if (pathname === "/redirect") return response.writeHead(302, { location: parameter }).end();
    const headers = { "content-type": "text/html", ...(pathname === "/cookie" && { "set-cookie": parameter }) };
    return response.writeHead(200, headers).end(`<h1>Outro site</h1>${pathname === "/page" ? parameter : ""}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // The cast is safe, because the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const [otherSite, neighbour] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const address = (path: string, x: string, site = otherSite) => `${site}${path}?x=${encodeURIComponent(x)}`;
  const open = async (page: Page, body: string) => void (await page.goto(address("/page", body)));
  await use({
    elsewhere: otherSite,
    neighbour,
    open,
    // A page of the other site leads there, because an address typed by the test would belong to no site.
    redirect: (page, to) => open(page, `<script>location.href = "${address("/redirect", to)}"</script>`),
    cookieUrl: (cookie) => address("/cookie", cookie, neighbour),
  });
  server.closeAllConnections();
  server.close();
}
