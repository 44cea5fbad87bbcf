// The service worker. For offline use it stores the built product, and the member's answers that the contract allows;
// it also shows push messages. A new worker waits until every tab of the old one is closed, so that open tabs still
// find their files.
import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import {
  forgetAnswers,
  forgetBriefSession,
  forgetMember,
  keepFirstAnswers,
  readAnswer,
  readEnds,
  readSession,
  signIn,
} from "./copies.ts";
import { moveSubscription, openNotification, showPush } from "./push.ts";
import { copyKey, isPage, offlineRoutes } from "./rules.ts";
import { worker } from "./scope.ts";

/** The HTML that the browser's router fills for any address. */
const FALLBACK = "/__spa-fallback.html";
/** Longer than a slow connection needs for a page, but shorter than members would wait. */
const WAIT_MS = 4_000;

const findBuilt = async (path: string): Promise<Response | undefined> =>
  (await matchPrecache(path)) ?? (await matchPrecache(FALLBACK));

/**
 * The page from the server or, if it fails or takes too long, the one built with this worker. `keep` receives work that
 * continues after the answer.
 */
async function openPage(request: Request, keep: (work: Promise<void>) => void): Promise<Response> {
  await forgetBriefSession();
  const path = new URL(request.url).pathname.replace(/(.)\/$/, "$1");
  const endsBefore = readEnds();
  const fresh = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
  const first = await Promise.race([fresh.catch(() => undefined), late]);
  // The page itself is never stored, but its answers are, as if the page had requested them.
  if (first?.ok) keep(keepFirstAnswers(first.clone(), endsBefore));
  return first ?? (await findBuilt(path)) ?? fresh;
}

type RouteMatch = { url: URL; request: Request; sameOrigin: boolean };

precache(BUILT_FILES);
cleanupOutdatedCaches();
// The first worker serves the tab that installed it.
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

/** Forwards a call. After a success, `forget` removes stored data that must no longer be readable. */
function thenForget(forget: () => Promise<void>) {
  return async ({ request }: { request: Request }): Promise<Response> => {
    const reply = await fetch(request);
    if (reply.ok) await forget();
    return reply;
  };
}

registerRoute(
  ({ url, request, sameOrigin }: RouteMatch) => sameOrigin && request.mode === "navigate" && isPage(url),
  ({ request, event }) => openPage(request, (work) => event.waitUntil(work)),
);
registerRoute(
  ({ url, sameOrigin }: RouteMatch) => sameOrigin && copyKey(url),
  ({ request, url }) => readAnswer(request, copyKey(url) ?? url.pathname),
);
for (const { method, path, rule } of offlineRoutes) {
  const isCall = ({ url, sameOrigin }: RouteMatch) => sameOrigin && path.test(url.pathname);
  if (rule === "forget member") registerRoute(isCall, thenForget(forgetMember), method);
  if (rule === "forget answers") registerRoute(isCall, thenForget(forgetAnswers), method);
  if (rule === "session")
    registerRoute(isCall, ({ request }) => (method === "GET" ? readSession(request) : signIn(request)), method);
}
// Serves every other file of the build by its exact address.
addRoute({ directoryIndex: "", cleanURLs: false });

worker.addEventListener("push", (event) => event.waitUntil(showPush(event.data)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(openNotification(event.notification)));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moveSubscription(event.oldSubscription)));
