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
  /** What is stored otherwise than it was acknowledged. Call it when nothing is under way. */
  findFaults(db: Db): Promise<Fault[]>;
  close(): void;
};

type Options = { origin: string; person: Pick<Person, "id" | "session">; onSurprise: (text: string) => void };

/** The photo that is uploaded again and again. */
export const UPLOADED_PHOTO = new URL("../e2e/photos/ana-1.jpg", import.meta.url);
/**
 * 424 says that the payment provider is away: the sandbox keeps its payments in the same database. A balancer says 502 and
 * 504 of a process that died while it answered.
 */
const OUTAGES = [503, 424, 502, 504];
/** How long a page waits before it asks again where the product does not say it. */
const AGAIN_MS = 1_000;

function repeat(step: () => Promise<void>) {
  let mayWork = () => false;
  let working: Promise<void> | undefined;
  const run = async () => {
    while (mayWork()) await step();
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

/** Asks again until there is an answer; an outage says when. Throws when the customer has left. */
function openPatientHttp({ origin, person, onSurprise }: Options) {
  const http = openHttp({ origin, session: person.session, onSurprise });
  let isClosed = false;
  const hasLeft = () => isClosed;
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    for (;;) {
      const answer = await http.ask(method, path, body);
      // The cast is safe, because the contract defines this answer.
      if (answer?.status === 200) return answer.body as T;
      if (isClosed) return await new Promise<T>(() => {});
      if (answer && !OUTAGES.includes(answer.status)) onSurprise(`${method} ${path} was answered ${answer.status}`);
      await sleep(answer?.retryAfterMs || AGAIN_MS);
    }
  };
  const close = () => {
    isClosed = true;
    http.close();
  };
  return { ask, hasLeft, close };
}

type Order = { id: string; state: string };

/** Buys tokens again and again, and pays at the sandbox. An order counts when the product calls it paid. */
export function openBuyer(options: Options): Customer {
  const { ask, close } = openPatientHttp(options);
  const memberId = options.person.id;
  const paid: string[] = [];
  const buy = async () => {
    const form = { product: "tokens", method: "pix" };
    const { order, url } = await ask<{ order: Order; url: string | null }>("POST", "/api/orders", form);
    // Without an address an earlier try has been paid meanwhile.
    if (url) await ask("POST", `/api${url.replace("/sandbox/", "/sandbox/payments/")}`, { action: "pay" });
    let state = order.state;
    while (state !== "paid") ({ state } = await ask<Order>("POST", `/api/orders/${order.id}/check`, {}));
    paid.push(order.id);
  };
  return {
    name: "orders",
    ...repeat(buy),
    count: () => paid.length,
    async findFaults(db) {
      const stored = await db
        .selectFrom("productOrder")
        .where("memberId", "=", memberId)
        .select(["id", "state"])
        .execute();
      const { tokens } = await db
        .selectFrom("entitlement")
        .where("memberId", "=", memberId)
        .select("tokens")
        .executeTakeFirstOrThrow();
      const due = paid.length * prices.tokens.tokens;
      return [
        ...compareIds(
          "order",
          paid,
          stored.flatMap(({ id, state }) => (state === "paid" ? [id] : [])),
        ),
        ...(tokens === due ? [] : [fault("tokens", `${paid.length} orders were paid, and ${tokens} tokens are there`)]),
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
export async function openUploader(options: Options): Promise<Customer> {
  const { ask, hasLeft, close } = openPatientHttp(options);
  const { origin, person, onSurprise } = options;
  const bytes = await readFile(UPLOADED_PHOTO);
  const headers = { origin, cookie: `caramelo=${person.session}` };
  let shown: string[] = [];
  let count = 0;
  const lost: string[] = [];

  const readGallery = async () => (await ask<Gallery>("GET", "/api/profile")).photos;
  /** Waits until the photo can be read, or is known to be missing. */
  const look = async ({ id, small }: GalleryPhoto): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${origin}${small}`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 404) lost.push(id);
      if (answer?.status === 404 || answer?.ok || hasLeft()) return;
      await sleep(AGAIN_MS);
    }
  };
  const upload = async (): Promise<GalleryPhoto[] | undefined> => {
    const body = new FormData();
    body.append("photos", new Blob([bytes]), "ana.jpg");
    const answer = await fetch(`${origin}/api/profile/photos`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    if (answer?.status === 200) return ((await answer.json().catch(() => undefined)) as Gallery | undefined)?.photos;
    if (answer && !OUTAGES.includes(answer.status)) onSurprise(`an upload was answered ${answer.status}`);
    await sleep(Number(answer?.headers.get("retry-after") ?? 0) * 1_000 || AGAIN_MS);
    return undefined;
  };
  const change = async () => {
    const before = shown;
    const [, , ...removable] = before;
    const last = before.length === PHOTOS_MAX ? removable.at(-1) : undefined;
    if (last) {
      shown = (await removeOnce(last)) ?? idsOf(await readGallery());
      return;
    }
    const gallery = (await upload()) ?? (await readGallery());
    shown = idsOf(gallery);
    const added = gallery.filter(({ id }) => !before.includes(id));
    if (added.length > 1) onSurprise(`one upload added ${added.length} photos`);
    count += added.length;
    for (const photo of added) await look(photo);
  };
  const removeOnce = async (id: string): Promise<string[] | undefined> => {
    const path = `${origin}/api/profile/photos/${id}`;
    const answer = await fetch(path, { method: "DELETE", headers }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer && ![200, 404, ...OUTAGES].includes(answer.status))
      onSurprise(`a removal was answered ${answer.status}`);
    return answer?.status === 200 ? shown.filter((one) => one !== id) : undefined;
  };
  return {
    name: "photos",
    ...repeat(change),
    count: () => count,
    async findFaults(db) {
      const stored = await db.selectFrom("photo").where("memberId", "=", person.id).select("id").execute();
      const { photos } = await ask<Gallery>("GET", "/api/profile");
      const answers = await Promise.all(photos.map(({ small }) => fetch(`${origin}${small}`, { headers })));
      const unread = answers.filter(({ ok }) => !ok).length;
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      return [
        ...compareIds(
          "photo",
          shown,
          stored.map(({ id }) => id),
        ),
        ...lost.map((id) => fault("lost", `the photo ${id} was acknowledged, and could not be read`)),
        ...(unread === 0 ? [] : [fault("lost", `${unread} stored photos cannot be read`)]),
      ];
    },
    close,
  };
}

const fault = (kind: Fault["kind"], text: string): Fault => ({ kind, text });

function compareIds(what: string, acknowledged: string[], stored: string[]): Fault[] {
  return [
    ...acknowledged
      .filter((id) => !stored.includes(id))
      .map((id) => fault("lost", `the ${what} ${id} was acknowledged and is not there`)),
    ...stored
      .filter((id) => !acknowledged.includes(id))
      .map((id) => fault("doubled", `the ${what} ${id} is stored and was never acknowledged`)),
  ];
}
