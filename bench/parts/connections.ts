import { setTimeout as sleep } from "node:timers/promises";
import { TYPING_EVERY_MS } from "@caramelo/contract/limits";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { makePairs } from "../fixtures/conversations.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { OpeningLoad } from "../load/open-connections.ts";
import type { TypingLoad, TypingTargets } from "../load/type.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, perSecond, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// Live connections at work: handshakes of members who sign in with a session, and frames of typing, which the server
// forwards after it has checked the pair; against a bare WebSocket server that checks nothing.

const AT_ONCE = 50;

type OnStop = (stop: () => Promise<unknown>) => void;
type Side = { name: string; helper: Helper; ask(): Promise<Round>; rounds: Round[] };

export async function benchConnections(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const count = size.typingPairs * 2;
  const { visitors, pairs } = await withClient(connection, async (client) => {
    const signedIn = await signIn(client, count);
    return { visitors: signedIn, pairs: await makePairs(client, signedIn) };
  });
  const product = await startProductHelper(connection, "connections");
  onStop(product.helper.stop);
  const [bare, opening, typing] = [
    startHelper("servers/bare-live.ts"),
    startHelper("load/open-connections.ts"),
    startHelper("load/type.ts"),
  ];
  for (const helper of [bare, opening, typing]) onStop(helper.stop);
  const echo = await bare.ask<string>("start");

  const open = (load: Omit<OpeningLoad, "atOnce">) => () => opening.ask<Round>("open", { ...load, atOnce: AT_ONCE });
  const live = visitors.map(({ cookie }) => ({ path: "/api/live", cookie }));
  const named = visitors.map(({ id }) => ({ path: `/${id}` }));
  const opens = {
    ours: side("handshakes, product", product.helper, open({ origin: product.origin, wanted: live })),
    theirs: side("handshakes, bare ws", bare, open({ origin: echo, wanted: named })),
  };
  await measure("Handshakes", opens, size);

  await typing.ask("connect", { pairs, product: product.origin, echo } satisfies TypingTargets);
  const type = (by: TypingLoad["by"]) => async () => {
    // A pair's frames that come earlier than this after the one before are dropped.
    await sleep(TYPING_EVERY_MS + 100);
    return typing.ask<Round>("type", { by } satisfies TypingLoad);
  };
  const frames = {
    ours: side("frames of typing, product", product.helper, type("product")),
    theirs: side("frames of typing, bare ws echo", bare, type("echo")),
  };
  await measure("Typing", frames, size);

  const ratio = ({ ours, theirs }: typeof opens) =>
    medianRatio(ours.rounds.map(perSecond), theirs.rounds.map(perSecond));
  return {
    title: `Live connections at work: ${count} handshakes, ${AT_ONCE} at once; ${count} members type at the same moment`,
    targets: [],
    figures: [
      `handshakes a second, product / bare ws: ${figure(ratio(opens))}`,
      `frames of typing a second, product / bare ws echo: ${figure(ratio(frames))}`,
      ...[opens, frames].flatMap(({ ours, theirs }) =>
        [ours, theirs].map(({ name, rounds }) => `${name}: ${formatRounds(rounds)}`),
      ),
    ],
  };
}

function side(name: string, helper: Helper, ask: () => Promise<Round>): Side {
  return { name, helper, ask, rounds: [] };
}

async function measure(what: string, { ours, theirs }: { ours: Side; theirs: Side }, { rounds }: Size) {
  await ours.ask();
  await theirs.ask();
  printProgress(`${what}: ${rounds} rounds of 2 …`);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      const before = await one.helper.ask<number>("processor");
      const asked = await one.ask();
      one.rounds.push({ ...asked, processorMs: (await one.helper.ask<number>("processor")) - before });
    }
  }
}
