import { type BrowserContext, chromium, type Response } from "@playwright/test";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn, type Visitor } from "../fixtures/sessions.ts";
import { type Finding, printProgress } from "../report.ts";
import { startProductHelper } from "../servers/start-product.ts";

// The JavaScript that a page makes a browser load, as the journey of the payload counts it: every script, in bytes on the wire.

type OnStop = (stop: () => Promise<unknown>) => void;

async function weighScripts(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script" || response.url().endsWith(".js")) scripts.push(weigh(response));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  if (new URL(page.url()).pathname !== new URL(address).pathname) throw new Error(`${address} led to ${page.url()}`);
  const bytes = await Promise.all(scripts);
  await page.close();
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

async function weigh(response: Response): Promise<number> {
  await response.body();
  return (await response.request().sizes()).responseBodySize;
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
  const weighPage = async (path: string, cookies: ReturnType<typeof cookieOf>[]) => {
    const context = await browser.newContext({ locale: "pt-BR" });
    await context.addCookies(cookies);
    return weighScripts(context, product.origin + path);
  };
  const signedIn = [cookieOf(visitor, product.origin)];
  const [login, discovery, chat] = [
    await weighPage("/login", []),
    await weighPage("/busca", signedIn),
    await weighPage(`/mensagens?userId=${peer.id}`, signedIn),
  ];
  await browser.close();
  await product.helper.stop();
  return {
    title: "JavaScript of a page on the wire (brotli)",
    targets: [
      { name: "JavaScript of /login", value: login, unit: "kB", atMost: 120 },
      { name: "JavaScript of /busca", value: discovery, unit: "kB", atMost: 150 },
      { name: "JavaScript of /mensagens with an open conversation", value: chat, unit: "kB", atMost: 160 },
    ],
    figures: [],
  };
}
