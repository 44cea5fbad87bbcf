import { MEMBER_HEADER } from "@caramelo/contract/call/member-header";
import { copyKey, isFresh, readFirstAnswers } from "./rules.ts";
import { worker } from "./scope.ts";

/** One cache per member. The page knows this prefix, too (app/platform/device-traces.ts). */
const PREFIX = "lists-";
/** A cache of this name exists during a session that ends with the browser. */
const BRIEF = "brief-session";
const SESSION = "/api/session";

/** Counts removals of stored answers and sign-ins. A page requested before the latest of these is out of date. */
let ends = 0;
export const readEnds = (): number => ends;

const findCacheName = async (): Promise<string | undefined> =>
  (await caches.keys()).find((name) => name.startsWith(PREFIX));

async function forgetOthers(keep?: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== keep).map((name) => caches.delete(name)),
  );
}

/** Called when the session is over: removes the stored answers and the push messages. */
export async function forgetMember(): Promise<void> {
  ends += 1;
  await forgetOthers();
  await endPush();
}

/** Unsubscribes from push messages, closes the visible ones, and drops those still on their way. */
async function endPush(): Promise<void> {
  try {
    const subscription = await worker.registration.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The push service may refuse or be unreachable; the session changes anyway.
  }
  for (const notification of await worker.registration.getNotifications()) notification.close();
}

/** Removes the stored answers, which may contain a member who is now hidden. The session itself stays. */
export async function forgetAnswers(): Promise<void> {
  ends += 1;
  const name = await findCacheName();
  if (!name) return;
  const cache = await caches.open(name);
  const keptRequests = await cache.keys();
  const answers = keptRequests.filter((request) => new URL(request.url).pathname !== SESSION);
  await Promise.all(answers.map((request) => cache.delete(request)));
}

/** Removes the stored answers of a session that ended with the browser, before the next person could read them. */
export async function forgetBriefSession(): Promise<void> {
  if (!(await caches.has(BRIEF))) return;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length === 0) await forgetOthers();
}

const makeAnswer = (body: unknown, date: string) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json", date } });

/** A copy has no date, because the page compares its clock with the date of each answer. */
async function findCopy(key: string): Promise<Response> {
  const name = await findCacheName();
  const copy = name && (await (await caches.open(name)).match(key));
  if (!copy || !isFresh(copy.headers.get("date"), Date.now())) return Response.error();
  const headers = new Headers(copy.headers);
  headers.delete("date");
  return new Response(copy.body, { headers });
}

/**
 * Stores the answers that came with a page, as if the page had requested them. `endsBefore`: the value of `readEnds`
 * before the page was requested.
 */
export async function keepFirstAnswers(page: Response, endsBefore: number): Promise<void> {
  const { [SESSION]: session, ...answers } = readFirstAnswers(await page.text());
  if (session === undefined || ends !== endsBefore) return;
  const date = page.headers.get("date") ?? "";
  const name = await keepSession(makeAnswer(session, date));
  if (!name) return;
  const cache = await caches.open(name);
  for (const [address, answer] of Object.entries(answers)) {
    const key = copyKey(new URL(address, page.url));
    if (key) await cache.put(key, makeAnswer(answer, date));
  }
  // The end of a session may have cleared the cache before all of this was stored.
  if (ends !== endsBefore) await caches.delete(name);
}

/**
 * Stores the session from the answer of a sign-in or session call, and returns the name of the member's cache. For a
 * guest (null), removes stored answers and returns undefined.
 */
async function keepSession(reply: Response): Promise<string | undefined> {
  // The cast is safe, because this is the contract's answer.
  const { user } = (await reply.json()) as { user: { id: string } | null };
  if (!user) {
    await forgetMember();
    return undefined;
  }
  const name = PREFIX + user.id;
  const formerName = await findCacheName();
  await forgetOthers(name);
  // Another member has signed in over a session that did not end in this browser.
  if (formerName && formerName !== name) await endPush();
  const session = makeAnswer({ user, hasExpired: false }, reply.headers.get("date") ?? "");
  await (await caches.open(name)).put(SESSION, session);
  return name;
}

/** Forwards a sign-in to the server and stores the new session. */
export async function signIn(request: Request): Promise<Response> {
  const reply = await fetch(request);
  if (reply.status === 200) {
    ends += 1;
    await keepSession(reply.clone());
  }
  return reply;
}

/** The session from the server, or else the last stored one. */
export async function readSession(request: Request): Promise<Response> {
  try {
    const reply = await fetch(request);
    if (reply.status === 200) await keepSession(reply.clone());
    return reply;
  } catch {
    return findCopy(SESSION);
  }
}

/** The answer of the server, or else the last stored one. */
export async function readAnswer(request: Request, key: string): Promise<Response> {
  const name = await findCacheName();
  const speakerId = request.headers.get(MEMBER_HEADER);
  // The call comes from a tab of the former member, whose answers must not be stored for the one now signed in.
  if (name && speakerId && name !== PREFIX + speakerId) return fetch(request);
  try {
    const reply = await fetch(request);
    // Since the request was sent, the member may have signed out, and another one may have signed in.
    if (reply.status === 200 && name && (await caches.has(name)))
      await (await caches.open(name)).put(key, reply.clone());
    if (reply.status === 401) await forgetMember();
    return reply;
  } catch {
    return findCopy(key);
  }
}
