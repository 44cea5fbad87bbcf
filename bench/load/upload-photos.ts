import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { writeMultipart } from "../../apps/server/src/testing/multipart.ts";
import { signUpForm } from "../../apps/server/src/testing/people.ts";
import { answerBench } from "../processes.ts";

// Uploads from outside the server that is measured: honest ones, which are timed, and those of attackers.

/** A sign-up from an address of the loopback network, or with a cookie photos for a member's gallery. */
export type Upload = { origin: string; address: string; cookie?: string; photos: Uint8Array[] };
export type Attack = { origin: string; addresses: string[]; connections: number; photo?: Uint8Array };
/** What the attackers' requests were answered with; 0 is a connection that was cut. */
export type Statuses = Record<number, number>;

const TRICKLE_MS = 5_000;
const TRICKLE_BYTES = 20_000_000;
// An attacker who is refused tries again, but does not spend the machine's cores on trying.
const AGAIN_MS = 1_000;

let isAttacking = false;
let statuses: Statuses = {};

function bodyOf({ cookie, photos }: Pick<Upload, "cookie" | "photos">) {
  const data = { name: "data", content: JSON.stringify(cookie ? {} : signUpForm()) };
  const files = photos.map((content) => ({ name: "photos", filename: "foto.jpg", type: "image/jpeg", content }));
  return writeMultipart([data, ...files]);
}

function open({ origin, address, cookie }: Omit<Upload, "photos">, headers: Record<string, string>) {
  const path = cookie ? "/api/profile/photos" : "/api/accounts";
  const sent = request(`${origin}${path}`, {
    method: "POST",
    localAddress: address,
    agent: false,
    headers: { origin, ...headers, ...(cookie && { cookie }) },
  });
  const status = new Promise<number>((resolve) => {
    sent.on("response", (response) => response.resume().on("close", () => resolve(response.statusCode ?? 0)));
    sent.on("error", () => resolve(0));
  });
  return { sent, status };
}

async function send(upload: Upload): Promise<number> {
  const { headers, body } = bodyOf(upload);
  const { sent, status } = open(upload, { ...headers, "content-length": String(body.byteLength) });
  sent.end(body);
  return status;
}

/** Answers the milliseconds that an honest upload took. */
async function upload(one: Upload): Promise<number> {
  const began = performance.now();
  const status = await send(one);
  if (status !== 200) throw new Error(`an honest upload was answered with ${status}`);
  return performance.now() - began;
}

/** Sends a head that announces much, and then one byte each five seconds. */
async function trickle(origin: string, address: string): Promise<number> {
  const { headers } = bodyOf({ photos: [] });
  const { sent, status } = open({ origin, address }, { ...headers, "content-length": String(TRICKLE_BYTES) });
  const write = () => sent.write("x");
  write();
  const timer = setInterval(write, TRICKLE_MS);
  return status.finally(() => clearInterval(timer)).finally(() => sent.destroy());
}

/** Goes on until `endAttack`: with a photo four of it in each sign-up, without one byte by byte. */
function beginAttack({ origin, addresses, connections, photo }: Attack): void {
  isAttacking = true;
  statuses = {};
  const attack = async (n: number) => {
    const address = addresses[n % addresses.length] ?? "";
    while (isAttacking) {
      const photos = photo && Array<Uint8Array>(4).fill(photo);
      const status = await (photos ? send({ origin, address, photos }) : trickle(origin, address));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 200) await sleep(AGAIN_MS);
    }
  };
  for (let n = 0; n < connections; n += 1) void attack(n);
}

/** Answers what the attackers got so far. They end with this process. */
function endAttack(): Statuses {
  isAttacking = false;
  return statuses;
}

answerBench({ upload, beginAttack, endAttack });
