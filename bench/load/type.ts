import type { WebSocket } from "ws";
import { answerBench } from "../processes.ts";
import type { Round } from "../rules.ts";
import { openSockets } from "./live-sockets.ts";

// Both ends of every pair that types, so that one clock measures how long a frame took from one socket to the other.

type Side = { id: string; cookie: string };
export type TypingTargets = { pairs: [Side, Side][]; product: string; echo: string };
export type TypingLoad = { by: "product" | "echo" };

/** Sends one frame to the other one of a pair. */
type Send = () => void;
type Competitor = { sends: Send[]; listen(arrived: (index: number) => void): void };

let competitors: Record<TypingLoad["by"], Competitor> | undefined;

async function connect({ pairs, product, echo }: TypingTargets): Promise<void> {
  const sides = pairs.flatMap(([one, other]) => [
    { me: one, other },
    { me: other, other: one },
  ]);
  const live = await openSockets(
    product,
    sides.map(({ me }) => ({ path: "/api/live", cookie: me.cookie })),
  );
  const bare = await openSockets(
    echo,
    sides.map(({ me }) => ({ path: `/${me.id}` })),
  );
  const competitor = (sockets: WebSocket[], write: (index: number) => string): Competitor => {
    let report = (_: number) => {};
    for (const [index, socket] of sockets.entries()) {
      socket.on("message", (data: Buffer) => {
        // Heartbeats come too.
        if (data.includes("isTyping")) report(index);
      });
    }
    return {
      sends: sockets.map((socket, index) => () => socket.send(write(index))),
      listen: (arrived) => {
        report = arrived;
      },
    };
  };
  const typing = (index: number) => ({ withId: sides[index]?.other.id, isTyping: true });
  competitors = {
    product: competitor(live, (index) => JSON.stringify({ event: "typing", ...typing(index) })),
    echo: competitor(bare, (index) => {
      const { withId, isTyping } = typing(index);
      return JSON.stringify({ from: sides[index]?.me.id, to: withId, text: "", isTyping });
    }),
  };
}

/** Everybody types one letter at the same moment; it is over when everybody has heard of the other one. */
async function type({ by }: TypingLoad): Promise<Round> {
  const competitor = competitors?.[by];
  if (!competitor) throw new Error("not connected");
  const { sends, listen } = competitor;
  const latencies: number[] = [];
  const started = performance.now();
  await new Promise<void>((resolve) => {
    listen(() => {
      latencies.push(performance.now() - started);
      if (latencies.length === sends.length) resolve();
    });
    for (const send of sends) send();
  });
  return { answers: sends.length, seconds: (performance.now() - started) / 1000, latencies };
}

answerBench({ connect, type });
