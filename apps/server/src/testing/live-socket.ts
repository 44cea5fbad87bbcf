import type { ToBrowser, ToServer } from "@caramelo/contract/live";
import { vi } from "vitest";
import { WebSocket } from "ws";
import type * as z from "zod";
import { LIVE_PATH } from "../start/live.ts";
import type { openBrowser } from "./browser.ts";
import { PATIENT } from "./patience.ts";

type Browser = Pick<ReturnType<typeof openBrowser>, "base" | "jar" | "address">;
type Wire<T extends keyof ToBrowser> = { event: string } & z.input<ToBrowser[T]["payload"]>;
type Overrides = { path?: string; headers?: Record<string, string | undefined> };

/** The live connection of a browser, over a real socket. */
export type LiveSocket = {
  socket: WebSocket;
  /** Every frame received, in order. */
  received: { event: string }[];
  /** Resolves to the code with which the connection was closed. */
  closed: Promise<number>;
  send<T extends keyof ToServer>(event: T, payload: z.input<ToServer[T]["payload"]>): void;
  /** Waits until at least `times` frames of one event have arrived, and returns them. */
  waitFor<T extends keyof ToBrowser>(event: T, times?: number): Promise<Wire<T>[]>;
};

/** Starts a handshake as a browser does. `headers` replace the browser's own; undefined removes one. */
function openSocket({ base, jar, address }: Browser, { path = LIVE_PATH, headers = {} }: Overrides): WebSocket {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const all = { origin: base, "x-forwarded-for": address, ...(cookie && { cookie }), ...headers };
  const sentHeaders = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new WebSocket(base.replace("http", "ws") + path, { headers: Object.fromEntries(sentHeaders) });
}

/** Opens a connection that must be refused, and returns the status. */
export function findRefusal(browser: Browser, overrides: Overrides = {}): Promise<number> {
  const socket = openSocket(browser, overrides);
  return new Promise((resolve, reject) => {
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on("open", () => reject(new Error("the connection was accepted")));
    socket.on("error", reject);
  });
}

/** Opens a connection and waits for the first heartbeat. */
export async function openLiveSocket(browser: Browser, overrides: Overrides = {}): Promise<LiveSocket> {
  const live = startLiveSocket(browser, overrides);
  await live.waitFor("heartbeat");
  return live;
}

/** Opens a connection without waiting for the first heartbeat. */
export function startLiveSocket(browser: Browser, overrides: Overrides = {}): LiveSocket {
  const socket = openSocket(browser, overrides);
  const receivedFrames: LiveSocket["received"] = [];
  socket.on("message", (data) => receivedFrames.push(JSON.parse(String(data))));
  // An error without a listener would end the test run. Tests look at the close event that follows the error.
  socket.on("error", () => {});
  const whenClosed = new Promise<number>((resolve) => socket.on("close", resolve));
  // The cast holds because the server checked each frame by its schema before sending it.
  const listOf = <T extends keyof ToBrowser>(event: T) =>
    receivedFrames.filter((frame) => frame.event === event) as Wire<T>[];
  return {
    socket,
    received: receivedFrames,
    closed: whenClosed,
    send: (event, payload) => socket.send(JSON.stringify({ event, ...payload })),
    waitFor: (event, times = 1) =>
      vi.waitFor(() => {
        const receivedEvents = listOf(event);
        if (receivedEvents.length < times) throw new Error(`received ${receivedEvents.length} of ${times} ${event}`);
        return receivedEvents;
      }, PATIENT),
  };
}
