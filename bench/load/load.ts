import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { WebSocket } from "ws";
import { openNames } from "../../apps/server/src/platform/database/builder.ts";
import type { Connection } from "../../apps/server/src/platform/database/database.ts";
import type { Visitor } from "../fixtures/sessions.ts";
import { answerBench } from "../processes.ts";
import { type Sample, sumUp } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { formatRequest, openHttpConnection, type Request } from "./http.ts";
import { deliver, openSockets, type Pair, type Place, watchSockets } from "./live.ts";

// The load generator in its own process: requests, statements, live connections, messages and changes.

/**
 * `atOnce` workers run side by side. Each starts again as soon as it is done, or, with `perSecond`, when the next of
 * that many starts in a second is due.
 */
type Pace = { atOnce: number; seconds: number; perSecond?: number };

const LATE_MS = 20_000;

let isEnded = false;

async function drive({ atOnce, seconds, perSecond }: Pace, work: (worker: number, turn: number) => Promise<unknown>) {
  isEnded = false;
  const latencies: number[] = [];
  const startTime = performance.now();
  const end = startTime + seconds * 1000;
  let turns = 0;
  const run = async (_: unknown, worker: number) => {
    while (performance.now() < end && !isEnded) {
      const turn = turns++;
      if (perSecond) await sleep(Math.max(0, startTime + (turn * 1000) / perSecond - performance.now()));
      const turnTime = performance.now();
      await work(worker, turn);
      latencies.push(performance.now() - turnTime);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return sumUp(latencies, (performance.now() - startTime) / 1000);
}

async function read({ origin, requests, ...pace }: Pace & { origin: string; requests: Request[] }): Promise<Sample> {
  const texts = requests.map((request) => formatRequest(origin, request));
  const connections = await Promise.all(Array.from({ length: pace.atOnce }, () => openHttpConnection(origin)));
  const sample = await drive(pace, async (worker, turn) => {
    const answer = await connections[worker]?.ask(texts[turn % texts.length] ?? "");
    if (answer?.status !== 200) throw new Error(`${origin} answered ${answer?.status}: ${answer?.body}`);
  });
  for (const connection of connections) connection.close();
  return sample;
}

/** Sends the statements of pages without a server, which shows what the database and its driver alone can do. */
async function statements({ connection, pages, ...pace }: Pace & { connection: Connection; pages: Statement[][] }) {
  const clients = Array.from({ length: pace.atOnce }, () => new pg.Client(connection));
  await Promise.all(clients.map((client) => client.connect()));
  // Statements get names, as in the product.
  const nameOf = openNames();
  const sample = await drive(pace, async (worker, turn) => {
    for (const { text, values } of pages[turn % pages.length] ?? [])
      await clients[worker]?.query({ name: nameOf(text), text, values });
  });
  await Promise.all(clients.map((client) => client.end()));
  return sample;
}

const UPDATES = [
  "update profile set name = 'Rafael ' || $2::int % 100 where member_id = $1",
  "update profile set city_id = (array[3550308, 3304557, 2611606, 3509502])[1 + $2::int % 4] where member_id = $1",
  "update profile set tier = case when is_managed then 3 else $2::int % 3 end where member_id = $1",
  "update photo set width = 1000 + $2::int % 100 where member_id = $1 and position = 0",
  // These ends are fixed, because a premium that ended later would end while another run compares answers.
  "update entitlement set premium_until = timestamptz '2000-01-01' + $2::int % 2 * interval '100 years' where member_id = $1",
];

/** Changes profiles until `end`: names, cities, paid places, first photos and premium. */
async function update({ connection, perSecond }: { connection: Connection; perSecond: number }): Promise<Sample> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query("select member_id as id from profile tablesample system (1) limit 5000");
  const sample = await drive({ atOnce: 1, seconds: Number.POSITIVE_INFINITY, perSecond }, (_, turn) =>
    client.query(UPDATES[turn % UPDATES.length] ?? "", [rows[(turn * 7_919) % rows.length]?.id, turn]),
  );
  await client.end();
  return sample;
}

const end = () => {
  isEnded = true;
};

type Visits = { place: Place; visitors: Visitor[] };

/** Performs handshakes and then closes all connections. */
async function open({ place, visitors }: Visits): Promise<Sample> {
  const { sockets, sample } = await openSockets(place, visitors);
  for (const socket of sockets) socket.terminate();
  return sample;
}

const idleSockets: WebSocket[] = [];
/** Returns how many idle connections are open in all, without those that the server has closed. */
const count = () => idleSockets.filter((socket) => socket.readyState === socket.OPEN).length;
const letGo = () => idleSockets.splice(0).forEach((socket) => void socket.terminate());

async function hold({ place, visitors }: Visits): Promise<number> {
  idleSockets.push(...(await openSockets(place, visitors)).sockets);
  return count();
}

type Competitor = { by: string; place: Place; pairs: Pair[] };
const competitors = new Map<string, Competitor & { senders: WebSocket[] }>();

/** Opens live connections for both members of each pair: one clock measures how long a frame takes between them. */
async function connect(competitor: Competitor): Promise<void> {
  const { by, place, pairs } = competitor;
  const openAll = async (visitors: Visitor[]) => (await openSockets(place, visitors)).sockets;
  const senders = await openAll(pairs.map(({ sender }) => sender));
  watchSockets(senders, await openAll(pairs.map(({ recipient }) => recipient)));
  competitors.set(by, { ...competitor, senders });
}

/**
 * Measures each message until it has arrived and was acknowledged. All pairs take turns, because the server limits the
 * frames of one connection.
 */
async function send({ by, ...pace }: Pace & { by: string }): Promise<Sample> {
  const sends = drive(pace, async (_, turn) => {
    const { place, pairs = [], senders } = competitors.get(by) ?? {};
    const [pair, socket] = [pairs[turn % pairs.length], senders?.[turn % pairs.length]];
    if (!place || !pair || !socket) throw new Error(`nobody sends: ${by}`);
    await deliver(place, socket, pair);
  });
  const late = sleep(pace.seconds * 1000 + LATE_MS).then(() => {
    throw new Error(`${by}: messages did not arrive`);
  });
  return Promise.race([sends, late]);
}

answerBench({ read, statements, update, hold, count, letGo, open, connect, send, end });
