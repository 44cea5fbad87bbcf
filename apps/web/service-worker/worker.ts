// The service worker. It keeps the built product and a member's last lists for times without a network, and shows push
// messages. A new one waits until every tab of the old one is closed: an open tab keeps finding its own files.
import { addRoute, cleanupOutdatedCaches, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { forgetLists, forgetMember, readList, readSession, signIn } from "./copies.ts";
import { openPage } from "./pages.ts";
import { moveSubscription, openNews, showNews } from "./push.ts";
import { copyKey, isPage } from "./rules.ts";
import { worker } from "./scope.ts";

type Where = { url: URL; request: Request; sameOrigin: boolean };

precache(BUILT_FILES);
cleanupOutdatedCaches();
// The first one serves the tab that brought it.
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

const isCall = (path: RegExp) => (where: Where) => where.sameOrigin && path.test(where.url.pathname);

/** Passes a call on; when it went well, something must not be read here any more. */
function thenForget(forget: () => Promise<void>) {
  return async ({ request }: { request: Request }): Promise<Response> => {
    const reply = await fetch(request);
    if (reply.ok) await forget();
    return reply;
  };
}

registerRoute(
  ({ url, request, sameOrigin }: Where) => sameOrigin && request.mode === "navigate" && isPage(url),
  ({ request }) => openPage(request),
);
registerRoute(isCall(/^\/api\/session$/), ({ request }) => readSession(request));
registerRoute(
  ({ url, sameOrigin }: Where) => sameOrigin && copyKey(url),
  ({ request, url }) => readList(request, copyKey(url) ?? url.pathname),
);
registerRoute(isCall(/^\/api\/session$/), ({ request }) => signIn(request), "POST");
registerRoute(isCall(/^\/api\/session$/), thenForget(forgetMember), "DELETE");
registerRoute(isCall(/^\/api\/account\/deactivation$/), thenForget(forgetMember), "POST");
registerRoute(isCall(/^\/api\/conversations\/[^/]+$/), thenForget(forgetLists), "DELETE");
registerRoute(isCall(/^\/api\/blocks\/[^/]+$/), thenForget(forgetLists), "PUT");
// Every other file of the build, by its exact address.
addRoute({ directoryIndex: "", cleanURLs: false });

worker.addEventListener("push", (event) => event.waitUntil(showNews(event.data)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(openNews(event.notification)));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moveSubscription(event.oldSubscription)));
