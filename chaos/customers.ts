import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { prices } from "@caramelo/contract/billing/prices";
import { PHOTOS_MAX } from "@caramelo/contract/limits";
import type { Db } from "../apps/server/src/platform/database/database.ts";
import { openHttp } from "./http.ts";
import type { Person } from "./people.ts";
import type { Fault } from "./rules.ts";

/** The limits of what these members do, which one machine would reach. */
export const CUSTOMER_LIMITS = {
  LIMIT_ORDERS: "999999/1",
  LIMIT_PAYMENT_CHECKS: "999999/1",
  LIMIT_UPLOADS: "999999/1",
  LIMIT_UPLOAD_ATTEMPTS: "999999/1",
};

/** A member who does one thing after the other, and each again until the product has acknowledged it. */
export type Customer = {
  /** What is done, for the report. */
  name: "orders" | "photos";
  work(mayWork: () => boolean): void;
  isQuiet(): boolean;
  /** How much was acknowledged so far. */
  count(): number;
  /** What is stored differently from its acknowledgement. Call it when nothing is under way. */
  findFaults(db: Db): Promise<Fault[]>;
  close(): void;
};

export type CustomerOptions = {
  origin: string;
  person: Pick<Person, "id" | "session">;
  onSurprise: (text: string) => void;
  /** Called for what was acknowledged and is missing, with a description. */
  onLoss: (text: string) => void;
  /** Where no request may fail: called with a description of each that does. */
  onFailure?: (text: string) => void;
  answerMs?: number;
  /** The pause between two actions, so that the machine has something to spare. */
  pauseMs?: number;
};

/** The photo that is uploaded again and again. */
export const UPLOADED_PHOTO = new URL("../e2e/photos/ana-1.jpg", import.meta.url);
/**
 * 424 says that the payment provider is away: the sandbox keeps its payments in the same database. A balancer says 502 and
 * 504 of a process that died while it answered.
 */
const OUTAGES = [503, 424, 502, 504];
/** How long a page waits before it asks again where the product does not say it. */
const AGAIN_MS = 1_000;
/** An upload may wait this long: photos are worked with the lowest priority. */
const UPLOAD_MS = 60_000;

function repeat(step: () => Promise<void>, pauseMs = 0) {
  let mayWork = () => false;
  let working: Promise<void> | undefined;
  const run = async () => {
    while (mayWork()) {
      await step();
      await sleep(pauseMs);
    }
    working = undefined;
  };
  return {
    work: (may: () => boolean) => {
      mayWork = may;
      working ??= run();
    },
    isQuiet: () => working === undefined,
  };
}

/** `ask` asks again until there is an answer; an outage says when. It never returns when the customer has left. */
function openPatientHttp({ origin, person, onSurprise, onFailure, answerMs }: CustomerOptions) {
  const http = openHttp({ origin, session: person.session, onSurprise, onFailure, answerMs });
  const outages = onFailure ? [] : OUTAGES;
  let isClosed = false;
  const hasLeft = () => isClosed;
  /** Asks once. Undefined when no answer came, or an outage; then the time has passed after which a page asks again. */
  const askOnce = async (method: string, path: string, body?: unknown, expectedStatuses = [200]) => {
    const answer = await http.ask(method, path, body);
    if (answer?.status === 200) return answer.body;
    if (!isClosed && answer && ![...expectedStatuses, ...outages].includes(answer.status))
      onSurprise(`${method} ${path} was answered ${answer.status}`);
    await sleep(answer?.retryAfterMs || AGAIN_MS);
    return undefined;
  };
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    for (;;) {
      const answer = await askOnce(method, path, body);
      // The cast is safe, because the contract defines this answer.
      if (answer !== undefined) return answer as T;
      if (isClosed) return await new Promise<T>(() => {});
    }
  };
  const close = () => {
    isClosed = true;
    http.close();
  };
  return { ask, askOnce, hasLeft, close };
}

type Order = { id: string; state: string };

/** Buys tokens again and again, and pays at the sandbox. An order counts when the product calls it paid. */
export function openBuyer(options: CustomerOptions): Customer {
  const { ask, close } = openPatientHttp(options);
  const memberId = options.person.id;
  const paidOrders: string[] = [];
  const buy = async () => {
    const form = { product: "tokens", method: "pix" };
    const { order, url } = await ask<{ order: Order; url: string | null }>("POST", "/api/orders", form);
    // Without an address an earlier try has been paid meanwhile.
    if (url) await ask("POST", `/api${url.replace("/sandbox/", "/sandbox/payments/")}`, { action: "pay" });
    let state = order.state;
    while (state !== "paid") ({ state } = await ask<Order>("POST", `/api/orders/${order.id}/check`, {}));
    paidOrders.push(order.id);
  };
  return {
    name: "orders",
    ...repeat(buy, options.pauseMs),
    count: () => paidOrders.length,
    async findFaults(db) {
      const orders = await db
        .selectFrom("productOrder")
        .where("memberId", "=", memberId)
        .select(["id", "state"])
        .execute();
      const { tokens } = await db
        .selectFrom("entitlement")
        .where("memberId", "=", memberId)
        .select("tokens")
        .executeTakeFirstOrThrow();
      const due = paidOrders.length * prices.tokens.tokens;
      return [
        ...compareIds(
          "order",
          paidOrders,
          orders.flatMap(({ id, state }) => (state === "paid" ? [id] : [])),
        ),
        ...(tokens === due
          ? []
          : [fault("tokens", `${paidOrders.length} orders were paid, and ${tokens} tokens are there`)]),
      ];
    },
    close,
  };
}

type GalleryPhoto = { id: string; small: string };
type Gallery = { photos: GalleryPhoto[] };
const idsOf = (photos: GalleryPhoto[]) => photos.map(({ id }) => id);

/**
 * Adds photos and removes them again. As in the site, an upload without an answer is followed by a look at the gallery,
 * and is repeated only if the photo is not there. Each added photo is looked at, because it may be removed soon.
 */
export async function openUploader(options: CustomerOptions): Promise<Customer> {
  const { ask, askOnce, hasLeft, close } = openPatientHttp({ answerMs: UPLOAD_MS, ...options });
  const { origin, person, onSurprise, onLoss, onFailure } = options;
  const bytes = await readFile(UPLOADED_PHOTO);
  const headers = { origin, cookie: `caramelo=${person.session}` };
  let galleryIds: string[] = [];
  let count = 0;

  const readGallery = async () => (await ask<Gallery>("GET", "/api/profile")).photos;
  /** Waits until the photo can be read, or is known to be missing. */
  const look = async ({ id, small }: GalleryPhoto): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${origin}${small}`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 404) onLoss(`the photo ${id} was acknowledged, and cannot be read`);
      if (answer?.status === 404 || answer?.ok || hasLeft()) return;
      onFailure?.(`the photo ${id} was answered ${answer?.status}`);
      await sleep(AGAIN_MS);
    }
  };
  // The casts are safe, because the contract defines these answers.
  const upload = async () => {
    const body = new FormData();
    body.append("photos", new Blob([bytes]), "ana.jpg");
    return ((await askOnce("POST", "/api/profile/photos", body)) as Gallery | undefined)?.photos;
  };
  const remove = async (id: string) => {
    // A photo whose removal was not answered may be gone.
    const answer = await askOnce("DELETE", `/api/profile/photos/${id}`, {}, [404]);
    return (answer as Gallery | undefined)?.photos;
  };
  const change = async () => {
    const before = galleryIds;
    const [, , ...removable] = before;
    const removedId = before.length === PHOTOS_MAX ? removable.at(-1) : undefined;
    const gallery = (await (removedId ? remove(removedId) : upload())) ?? (await readGallery());
    galleryIds = idsOf(gallery);
    // Reported at once, because the next answer is the expected one from then on.
    const missingIds = before.filter((id) => id !== removedId && !galleryIds.includes(id));
    if (missingIds.length > 0) onLoss(`the photos ${missingIds} were acknowledged, and are missing`);
    const addedPhotos = gallery.filter(({ id }) => !before.includes(id));
    if (addedPhotos.length > 1) onSurprise(`one upload added ${addedPhotos.length} photos`);
    count += addedPhotos.length;
    for (const photo of addedPhotos) await look(photo);
  };
  return {
    name: "photos",
    ...repeat(change, options.pauseMs),
    count: () => count,
    async findFaults(db) {
      const photoRows = await db.selectFrom("photo").where("memberId", "=", person.id).select("id").execute();
      const { photos } = await ask<Gallery>("GET", "/api/profile");
      const answers = await Promise.all(photos.map(({ small }) => fetch(`${origin}${small}`, { headers })));
      const unread = answers.filter(({ ok }) => !ok).length;
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      return [
        ...compareIds(
          "photo",
          galleryIds,
          photoRows.map(({ id }) => id),
        ),
        ...(unread === 0 ? [] : [fault("lost", `${unread} stored photos cannot be read`)]),
      ];
    },
    close,
  };
}

const fault = (kind: Fault["kind"], text: string): Fault => ({ kind, text });

function compareIds(what: string, acknowledgedIds: string[], storedIds: string[]): Fault[] {
  return [
    ...acknowledgedIds
      .filter((id) => !storedIds.includes(id))
      .map((id) => fault("lost", `the ${what} ${id} was acknowledged and is not there`)),
    ...storedIds
      .filter((id) => !acknowledgedIds.includes(id))
      .map((id) => fault("doubled", `the ${what} ${id} is stored and was never acknowledged`)),
  ];
}
