import { connect } from "node:net";
import { openSocketRelay } from "./socket-relay.ts";

/** A proxy that can swallow what its open connections bring, without closing them; new ones work. */
export async function openBlackHole(target: string) {
  const url = new URL(target);
  const { hostname, port } = url;
  // Where PostgreSQL has its socket, if it has one.
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
