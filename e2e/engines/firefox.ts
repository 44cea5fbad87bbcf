import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnProgram } from "./program.ts";
import type { Driver, Handle } from "./tab.ts";

// https://w3c.github.io/webdriver-bidi
type RemoteValue = { type: string; value?: unknown; sharedId?: string };
type Called = { type: "success"; result: RemoteValue } | { type: "exception"; exceptionDetails: { text: string } };

const PREFERENCES = {
  "intl.accept_languages": "pt-BR, pt",
  "ui.prefersReducedMotion": 1,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.enabled": false,
  "browser.startup.homepage_override.mstone": "ignore",
};

export type Firefox = { openTab(viewport: { width: number; height: number }): Promise<Driver>; close(): Promise<void> };

/** Starts Debian's Firefox with an empty profile, and drives it by its own WebDriver BiDi socket. */
export async function openFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(path.join(tmpdir(), "caramelo-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(path.join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const firefox = spawnProgram("firefox-esr", args, { HOME: profile, TZ: "America/Sao_Paulo" });
  const [, address] = await firefox.waitFor(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, end } = await openSocket(`${address}/session`);
  await send("session.new", { capabilities: {} });
  return {
    openTab: (viewport) => openTab(send, viewport),
    close: async () => {
      end();
      await firefox.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opens a tab with separate cookies and a separate store. */
async function openTab(send: Send, viewport: { width: number; height: number }): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>("browser.createUserContext", {});
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "tab", userContext });
  await send("browsingContext.setViewport", { context, viewport });

  const call = async (work: unknown, args: unknown[]): Promise<RemoteValue> => {
    const functionDeclaration = `async () => { const result = await (${work})(...${JSON.stringify(args)});
      return result instanceof Element || result === undefined ? result : JSON.stringify(result); }`;
    const callResult = await send<Called>("script.callFunction", {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      userActivation: true,
    });
    if (callResult.type === "exception") throw new Error(callResult.exceptionDetails.text);
    return callResult.result;
  };
  const act = (type: "key" | "pointer", actions: unknown[]) =>
    send("input.performActions", { context, actions: [{ type, id: type, actions }] });

  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    back: async () => void (await send("browsingContext.traverseHistory", { context, delta: -1 })),
    run: async (work, ...args) => {
      const { value } = await call(work, args);
      return typeof value === "string" ? JSON.parse(value) : undefined;
    },
    find: async (work, ...args) => {
      const { sharedId } = await call(work, args);
      return sharedId === undefined ? undefined : { element: { sharedId } };
    },
    press: async ({ element }: Handle) => {
      const origin = { type: "element", element };
      await act("pointer", [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    type: async (_handle, text) => {
      const keys = [...text];
      await act(
        "key",
        keys.flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      );
    },
    pickFiles: async ({ element }, files) => void (await send("input.setFiles", { context, element, files })),
    close: async () => void (await send("browser.removeUserContext", { userContext })),
  };
}

type Send = <Result = unknown>(method: string, params: object) => Promise<Result>;

async function openSocket(address: string) {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waitingCallbacks = new Map<number, (answer: { type: string; result: unknown; message?: string }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data));
    waitingCallbacks.get(answer.id)?.(answer);
    waitingCallbacks.delete(answer.id);
  });
  let id = 0;
  const send: Send = async <Result>(method: string, params: object): Promise<Result> => {
    id += 1;
    const { promise, resolve } = Promise.withResolvers<{ type: string; result: unknown; message?: string }>();
    waitingCallbacks.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await promise;
    if (type !== "success") throw new Error(`${method} ${JSON.stringify(params)}: ${message}`);
    // The protocol says what each method answers.
    return result as Result;
  };
  return { send, end: () => socket.close() };
}
