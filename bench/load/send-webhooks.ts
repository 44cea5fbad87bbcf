import { signWebhook } from "../../apps/server/src/features/sandbox/rules.ts";
import { answerBench } from "../processes.ts";
import type { Round } from "../rules.ts";
import { type HttpConnection, openHttpConnection } from "./http-connection.ts";

// The load of the webhooks' part, in a process of its own: `concurrency` senders, each sending again as soon as it was
// answered, as a payment company does after an outage.

export type WebhookLoad = { origin: string; secret: Buffer; bodies: string[]; concurrency: number; seconds: number };

function formatWebhook(origin: string, body: string, secret: Buffer): string {
  const signature = signWebhook(Buffer.from(body), secret, new Date());
  const headers = [
    `host: ${new URL(origin).host}`,
    `sandbox-signature: ${signature}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `POST /api/webhooks/sandbox HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
}

async function sendWebhooks({ origin, secret, bodies, concurrency, seconds }: WebhookLoad): Promise<Round> {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openHttpConnection(origin)));
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  let next = 0;
  const work = async (connection: HttpConnection) => {
    while (performance.now() < end) {
      const request = formatWebhook(origin, bodies[next++ % bodies.length] ?? "", secret);
      const sent = performance.now();
      const { status, body: reply } = await connection.ask(request);
      if (status !== 200) throw new Error(`${origin} answered a webhook with ${status}: ${reply}`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return { answers: latencies.length, seconds: (performance.now() - started) / 1_000, latencies };
}

answerBench({ sendWebhooks });
