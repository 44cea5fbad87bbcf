import pg from "pg";
import type { Connection } from "../../apps/server/src/platform/database/database.ts";
import { openNames } from "../../apps/server/src/platform/database/named-statements.ts";
import { answerBench } from "../processes.ts";
import type { Round } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { formatGet, openHttpConnection } from "./http-connection.ts";

// The load of the discovery part, in a process of its own: `concurrency` askers, each asking again as soon as it
// has its answer.

type Load = { concurrency: number; seconds: number };
export type PageLoad = Load & { origin: string; requests: { path: string; cookie: string }[] };
export type StatementLoad = Load & { connection: Connection; questions: Statement[][] };

/** Has `concurrency` askers take turns in `ask(index)`, index after index, until the time is over. */
async function drive({ concurrency, seconds }: Load, ask: (asker: number, index: number) => Promise<void>) {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const work = async (_: unknown, asker: number) => {
    while (performance.now() < end) {
      const asked = performance.now();
      await ask(asker, next++);
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { answers: latencies.length, seconds: (performance.now() - started) / 1000, latencies } satisfies Round;
}

async function askPages({ origin, requests, ...load }: PageLoad): Promise<Round> {
  const texts = requests.map((request) => formatGet({ origin, ...request }));
  const opening = Array.from({ length: load.concurrency }, () => openHttpConnection(origin));
  const connections = await Promise.all(opening);
  const round = await drive(load, async (asker, index) => {
    const answer = await connections[asker]?.ask(texts[index % texts.length] ?? "");
    if (answer?.status !== 200) throw new Error(`${origin} answered ${answer?.status}: ${answer?.body}`);
  });
  for (const connection of connections) connection.close();
  return round;
}

/** The same statements without any server between: what the database and its driver alone allow. */
async function askStatements({ connection, questions, ...load }: StatementLoad): Promise<Round> {
  // As the product does.
  const nameOf = openNames();
  const opening = Array.from({ length: load.concurrency }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  });
  const clients = await Promise.all(opening);
  const round = await drive(load, async (asker, index) => {
    for (const { text, values } of questions[index % questions.length] ?? []) {
      await clients[asker]?.query({ name: nameOf(text), text, values });
    }
  });
  await Promise.all(clients.map((client) => client.end()));
  return round;
}

answerBench({ askPages, askStatements });
