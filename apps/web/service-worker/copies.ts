import { isFresh } from "./rules.ts";
import { worker } from "./scope.ts";

/** One cache a member; the page knows the first letters (app/platform/offline-copies.ts). */
const PREFIX = "lists-";
/** Stands while the session ends with the browser. */
const BRIEF = "brief-session";
const SESSION = "/api/session";

const findPlace = async (): Promise<string | undefined> =>
  (await caches.keys()).find((name) => name.startsWith(PREFIX));

async function forgetOthers(keep?: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== keep).map((name) => caches.delete(name)),
  );
}

/** Nobody is signed in any more: neither their lists nor their push messages belong here. */
export async function forgetMember(): Promise<void> {
  await forgetOthers();
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Lists may name somebody who is to be seen no more; who is signed in is still true. */
export async function forgetLists(): Promise<void> {
  const place = await findPlace();
  if (!place) return;
  const cache = await caches.open(place);
  const kept = await cache.keys();
  const lists = kept.filter((request) => new URL(request.url).pathname !== SESSION);
  await Promise.all(lists.map((request) => cache.delete(request)));
}

/** A session that ends with the browser leaves nothing to read to whoever opens it next. */
export async function forgetBriefSession(): Promise<void> {
  if (!(await caches.has(BRIEF))) return;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length === 0) await forgetOthers();
}

async function findCopy(key: string): Promise<Response> {
  const place = await findPlace();
  const copy = place && (await (await caches.open(place)).match(key));
  return copy && isFresh(copy.headers.get("date"), Date.now()) ? copy : Response.error();
}

/** Both the sign-in and the question who is here answer with the member; null is a guest. */
async function keepSession(reply: Response): Promise<void> {
  // The contract's answer.
  const { user } = (await reply.json()) as { user: { id: string } | null };
  if (!user) return forgetMember();
  const place = PREFIX + user.id;
  await forgetOthers(place);
  const headers = { date: reply.headers.get("date") ?? "" };
  await (await caches.open(place)).put(SESSION, Response.json({ user, hasExpired: false }, { headers }));
}

/** A sign-in, passed on. */
export async function signIn(request: Request): Promise<Response> {
  const reply = await fetch(request);
  if (reply.status === 200) await keepSession(reply.clone());
  return reply;
}

/** Who is here: as the server says, else as it said last. */
export async function readSession(request: Request): Promise<Response> {
  try {
    const reply = await fetch(request);
    if (reply.status === 200) await keepSession(reply.clone());
    return reply;
  } catch {
    return findCopy(SESSION);
  }
}

/** The list as the server says, else as it said last. */
export async function readList(request: Request, key: string): Promise<Response> {
  const place = await findPlace();
  try {
    const reply = await fetch(request);
    // Somebody else may have signed in, or nobody be here, since it was asked for.
    if (reply.status === 200 && place && (await caches.has(place)))
      await (await caches.open(place)).put(key, reply.clone());
    if (reply.status === 401) await forgetMember();
    return reply;
  } catch {
    return findCopy(key);
  }
}
