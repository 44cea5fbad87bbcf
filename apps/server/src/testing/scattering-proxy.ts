import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A balancer as simple as they come: each connection goes to some target, and to another one when that is dead. */
export async function openScatteringProxy(targets: () => string[]) {
  const open = new Set<Socket>();
  const counts = new Map<string, number>();
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on("error", () => {});
    const [first = "", ...others] = shuffle(targets());
    void connectToFirst([first, ...others]).then((far) => {
      if (!far) return void near.destroy();
      counts.set(far.target, (counts.get(far.target) ?? 0) + 1);
      for (const socket of [near, far.socket]) {
        open.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          open.delete(socket);
          near.destroy();
          far.socket.destroy();
        });
      }
      near.pipe(far.socket);
      far.socket.pipe(near);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the proxy has no port");
  return {
    address: `http://127.0.0.1:${address.port}`,
    /** How many connections each target has got. */
    counts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function shuffle(targets: string[]): string[] {
  const at = randomInt(targets.length);
  return [...targets.slice(at), ...targets.slice(0, at)];
}

async function connectToFirst(targets: string[]): Promise<{ target: string; socket: Socket } | undefined> {
  for (const target of targets) {
    const { hostname, port } = new URL(target);
    const socket = connect(Number(port), hostname);
    const isOpen = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      sleep(2_000, false),
    ]);
    if (isOpen) return { target, socket };
    socket.destroy();
  }
  return undefined;
}
