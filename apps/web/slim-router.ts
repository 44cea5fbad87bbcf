import type { Plugin } from "vite";

type Cut = { file: string; from: string; to: string };

const ROUTER = "router/router.js";
const SINGLE_FETCH = "dom/ssr/single-fetch.js";
const FOG_OF_WAR = "dom/ssr/fog-of-war.js";

/** The start of a function that nothing may call here: it says so, and the rest of it is dropped. */
const refuse = (file: string, start: string): Cut => ({
  file,
  from: start,
  to: `${start}\n\tthrow new Error("Left out of this build: see slim-router.ts");`,
});

/**
 * What React Router carries to every browser and this product never uses: there is no rendering server and no server
 * loader, every route is in the manifest, and changes go through TanStack Query rather than route actions, fetchers
 * and <Form>. Each cut makes such code unreachable, and the bundler drops it. clientLoaders keep working.
 */
const CUTS: Cut[] = [
  // Routes discovered while browsing.
  { file: FOG_OF_WAR, from: "if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;", to: "return;" },
  {
    file: FOG_OF_WAR,
    from: "React$1.useEffect(() => {\n\t\tif (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;",
    to: "return;\n\tReact$1.useEffect(() => {",
  },
  { file: ROUTER, from: "if (init.patchRoutesOnNavigation) {", to: "if (false) {" },
  refuse(ROUTER, "async function discoverRoutes(matches, pathname, signal, fetcherKey) {"),
  // Data of server loaders, in requests and in the page: without loaders the page's data is always empty.
  {
    file: SINGLE_FETCH,
    from: "if (!ssr && !foundRevalidatingServerLoader) return nonSsrStrategy(args, getRouteInfo, fetchAndDecode);",
    to: "return nonSsrStrategy(args, getRouteInfo, fetchAndDecode);",
  },
  refuse(SINGLE_FETCH, "async function fetchAndDecodeViaTurboStream(args, targetRoutes) {"),
  {
    file: SINGLE_FETCH,
    from: "function decodeViaTurboStream(body, global) {",
    to: "function decodeViaTurboStream() {\n\treturn Promise.resolve({ value: { loaderData: {}, actionData: null, errors: null } });",
  },
  // Route actions and fetchers.
  refuse(
    ROUTER,
    "async function handleAction(request, location, submission, matches, historyAction, scopedContext, isFogOfWar, initialHydration, opts = {}) {",
  ),
  refuse(ROUTER, "async function fetch(key, routeId, href, opts) {"),
  refuse(
    ROUTER,
    "async function handleFetcherLoader(key, loadMatch, matches, scopedContext, flushSync, preventScrollReset, submission) {",
  ),
  { file: ROUTER, from: "if (!opts || !isSubmissionNavigation(opts)) return { path };", to: "return { path };" },
  { file: ROUTER, from: "opts && opts.submission && isMutationMethod(opts.submission.formMethod)", to: "false" },
  { file: ROUTER, from: "if (submission && isMutationMethod(submission.formMethod)) {", to: "if (false) {" },
  { file: ROUTER, from: "if (isFogOfWar) {", to: "if (false) {" },
  // Nothing here uses these two; without a word that they do nothing by being made, the bundler keeps them.
  {
    file: "dom/lib.js",
    from: "const Form = React$1.forwardRef(",
    to: "const Form = /* @__PURE__ */ React$1.forwardRef(",
  },
  {
    file: "dom/lib.js",
    from: "const NavLink = React$1.forwardRef(",
    to: "const NavLink = /* @__PURE__ */ React$1.forwardRef(",
  },
  { file: "dom/lib.js", from: 'Form.displayName = "Form";', to: "" },
  { file: "dom/lib.js", from: 'NavLink.displayName = "NavLink";', to: "" },
  // Actions of routes, and loaders of a server, in the table of routes.
  {
    file: "dom/ssr/routes.js",
    from: "dataRoute.action = ({ request, params, context, pattern, url }, singleFetch) => {",
    to: "if (false) dataRoute.action = ({ request, params, context, pattern, url }, singleFetch) => {",
  },
  {
    file: "dom/ssr/routes.js",
    from: "if (!route.hasClientAction) dataRoute.action =",
    to: "if (false) dataRoute.action =",
  },
  { file: "dom/ssr/routes.js", from: "action: route.hasClientAction ?", to: "action: false ?" },
  {
    file: "dom/ssr/routes.js",
    from: "if (!ssr && manifestRoute.hasLoader && !manifestRoute.hasClientLoader) {",
    to: "if (false) {",
  },
  // Prefetching by <Link prefetch>.
  { file: "dom/lib.js", from: "return shouldPrefetch && !isAbsolute ?", to: "return false ?" },
  { file: "dom/ssr/components.js", from: "isPageLinkDescriptor(link) ?", to: "false ?" },
  // Hooks for monitoring products.
  {
    file: ROUTER,
    from: "if (init.instrumentations) router = instrumentClientSideRouter(",
    to: "if (false) router = instrumentClientSideRouter(",
  },
  { file: ROUTER, from: "if (init.instrumentations) {", to: "if (false) {" },
  {
    file: ROUTER,
    from: "let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);",
    to: "let instrumentationNavigateMetaReceiver;",
  },
];

/** Leaves what this product never uses out of the browser's React Router; fails when that is not as known (8.4.0). */
export function slimRouter(): Plugin {
  return {
    name: "slim-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      const cuts = CUTS.filter(({ file }) => id.endsWith(`react-router/dist/production/lib/${file}`));
      return cuts.length > 0 ? { code: cuts.reduce(applyCut, code), map: null } : null;
    },
  };
}

function applyCut(code: string, { file, from, to }: Cut): string {
  if (!code.includes(from)) throw new Error(`React Router changed: look at ${file} again and mend slim-router.ts`);
  return code.replaceAll(from, to);
}
