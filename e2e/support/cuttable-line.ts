import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to the product that can be cut like a network: open connections end, new ones are not answered. */
export type CuttableLine = { address: string; cut(): void; mend(): void; close(): Promise<void> };

export async function openLine(target: string): Promise<CuttableLine> {
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
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("the line has no port");
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${place.port}`,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
