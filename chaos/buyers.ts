import { setTimeout as sleep } from "node:timers/promises";
import { openSession } from "../apps/server/src/features/accounts/session-check.ts";
import type { Db } from "../apps/server/src/platform/database/database.ts";
import { makePhoto } from "../apps/server/src/testing/hostile-files.ts";
import { makeMember } from "../apps/server/src/testing/people.ts";
import { type Answer, openHttp } from "./http.ts";
import { until } from "./wait.ts";

/** Between two things that a member does, so that the machine has something to spare. */
const PAUSE_MS = 200;

type Options = { origin: string; onFailure: (text: string) => void; answerMs: number };

/** A member who does one thing after the other until `stop` is called, which resolves when the last one is done. */
export type Doer = { done: string[]; stop(): Promise<void> };

async function openMember(db: Db, { origin, onFailure, answerMs }: Options) {
  const { id } = await makeMember(db);
  const context = { db, clock: { now: () => new Date() } };
  const session = { memberId: id, isRemembered: true };
  const token = await openSession(context, { userAgent: "", sessionToken: undefined }, session);
  const { ask, close } = openHttp({ origin, session: token, onSurprise: onFailure, onFailure, answerMs });
  /** Asks for something that must succeed; undefined when it did not, which was reported. */
  async function must(method: string, path: string, body?: unknown): Promise<Answer["body"] | undefined> {
    const answer = await ask(method, path, body);
    if (answer?.status === 200) return answer.body;
    if (answer) onFailure(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  }
  return { must, close };
}

function repeat(work: () => Promise<string | undefined>, close: () => void): Doer {
  const done: string[] = [];
  let hasEnded = false;
  const working = (async () => {
    while (!hasEnded) {
      const what = await work();
      if (what !== undefined) done.push(what);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    done,
    stop: async () => {
      hasEnded = true;
      await working;
      close();
    },
  };
}

/** Orders a highlight, pays for it in the sandbox and waits until it is there. `done` has the ids of the paid orders. */
export async function openBuyer(db: Db, options: Options): Promise<Doer> {
  const { must, close } = await openMember(db, options);
  return repeat(async () => {
    // The casts are safe, because the contract defines these answers.
    const checkout = (await must("POST", "/api/orders", { product: "highlight", method: "pix" })) as
      | { order: { id: string }; url: string }
      | undefined;
    if (!checkout) return undefined;
    const { order, url } = checkout;
    const token = url.slice(url.lastIndexOf("/") + 1);
    if (!(await must("POST", `/api/sandbox/payments/${token}`, { action: "pay" }))) return undefined;
    const isPaid = async () => {
      const state = (await must("POST", `/api/orders/${order.id}/check`, {})) as { state: string } | undefined;
      return state?.state === "paid";
    };
    await until(isPaid, () => `the payment of order ${order.id}`);
    return order.id;
  }, close);
}

type Gallery = { photos: { id: string }[] };

/** Adds photos, and removes the newest ones again when there are five. `done` has the ids of the photos that stay. */
export async function openUploader(db: Db, options: Options): Promise<Doer> {
  const { must, close } = await openMember(db, options);
  const photo = await makePhoto({ width: 400, height: 300 });
  let before: string[] = [];
  const doer: Doer = repeat(async () => {
    const form = new FormData();
    form.append("data", "{}");
    form.append("photos", new Blob([photo], { type: "image/jpeg" }), "photo.jpg");
    const isFull = before.length === 5;
    const gallery = (
      isFull
        ? await must("DELETE", `/api/profile/photos/${before[1]}`, {})
        : await must("POST", "/api/profile/photos", form)
    ) as Gallery | undefined;
    if (!gallery) return undefined;
    const ids = gallery.photos.map(({ id }) => id);
    if (ids.length !== before.length + (isFull ? -1 : 1))
      options.onFailure(`a gallery of ${before.length} has ${ids.length} photos after one change`);
    before = ids;
    doer.done.splice(0, doer.done.length, ...ids);
    return undefined;
  }, close);
  return doer;
}
