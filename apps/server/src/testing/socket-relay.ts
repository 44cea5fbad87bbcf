import { once } from "node:events";
import { createServer, type Socket } from "node:net";

type FarSocket = Socket | undefined | Promise<Socket | undefined>;

/**
 * Listens on a free port and joins each connection with the one that `connectFar` opens for it. When one ends, the
 * other ends too. If `connectFar` returns undefined, the connection is refused.
 */
export async function openSocketRelay(connectFar: () => FarSocket) {
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, async (near) => {
    near.on("error", () => {});
    // `endAll` must also find a connection that still waits for its far side: it is paused, so it would not notice that
    // the client has left.
    sockets.add(near);
    near.on("close", () => sockets.delete(near));
    const far = await connectFar();
    if (!far) return void near.destroy();
    sockets.add(far);
    far.on("error", () => {});
    far.on("close", () => {
      sockets.delete(far);
      near.destroy();
    });
    near.on("close", () => far.destroy());
    // A client that left while the far side was being reached must leave nothing open.
    if (near.destroyed) return void far.destroy();
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the relay has no port");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    sockets: sockets as ReadonlySet<Socket>,
    endAll,
    close: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
