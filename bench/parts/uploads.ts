import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { makeBlankPng } from "../../apps/server/src/testing/image-bytes.ts";
import { signIn, type Visitor } from "../fixtures/sessions.ts";
import type { Attack, Statuses, Upload } from "../load/upload-photos.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { median } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// An honest upload beside attackers, against the same upload alone. The hourly limits are off, so that the attack goes on
// and only the slots, lanes and headers stand between.

const ROUNDS = 5;
const PHOTOS = 2;
/** The attack has taken what it can get by then. */
const SETTLE_MS = 15_000;
const ATTACKERS = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
const SIGN_UPS = 64;
const TRICKLES = 128;
const UNLIMITED = {
  LIMIT_SIGN_UP_ADDRESS: "999999/1",
  LIMIT_UPLOAD_ATTEMPTS: "999999/1",
  LIMIT_PHOTO_WORK: "999999/1",
};

type OnStop = (stop: () => Promise<unknown>) => void;
type Times = { member: number[]; guest: number[] };
type Case = { name: string; attack: Omit<Attack, "origin" | "addresses"> };

/** Noise over soft shapes, as a telephone's photo of 12 megapixels: two megabytes of JPEG. */
async function makePhoto(): Promise<Uint8Array> {
  const [width, height] = [500, 375];
  const noise = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (at * 7_919 + ((at * at) >> 7)) % 256),
  );
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .resize(4_000, 3_000)
    .jpeg({ quality: 80 })
    .toBuffer();
}

export async function benchUploads(connection: Connection, onStop: OnStop): Promise<Finding> {
  const product = await startProductHelper(connection, "uploads", [], UNLIMITED);
  onStop(product.helper.stop);
  const honest = startHelper("load/upload-photos.ts");
  onStop(honest.stop);
  const photo = await makePhoto();
  const visitors = await withClient(connection, (client) => signIn(client, ROUNDS * 5));
  let guests = 0;

  async function time(): Promise<Times> {
    const times: Times = { member: [], guest: [] };
    const ask = (one: Omit<Upload, "origin" | "photos">) =>
      honest.ask<number>("upload", { ...one, origin: product.origin, photos: Array(PHOTOS).fill(photo) });
    for (let round = 0; round < ROUNDS; round += 1) {
      guests += 1;
      const visitor: Visitor | undefined = visitors.shift();
      if (!visitor) throw new Error("not enough members are signed in");
      times.member.push(await ask({ address: "127.0.0.1", cookie: visitor.cookie }));
      times.guest.push(await ask({ address: `127.0.1.${guests}` }));
    }
    return times;
  }

  async function timeBeside(attack: Case["attack"]): Promise<Times & { statuses: Statuses }> {
    const attackers: Helper = startHelper("load/upload-photos.ts");
    onStop(attackers.stop);
    await attackers.ask("beginAttack", { ...attack, origin: product.origin, addresses: ATTACKERS });
    await sleep(SETTLE_MS);
    const times = await time();
    const statuses = await attackers.ask<Statuses>("endAttack");
    await attackers.stop();
    return { ...times, statuses };
  }

  const cases: Case[] = [
    {
      name: "64 sign-ups of four PNGs of 6,300 by 6,300, 16 bits, interlaced",
      attack: {
        connections: SIGN_UPS,
        photo: makeBlankPng({ width: 6_300, height: 6_300, bits: 16, isInterlaced: true }),
      },
    },
    {
      name: "64 sign-ups of four of the dearest PNGs that are accepted",
      attack: { connections: SIGN_UPS, photo: makeBlankPng({ width: 4_600, height: 4_600, bits: 16 }) },
    },
    { name: "128 uploads of one byte each five seconds", attack: { connections: TRICKLES } },
  ];
  printProgress(`Uploads: ${ROUNDS} of a member and of a guest, alone and beside ${cases.length} attacks …`);
  // The first upload starts the worker processes.
  await time();
  const alone = await time();
  const beside = [];
  for (const { name, attack } of cases) beside.push({ name, ...(await timeBeside(attack)) });
  await Promise.all([product.helper.stop(), honest.stop()]);
  return present(alone, beside);
}

function present(alone: Times, beside: (Times & { name: string; statuses: Statuses })[]): Finding {
  const ratio = (times: Times, who: keyof Times) => median(times[who]) / median(alone[who]);
  const formatTimes = (times: Times) =>
    `a member ${figure(median(times.member))} ms (longest ${figure(Math.max(...times.member))}), a guest ${figure(median(times.guest))} ms (longest ${figure(Math.max(...times.guest))})`;
  return {
    title: `An honest upload of ${PHOTOS} photos of 12 megapixels beside attackers at ${ATTACKERS.length} addresses`,
    targets: beside.flatMap((times) => [
      { name: `${times.name}: a member's upload / alone`, value: ratio(times, "member"), atMost: 2 },
      { name: `${times.name}: a guest's upload / alone`, value: ratio(times, "guest"), atMost: 10 },
    ]),
    figures: [
      `alone: ${formatTimes(alone)}`,
      ...beside.map(
        (times) => `${times.name}: ${formatTimes(times)}; attackers' answers ${JSON.stringify(times.statuses)}`,
      ),
    ],
  };
}
