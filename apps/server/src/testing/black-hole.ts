import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy that can swallow what its open connections bring, without closing them; new ones work. */
export async function openBlackHole(target: string) {
  const url = new URL(target);
  const { hostname, port } = url;
  // Where PostgreSQL has its socket, if it has one.
  const folder = url.searchParams.get("host");
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname);
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
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    address: url.href,
    swallow: () => {
      for (const socket of open) socket.unpipe().resume();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
