import type { CutFile } from "./cut.ts";

/** The start in the browser: without a server there is no data in the page, and no routes to discover or reload. */
export const start: CutFile = {
  file: "dom-export/hydrated-router.js",
  sha256: "f47e9d0a894d63b3c8697c7a20aafc1197408d35fa35ba0f60261a082bb98b29",
  cuts: [
    { from: "if (window.__reactRouterManifest.sri === true) {", put: "if (false) {" },
    { from: "instrumentations,\ndataStrategy", put: "dataStrategy" },
    {
      from: "patchRoutesOnNavigation: UNSAFE_getPatchRoutesOnNavigationFunction(",
      upTo: "});\nssrInfo.router = router;",
    },
    { from: "router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;" },
    { from: "UNSAFE_useFogOFWarDiscovery(router", upTo: "return /* @__PURE__ */" },
  ],
};

/** Data of server loaders, in the page and by request: there are none. Client loaders still run. */
export const serverData: CutFile = {
  file: "dom/ssr/single-fetch.js",
  sha256: "b48e0bfc41893af7473d0296cccde5419b652e97f1786ccfca8dea2cacfdc141",
  cuts: [
    {
      from: "let router = getRouter();\nif (request.method",
      upTo: "};\n}\nasync function singleFetchActionStrategy(",
      put: "return nonSsrStrategy(args);\n",
    },
    {
      from: "let { hasClientLoader } = getRouteInfo(m);\nreturn hasClientLoader ? handler(",
      upTo: "});\n}));\nreturn results;",
      put: "return handler();\n",
    },
    {
      from: "function decodeViaTurboStream(body, global) {",
      upTo: "function unwrapSingleFetchResult(",
      put: "function decodeViaTurboStream() {\nreturn Promise.resolve({ value: { loaderData: {}, actionData: null, errors: null } });\n}\n",
    },
  ],
};

/** The table of routes: no actions, no server handlers, no hot reloading; the root has its own faces (root.tsx). */
export const routes: CutFile = {
  file: "dom/ssr/routes.js",
  sha256: "a61893177d6a9f78b5681baae6d2170b6fa13a2d7171be6f7ad5a137180a14f0",
  cuts: [
    { from: ': route.id === "root" ? RemixRootDefaultHydrateFallback : void 0', put: ": void 0" },
    { from: ': route.id === "root" ? () => /* @__PURE__ */', upTo: ";\nif (route.id", put: ": void 0" },
    { from: "dataRoute.action = ({ request, params", upTo: "} else {\nif (!route.hasClientLoader)" },
    { from: "if (!route.hasClientAction) dataRoute.action =", upTo: "let lazyRoutePromise;" },
    { from: "action: route.hasClientAction ? async () => {", upTo: "middleware: route.hasClientMiddleware ?" },
    { from: "middleware: route.hasClientMiddleware ? async () => {", upTo: "shouldRevalidate: async () => {" },
    { from: "if (needsRevalidation) return wrapShould", upTo: "return route.shouldRevalidate;\n}" },
    {
      from: "if (!route.hasLoader) return Promise.resolve(null);\nreturn fetchServerHandler(singleFetch);",
      put: "return Promise.resolve(null);",
    },
  ],
};

/**
 * The loading of a screen. When its file is missing the page loads anew, and so finds the files of the present build;
 * without a network that would end on the browser's own page, so the failure goes to the face of the root.
 */
export const screens: CutFile = {
  file: "dom/ssr/routeModules.js",
  sha256: "45f3a613573facb68627108934dc0d7dab433f1f4e999328df8eabda1a591412",
  cuts: [
    {
      from: "console.error(`Error loading",
      upTo: "window.location.reload();",
      put: "if (!navigator.onLine) throw error;\nconsole.error(error);\n",
    },
  ],
};
