import type { ToBrowser, ToServer } from "@caramelo/contract/live";
import { vi } from "vitest";
import { WebSocket } from "ws";
import type * as z from "zod";
import { LIVE_PATH } from "../live.ts";
import type { openBrowser } from "./browser.ts";

type Browser = Pick<ReturnType<typeof openBrowser>, "base" | "jar" | "address">;
type Wire<T extends keyof ToBrowser> = { event: string } & z.input<ToBrowser[T]["payload"]>;
type Overrides = { path?: string; headers?: Record<string, string | undefined> };

/** The live connection of a browser, over a real socket. */
export type LiveSocket = {
  socket: WebSocket;
  /** Every frame heard, in order. */
  heard: { event: string }[];
  /** The code with which it ended. */
  closed: Promise<number>;
  send<T extends keyof ToServer>(event: T, payload: z.input<ToServer[T]["payload"]>): void;
  /** The frames heard of one event, once there are at least so many. */
  hears<T extends keyof ToBrowser>(event: T, times?: number): Promise<Wire<T>[]>;
};

/** Asks for a connection as a browser does; `headers` replace its own, undefined leaves one out. */
function knock({ base, jar, address }: Browser, { path = LIVE_PATH, headers = {} }: Overrides): WebSocket {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const all = { origin: base, "x-forwarded-for": address, ...(cookie && { cookie }), ...headers };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new WebSocket(base.replace("http", "ws") + path, { headers: Object.fromEntries(given) });
}

/** The status with which a connection is refused. */
export function findRefusal(browser: Browser, overrides: Overrides = {}): Promise<number> {
  const socket = knock(browser, overrides);
  return new Promise((resolve, reject) => {
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on("open", () => reject(new Error("it was let in")));
    socket.on("error", reject);
  });
}

/** Opens a connection and waits until the first beat came. */
export async function openLiveSocket(browser: Browser, overrides: Overrides = {}): Promise<LiveSocket> {
  const live = startLiveSocket(browser, overrides);
  await live.hears("beat");
  return live;
}

/** Opens a connection and does not wait. */
export function startLiveSocket(browser: Browser, overrides: Overrides = {}): LiveSocket {
  const socket = knock(browser, overrides);
  const heard: LiveSocket["heard"] = [];
  socket.on("message", (data) => heard.push(JSON.parse(String(data))));
  // What matters about an error is the close that follows.
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  // The server checked each frame by its schema before it left.
  const listOf = <T extends keyof ToBrowser>(event: T) => heard.filter((one) => one.event === event) as Wire<T>[];
  return {
    socket,
    heard,
    closed,
    send: (event, payload) => socket.send(JSON.stringify({ event, ...payload })),
    hears: (event, times = 1) =>
      vi.waitFor(
        () => {
          const found = listOf(event);
          if (found.length < times) throw new Error(`heard ${found.length} of ${times} ${event}`);
          return found;
        },
        { timeout: 10_000, interval: 5 },
      ),
  };
}
