import { connect } from "node:net";
import { openSocketRelay } from "../../apps/server/src/testing/socket-relay.ts";

/** A proxy in front of the product that fails like a network: `cut` ends open connections and refuses new ones. */
export type BreakableProxy = { address: string; cut(): void; restore(): void; close(): Promise<void> };

export async function openProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target);
  let isCut = false;
  const relay = await openSocketRelay(() => (isCut ? undefined : connect(Number(port), hostname)));
  return {
    address: `http://127.0.0.1:${relay.port}`,
    cut: () => {
      isCut = true;
      relay.endAll();
    },
    restore: () => {
      isCut = false;
    },
    close: relay.close,
  };
}
