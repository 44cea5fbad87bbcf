import { connect } from "node:net";
import { openSocketRelay } from "./socket-relay.ts";

/** Opens a proxy that can drop everything from its open connections without closing them; new connections work. */
export async function openBlackHole(target: string) {
  const url = new URL(target);
  const { hostname, port } = url;
  // The folder of PostgreSQL's socket, if the address has one.
  const folder = url.searchParams.get("host");
  const relay = await openSocketRelay(() =>
    folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname),
  );
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(relay.port);
  return {
    address: url.href,
    swallow: () => {
      for (const socket of relay.sockets) socket.unpipe().resume();
    },
    close: relay.close,
  };
}
