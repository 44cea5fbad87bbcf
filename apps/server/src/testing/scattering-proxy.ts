import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openSocketRelay } from "./socket-relay.ts";

/** A simple load balancer: each connection goes to a random target, or to the next one if that target is dead. */
export async function openScatteringProxy(targets: () => string[]) {
  const counts = new Map<string, number>();
  const relay = await openSocketRelay(async () => {
    const far = await connectToFirst(shuffle(targets()));
    if (far) counts.set(far.target, (counts.get(far.target) ?? 0) + 1);
    return far?.socket;
  });
  return {
    address: `http://127.0.0.1:${relay.port}`,
    /** How many connections each target has received. */
    counts,
    close: relay.close,
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
