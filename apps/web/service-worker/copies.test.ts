import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { beforeEach, expect, test, vi } from "vitest";

const ME = { user: { id: "me" } };
const ORIGIN = "https://caramelo.example";

/** The browser's caches by name. Each holds answers by path. */
let keptCaches: Map<string, Map<string, unknown>>;
/** Called before an answer is put into a cache. */
let onPut: () => Promise<unknown>;
/** What the browser still has of push messages: the subscription, and the notifications that show. */
let pushes: string[];
/** The browser rejects the end of the subscription. */
let cannotUnsubscribe: boolean;

async function openCache(name: string) {
  const cache = keptCaches.get(name) ?? new Map<string, unknown>();
  keptCaches.set(name, cache);
  return {
    put: async (key: string, answer: unknown) => {
      await onPut();
      cache.set(key, answer);
    },
    match: async (key: string) => cache.get(key),
    keys: async () => [...cache.keys()].map((key) => ({ url: ORIGIN + key, key })),
    delete: async ({ key }: { key: string }) => cache.delete(key),
  };
}

/** Starts a worker with nothing kept. */
async function openWorker() {
  keptCaches = new Map();
  onPut = async () => {};
  pushes = ["subscription", "notification"];
  cannotUnsubscribe = false;
  const remove = (name: string) => void pushes.splice(pushes.indexOf(name), 1);
  const unsubscribe = async () => {
    if (cannotUnsubscribe) throw new DOMException("No push service", "NetworkError");
    remove("subscription");
  };
  const pushManager = { getSubscription: async () => (pushes.includes("subscription") ? { unsubscribe } : null) };
  const getNotifications = async () =>
    pushes.filter((name) => name === "notification").map((name) => ({ close: () => remove(name) }));
  vi.stubGlobal("self", { registration: { pushManager, getNotifications } });
  vi.stubGlobal("caches", {
    open: openCache,
    keys: async () => [...keptCaches.keys()],
    has: async (name: string) => keptCaches.has(name),
    delete: async (name: string) => keptCaches.delete(name),
  });
  vi.stubGlobal("fetch", async () => Response.json({ user: { id: "other" } }));
  vi.resetModules();
  return import("./copies.ts");
}

/** A page with the answers of this member. Its HTML comes only when `arrive` is called. */
function openPage() {
  const answers = { "/api/session": ME, "/api/favorites": { profiles: [] } };
  const html = `<script type="application/json" id="${FIRST_ANSWERS}">${JSON.stringify(answers)}</script>`;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const page = Object.defineProperty(new Response(readable), "url", { value: `${ORIGIN}/favoritos` });
  const arrive = async () => {
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode(html));
    await writer.close();
  };
  return { page, arrive };
}

const namesOf = () => [...keptCaches].map(([name, cache]) => [name, [...cache.keys()]]);
let worker: Awaited<ReturnType<typeof openWorker>>;
beforeEach(async () => {
  worker = await openWorker();
});

test("the answers that came with a page are cached like requested ones", async () => {
  const { page, arrive } = openPage();
  await Promise.all([worker.keepFirstAnswers(page, worker.readEnds()), arrive()]);
  expect(namesOf()).toEqual([["lists-me", ["/api/session", "/api/favorites"]]]);
});

test("without a network a kept answer comes without the date of its answer, which is no time to set a clock by", async () => {
  const date = new Date().toUTCString();
  vi.stubGlobal("fetch", async () => Response.json(ME, { headers: { date } }));
  await worker.readSession(new Request(`${ORIGIN}/api/session`));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  const copy = await worker.readSession(new Request(`${ORIGIN}/api/session`));
  expect([copy.headers.get("content-type"), copy.headers.get("date")]).toEqual(["application/json", null]);
  expect(await copy.json()).toEqual({ ...ME, hasExpired: false });
});

function readSessionOf(user: { id: string } | null): Promise<Response> {
  vi.stubGlobal("fetch", async () => Response.json({ user }));
  const reading = worker.readSession(new Request(`${ORIGIN}/api/session`));
  vi.stubGlobal("fetch", async () => Response.json({ user: { id: "other" } }));
  return reading;
}

const signIn = () => worker.signIn(new Request(`${ORIGIN}/api/session`, { method: "POST" }));
const ENDS = [
  ["the member signs out", () => worker.forgetMember(), []],
  ["the member blocks somebody", () => worker.forgetAnswers(), []],
  ["somebody else signs in", signIn, [["lists-other", ["/api/session"]]]],
] as const;

test.each(ENDS)(
  "when %s in another tab while a page arrives, nothing of the page is kept",
  async (_, end, leftAnswers) => {
    const { page, arrive } = openPage();
    const keeping = worker.keepFirstAnswers(page, worker.readEnds());
    await end();
    await Promise.all([keeping, arrive()]);
    expect(namesOf()).toEqual(leftAnswers);
  },
);

test.each(ENDS)("when %s while a page's answers are being kept, they are forgotten", async (_, end, leftAnswers) => {
  const { page, arrive } = openPage();
  const putting = Promise.withResolvers<void>();
  const whenEnded = Promise.withResolvers<void>();
  onPut = () => {
    putting.resolve();
    onPut = async () => {};
    return whenEnded.promise;
  };
  const keeping = Promise.all([worker.keepFirstAnswers(page, worker.readEnds()), arrive()]);
  await putting.promise;
  await end();
  whenEnded.resolve();
  await keeping;
  expect(namesOf()).toEqual(leftAnswers);
});

test.each([
  ["a member signs out", () => worker.forgetMember()],
  ["a session turns out to be over", () => readSessionOf(null)],
  ["somebody else signs in over the session", signIn],
  ["the session turns out to be another member's", () => readSessionOf({ id: "other" })],
])("[T74] when %s, the browser gets no more push messages of the former member, and shows none", async (_, end) => {
  await readSessionOf(ME.user);
  expect(pushes).toEqual(["subscription", "notification"]);
  await end();
  expect(pushes).toEqual([]);
});

test("a member who signs in again keeps the push messages of the browser", async () => {
  await readSessionOf({ id: "other" });
  await signIn();
  expect(pushes).toEqual(["subscription", "notification"]);
});

test("[T74] a sign-in over another session is kept, and the former member is forgotten, also when the push messages cannot be ended", async () => {
  await readSessionOf(ME.user);
  cannotUnsubscribe = true;
  expect((await signIn()).status).toBe(200);
  expect(namesOf()).toEqual([["lists-other", ["/api/session"]]]);
  expect(pushes).toEqual(["subscription"]);
});
