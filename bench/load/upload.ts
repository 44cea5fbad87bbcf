import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { makeBlankPng } from "../../apps/server/src/testing/image-bytes.ts";
import { writeMultipart } from "../../apps/server/src/testing/multipart.ts";
import { signUpForm } from "../../apps/server/src/testing/people.ts";
import { answerBench } from "../processes.ts";
import type { Sample } from "../rules.ts";

// Uploads from outside the measured server: honest ones, which are timed, and those of attackers.

/** A sign-up from an address of the loopback network, or, with a cookie, photos for a member's gallery. */
export type Upload = { origin: string; address: string; cookie?: string; photos: Uint8Array[] };
/** With a photo, each attack is a sign-up with four copies of it; without one, it sends byte by byte. */
export type Attack = { connections: number; photo?: Parameters<typeof makeBlankPng>[0] };

const ATTACKERS = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
const TRICKLE_MS = 5_000;
const TRICKLE_BYTES = 20_000_000;
// A refused attacker tries again after this pause, so that the attempts do not use up the machine's cores.
const AGAIN_MS = 1_000;

/** Returns the status, or 0 when the connection was cut. */
function post({ origin, address, cookie, photos }: Upload, isTrickling = false): Promise<number> {
  const data = { name: "data", content: JSON.stringify(cookie ? {} : signUpForm()) };
  const files = photos.map((content) => ({ name: "photos", filename: "foto.jpg", type: "image/jpeg", content }));
  const { headers, body } = writeMultipart([data, ...files]);
  const length = { "content-length": isTrickling ? TRICKLE_BYTES : body.byteLength };
  const upload = request(`${origin}${cookie ? "/api/profile/photos" : "/api/accounts"}`, {
    method: "POST",
    localAddress: address,
    agent: false,
    headers: { origin, ...headers, ...length, ...(cookie && { cookie }) },
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  upload.on("response", (response) => response.resume().on("close", () => resolve(response.statusCode ?? 0)));
  upload.on("error", () => resolve(0));
  if (!isTrickling) {
    upload.end(body);
    return promise;
  }
  upload.write("x");
  const timer = setInterval(() => upload.write("x"), TRICKLE_MS);
  return promise.finally(() => {
    clearInterval(timer);
    upload.destroy();
  });
}

/** Returns the milliseconds that an honest upload took. */
async function upload(honestUpload: Upload): Promise<number> {
  const began = performance.now();
  const status = await post(honestUpload);
  if (status !== 200) throw new Error(`an honest upload was answered with ${status}`);
  return performance.now() - began;
}

const statuses: Sample = {};

/** Attacks until this process ends. */
function beginAttack({ origin, connections, photo }: Attack & { origin: string }): void {
  const photos = photo ? Array(4).fill(makeBlankPng(photo)) : [];
  const attack = async (address: string) => {
    for (;;) {
      const status = await post({ origin, address, photos }, !photo);
      statuses[`attackers' answers ${status}`] = (statuses[`attackers' answers ${status}`] ?? 0) + 1;
      if (status !== 200) await sleep(AGAIN_MS);
    }
  };
  for (let turn = 0; turn < connections; turn += 1) void attack(ATTACKERS[turn % ATTACKERS.length] ?? "");
}

answerBench({ upload, beginAttack, readStatuses: () => statuses });
