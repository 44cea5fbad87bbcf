import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy in front of the product that fails like a network: `cut` ends open connections and refuses new ones. */
export type BreakableProxy = { address: string; cut(): void; restore(): void; close(): Promise<void> };

export async function openProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the proxy has no port");
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
      endAll();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
