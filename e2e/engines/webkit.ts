import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../../apps/server/src/testing/free-port.ts";
import { spawnProgram } from "./program.ts";
import type { Driver, Handle } from "./tab.ts";

// https://www.w3.org/TR/webdriver2
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Starts WebKitGTK on a separate screen, and drives it by W3C WebDriver. */
export async function openWebKit(
  browser: string,
  { width, height }: { width: number; height: number },
): Promise<Driver> {
  const home = mkdtempSync(path.join(tmpdir(), "caramelo-webkit-"));
  mkdirSync(path.join(home, "gtk-3.0"));
  writeFileSync(path.join(home, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const screen = spawnProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
  const [display] = await screen.waitFor(/^\d+$/m);
  const port = await findFreePort();
  const webkit = spawnProgram("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    DISPLAY: `:${display}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    NO_AT_BRIDGE: "1",
    TZ: "America/Sao_Paulo",
    // Without a graphics processor nothing is painted otherwise.
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  });
  const ask = async <Result>(method: "POST" | "DELETE" | "GET", where: string, body?: object): Promise<Result> => {
    const reply = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: Result & { message?: string } };
    if (!reply.ok) throw new Error(`${where}: ${value.message}`);
    return value;
  };
  await waitUntilReady(() => ask("GET", "/status"));
  const alwaysMatch = { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } };
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch } });
  const send = <Result = unknown>(where: string, body: object = {}) =>
    ask<Result>("POST", `/session/${sessionId}${where}`, body);
  await send("/window/rect", { x: 0, y: 0, width, height });

  const call = (work: unknown, args: unknown[]) =>
    send<unknown>("/execute/async", {
      script: `const answer = arguments[0];
        Promise.resolve((${work})(...${JSON.stringify(args)})).then(
          (result) => answer(result instanceof Element || result === undefined ? result : JSON.stringify(result)),
          (error) => answer({ error: String(error) }));`,
      args: [],
    });
  const elementOf = ({ element }: Handle) => `/element/${element}`;

  return {
    open: async (url) => void (await send("/url", { url })),
    back: async () => void (await send("/back")),
    run: async (work, ...args) => {
      const result = await call(work, args);
      if (typeof result === "object" && result !== null) throw new Error(JSON.stringify(result));
      return typeof result === "string" ? JSON.parse(result) : undefined;
    },
    find: async (work, ...args) => {
      const result = (await call(work, args)) as { [ELEMENT]?: string } | null;
      return result?.[ELEMENT] === undefined ? undefined : { element: result[ELEMENT] };
    },
    press: async (handle) => void (await send(`${elementOf(handle)}/click`)),
    type: async (handle, text) => void (await send(`${elementOf(handle)}/value`, { text })),
    pickFiles: async (handle, paths) => void (await send(`${elementOf(handle)}/value`, { text: paths.join("\n") })),
    close: async () => {
      await ask("DELETE", `/session/${sessionId}`).catch(() => {});
      await webkit.stop();
      await screen.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(isReady: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + 30_000; ; ) {
    try {
      await isReady();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
