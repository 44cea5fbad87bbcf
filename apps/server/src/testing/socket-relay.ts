import { once } from "node:events";
import { createServer, type Socket } from "node:net";

type FarSocket = Socket | undefined | Promise<Socket | undefined>;

/**
 * Listens on a free port and joins each connection with the one that `connectFar` opens for it; either ends with the
 * other. Where `connectFar` answers undefined the connection is refused.
 */
export async function openSocketRelay(connectFar: () => FarSocket) {
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, async (near) => {
    near.on("error", () => {});
    const far = await connectFar();
    if (!far) return void near.destroy();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    // Who left while the far side was being reached leaves nothing open.
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
