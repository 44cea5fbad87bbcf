import { gzipSync } from "node:zlib";
import { type BrowserContext, chromium } from "@playwright/test";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn, type Visitor } from "../fixtures/sessions.ts";
import { type Finding, printProgress } from "../report.ts";
import { startProductHelper } from "../servers/start-product.ts";

// The JavaScript that a page makes a browser load, as the journey of the payload counts it: every script, gzip -9.

type OnStop = (stop: () => Promise<unknown>) => void;

async function weighScripts(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script" || response.url().endsWith(".js")) scripts.push(response.body());
  });
  await page.goto(address, { waitUntil: "networkidle" });
  if (new URL(page.url()).pathname !== new URL(address).pathname) throw new Error(`${address} led to ${page.url()}`);
  const bodies = await Promise.all(scripts);
  await page.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
}

function cookieOf({ cookie }: Visitor, origin: string) {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, domain: new URL(origin).hostname, path: "/", secure: true, httpOnly: true };
}

export async function benchPayload(connection: Connection, onStop: OnStop): Promise<Finding> {
  printProgress("JavaScript of the pages …");
  const [visitor, peer] = await withClient(connection, (client) => signIn(client, 2));
  if (!visitor || !peer) throw new Error("nobody is signed in");
  const product = await startProductHelper(connection, "payload");
  onStop(product.helper.stop);
  const { CHROMIUM_PATH } = process.env;
  const browser = await chromium.launch({
    args: ["--no-sandbox", "--disable-gpu"],
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
  });
  onStop(() => browser.close());
  const weigh = async (path: string, cookies: ReturnType<typeof cookieOf>[]) => {
    const context = await browser.newContext({ locale: "pt-BR" });
    await context.addCookies(cookies);
    return weighScripts(context, product.origin + path);
  };
  const signedIn = [cookieOf(visitor, product.origin)];
  const [login, discovery, chat] = [
    await weigh("/login", []),
    await weigh("/busca", signedIn),
    await weigh(`/mensagens?userId=${peer.id}`, signedIn),
  ];
  await browser.close();
  await product.helper.stop();
  return {
    title: "JavaScript of a page, gzip -9",
    targets: [
      { name: "JavaScript of /login", value: login, unit: "kB", atMost: 115 },
      { name: "JavaScript of /busca", value: discovery, unit: "kB", atMost: 155 },
      { name: "JavaScript of /mensagens with an open conversation", value: chat, unit: "kB", atMost: 155 },
    ],
    figures: [],
  };
}
