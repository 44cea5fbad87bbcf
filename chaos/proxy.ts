import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { drawBetween, type Random } from "./random.ts";

/**
 * What may happen to a connection. `cut-request`: it is cut before the product gets what the browser sends.
 * `cut-answer`: it is cut after the product has acknowledged, but before the browser gets the answer. `cut-after`: it
 * is cut right after the browser got the answer. `reset-half`: half of the product's answer arrives, then the
 * connection is reset. `stall`: nothing is forwarded for a while.
 */
export const PROXY_FAULTS = ["cut-request", "cut-answer", "cut-after", "reset-half", "stall"] as const;
export type ProxyFault = (typeof PROXY_FAULTS)[number];

export type TcpProxy = {
  origin: string;
  /** From now on each new connection leads to one of these ports, chosen at random. */
  leadTo(ports: number[]): void;
  /** The fault happens to this many of the connections on which data moves next. */
  strike(fault: ProxyFault, connections: number): void;
  /** To how many connections each fault has happened. */
  struck: Record<ProxyFault, number>;
  close(): Promise<void>;
};

type Options = { random: Random; stallMs: [least: number, most: number] };

/**
 * A TCP proxy of this process in front of the product. It knows nothing about HTTP, and forwards everything until it
 * strikes.
 */
export async function openProxy({ random, stallMs }: Options): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const pending: ProxyFault[] = [];
  const struck = { "cut-request": 0, "cut-answer": 0, "cut-after": 0, "reset-half": 0, stall: 0 };
  let ports: number[] = [];

  function take(direction: "request" | "answer"): ProxyFault | undefined {
    const [fault] = pending;
    const isDue = fault === "stall" || (fault === "cut-request") === (direction === "request");
    if (!fault || !isDue) return undefined;
    pending.shift();
    struck[fault] += 1;
    return fault;
  }
  function join(browser: Socket): void {
    const port = ports[Math.floor(random() * ports.length)];
    if (port === undefined) return void browser.resetAndDestroy();
    const product = connect({ host: "127.0.0.1", port, noDelay: true });
    const reset = () => {
      browser.resetAndDestroy();
      product.resetAndDestroy();
    };
    const stall = (chunk: Buffer, to: Socket) => {
      for (const socket of [browser, product]) socket.pause();
      setTimeout(
        () => {
          if (!to.destroyed) to.write(chunk);
          for (const socket of [browser, product]) socket.resume();
        },
        drawBetween(random, ...stallMs),
      );
    };
    browser.on("data", (chunk) => {
      const fault = take("request");
      if (fault === "cut-request") reset();
      else if (fault === "stall") stall(chunk, product);
      else product.write(chunk);
    });
    product.on("data", (chunk) => {
      const fault = take("answer");
      if (fault === "cut-answer") reset();
      else if (fault === "cut-after") browser.end(chunk, () => product.resetAndDestroy());
      else if (fault === "reset-half") browser.write(chunk.subarray(0, chunk.length >> 1), reset);
      else if (fault === "stall") stall(chunk, browser);
      else browser.write(chunk);
    });
    for (const [socket, otherSocket] of [
      [browser, product],
      [product, browser],
    ] as const) {
      open.add(socket);
      // A killed process leaves a reset, which is passed on as a reset.
      socket.on("error", () => otherSocket.resetAndDestroy());
      socket.on("close", () => {
        open.delete(socket);
        otherSocket.destroySoon();
      });
    }
  }
  const server = createServer({ noDelay: true }, join).listen(0, "127.0.0.1");
  await once(server, "listening");
  // The cast is safe, because a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo: (next) => {
      ports = next;
    },
    strike: (fault, connections) => pending.push(...Array.from({ length: connections }, () => fault)),
    struck,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
