import type { CutFile } from "./cut.ts";

/**
 * The router itself: what serves actions, fetchers, middleware, lazily discovered routes, view transitions and hot
 * reloading goes; navigations, lazy routes, client loaders, redirects, errors, blockers and scrolling stay.
 */
export const navigation: CutFile = {
  file: "router/router.js",
  sha256: "c57a8a443062a135280d8534797cf22bea1f999731eec4aafe6e1c4cf356ed83",
  cuts: [
    // An experiment that is off, and hooks for monitoring products.
    { from: "if (future.unstable_routePatternMatching) {", put: "if (false) {" },
    { from: "if (init.instrumentations) {", put: "if (false) {" },
    { from: "if (init.instrumentations) router = instrumentClientSideRouter(", upTo: "return router;\n}" },

    // Hot reloading of routes.
    { from: "/** Set a new in-flight route tree", upTo: "};\n/**\n* Create a router and listen" },
    { from: "dataRoutes.commitHmrRoutes();" },

    // Routes discovered while browsing: all of them are in the manifest.
    { from: "if (initialMatches == null && !init.patchRoutesOnNavigation) {", put: "if (initialMatches == null) {" },
    { from: "if (initialMatches && !init.hydrationData) {", upTo: "if (initialMatches.some((m) => m.route.lazy)) {" },
    { from: " && !initialMatchesIsFOW" },
    { from: "let initialMatchesIsFOW = false;" },
    {
      from: "let fogOfWar = checkFogOfWar(matches, location.pathname);\nif (fogOfWar.active && fogOfWar.matches) matches = fogOfWar.matches;\nif (opts?.instr",
      upTo: "if (!matches) {\nlet { error, notFoundMatches, route }",
    },
    { from: "function checkFogOfWar(", upTo: "router = {\nget basename" },
    { from: "patchRoutes,\n_internalFetchControllers", upTo: "_internalSetStateDoNotUse" },

    // Middleware.
    { from: "init.dataStrategy || defaultDataStrategyWithMiddleware", put: "init.dataStrategy" },
    {
      from: "let runClientMiddleware = isStaticHandler ?",
      upTo: "let results = await dataStrategyImpl({",
      put: "let runClientMiddleware = (call) => call({ ...dataStrategyArgs, fetcherKey });\n",
    },
    {
      from: "if (matches.some((m) => m._lazyPromises?.middleware)) await Promise.all(matches.map((m) => m._lazyPromises?.middleware));",
    },
    {
      from: "let lazyMiddlewarePromise = loadLazyRouteProperty({",
      upTo: "let lazyRoutePromises = loadLazyRoute(match.route,",
    },
    { from: "middleware: lazyMiddlewarePromise,\n" },

    // View transitions.
    {
      from: "restoreAppliedTransitions(routerWindow, appliedViewTransitions);",
      upTo: '}\nif (!state.initialized) startNavigation("POP"',
    },
    {
      from: 'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location) {',
      upTo: "updateState({\n...newState,\nactionData,",
    },

    // Masked locations (another address in the bar than the one shown).
    { from: "opts && opts.state, void 0, maskPath);", put: "opts && opts.state);" },

    // Fetchers: nobody makes one, so there is none to keep, revalidate, abort or redirect.
    { from: "state.fetchers.forEach((_, key) => deleteFetcher(state.fetchers, key));" },
    { from: "let unmountedFetchers = [];", upTo: "if (subscribers.size === 0) bufferedInitialStateUpdate" },
    { from: "deletedFetchers: unmountedFetchers,", put: "deletedFetchers: []," },
    { from: "unmountedFetchers.forEach((key) => deleteFetcher(", upTo: "}\nfunction completeNavigation(" },
    { from: "fetchLoadMatches.forEach((_, key) => {\nif (fetch", upTo: "}\nfunction updateFetcherState(" },
    { from: "function updateFetcherState(", upTo: "function getBlocker(" },
    { from: "async function callLoadersAndMaybeResolveData(", upTo: "function interruptActiveLoads(" },
    { from: "\nfetch,\nrevalidate,", put: "\nrevalidate," },
    { from: "getFetcher,\nresetFetcher,\ndeleteFetcher: queueFetcherForDeletion,\n" },

    // Actions and the forms that call them.
    { from: "let isActionReload = ", upTo: "let loaderData = newState.loaderData ?", put: "let actionData = null;\n" },
    {
      from: "let preventScrollReset = pendingPreventScrollReset === true || state.navigation.formMethod",
      upTo: "if (isUninterruptedRevalidation) {} else",
      put: "let preventScrollReset = pendingPreventScrollReset === true;\n",
    },
    {
      from: "let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);\nlet { path, submission, error } = ",
      upTo: "let currentLocation = state.location;\nlet nextLocation = createLocation(",
      put: "let path = normalizeTo(state.location, state.matches, basename, to, opts?.fromRouteId, opts?.relative);\n",
    },
    {
      from: "else if (userReplace === false) {} else if (submission",
      upTo: 'let preventScrollReset = opts && "preventScrollReset" in opts',
    },
    { from: "submission,\npendingError: error,\npreventScrollReset,", put: "preventScrollReset," },
    {
      from: "callSiteDefaultShouldRevalidate: opts && opts.defaultShouldRevalidate,\ninstrumentationNavigateMetaReceiver",
      put: "callSiteDefaultShouldRevalidate: opts && opts.defaultShouldRevalidate",
    },
    { from: " && !(opts && opts.submission && isMutationMethod(opts.submission.formMethod))" },
    {
      from: "pendingNavigationController.signal, opts && opts.submission);",
      put: "pendingNavigationController.signal);",
    },
    { from: "let pendingActionResult;\n", upTo: "let { shortCircuited, matches: updatedMatches" },
    {
      from: "fogOfWar.active, loadingNavigation, opts && opts.submission, opts && opts.fetcherSubmission, opts && opts.replace",
      put: "loadingNavigation, opts && opts.replace",
    },
    {
      from: "flushSync, pendingActionResult, opts && opts.callSiteDefaultShouldRevalidate);",
      put: "flushSync, opts && opts.callSiteDefaultShouldRevalidate);",
    },
    {
      from: "...getActionDataForCommit(pendingActionResult),\nloaderData,\nerrors,\n...workingFetchers ? { fetchers: workingFetchers } : {}",
      put: "loaderData,\nerrors",
    },
    { from: "async function handleAction(", upTo: "async function handleLoaders(" },
    {
      from: "async function handleLoaders(",
      upTo: "/**\n* Utility function to handle redirects returned",
      put: `async function handleLoaders(request, location, matches, historyAction, scopedContext, overrideNavigation, replace, initialHydration, flushSync, callSiteDefaultShouldRevalidate) {
        let loadingNavigation = overrideNavigation || getLoadingNavigation(location, matches, historyAction);
        let shouldUpdateNavigationState = !isUninterruptedRevalidation && !initialHydration;
        let dsMatches = getMatchesToLoad(request, scopedContext, mapRouteProperties, manifest, init.history, state, matches, location, initialHydration ? [] : hydrationRouteProperties, initialHydration === true, isRevalidationRequired, callSiteDefaultShouldRevalidate);
        if (shouldUpdateNavigationState) updateState({ navigation: loadingNavigation }, { flushSync });
        let loaderResults = await callDataStrategy(request, location, dsMatches, scopedContext, null);
        if (request.signal.aborted) return { shortCircuited: true };
        let redirect = findRedirect(loaderResults);
        if (redirect) {
          await startRedirectNavigation(request, redirect.result, true, { replace });
          return { shortCircuited: true };
        }
        let { loaderData, errors } = processRouteLoaderData(matches, loaderResults);
        if (initialHydration && state.errors) errors = { ...state.errors, ...errors };
        return { matches, loaderData, errors };
      }
      `,
    },
    {
      from: "{ submission, fetcherSubmission, preventScrollReset, replace } = {}",
      put: "{ preventScrollReset, replace } = {}",
    },
    {
      from: "let { formMethod, formAction, formEncType } = state.navigation;\nif (!submission",
      upTo: "async function callDataStrategy(",
      put: `await startNavigation(redirectNavigationType, redirectLocation, {
          overrideNavigation: getLoadingNavigation(redirectLocation, [], redirectNavigationType),
          preventScrollReset: preventScrollReset || pendingPreventScrollReset
        });
      }
      `,
    },
    {
      from: "function getMatchesToLoad(",
      upTo: "let pattern = getRoutePattern(matches);\nlet dsMatches",
      put: `function getMatchesToLoad(request, scopedContext, mapRouteProperties, manifest, history, state, matches, location, lazyRoutePropertiesToSkip, initialHydration, isRevalidationRequired, callSiteDefaultShouldRevalidate) {
        let currentUrl = history.createURL(state.location);
        let nextUrl = history.createURL(location);
        let maxIdx;
        if (initialHydration && state.errors) {
          let boundaryId = Object.keys(state.errors)[0];
          maxIdx = matches.findIndex((m) => m.route.id === boundaryId);
        }
        let baseShouldRevalidateArgs = { currentUrl, currentParams: state.matches[0]?.params || {}, nextUrl, nextParams: matches[0].params };
      `,
    },
    {
      from: "let revalidatingFetchers = [];\nfetchLoadMatches.forEach(",
      upTo: "function routeHasLoaderOrMiddleware(",
      put: "return dsMatches;\n}\n",
    },
    { from: "else if (shouldSkipRevalidation) defaultShouldRevalidate = false;\n" },
    {
      from: "function createClientSideRequest(history, location, signal, submission) {",
      upTo: "function convertFormDataToSearchParams(",
      put: "function createClientSideRequest(history, location, signal) {\nreturn new Request(history.createURL(stripHashFromPath(location)).toString(), { signal });\n}\n",
    },
    {
      from: "function getLoadingNavigation(location, matches, historyAction, submission) {\nif (submission)",
      upTo: "function getSubmittingNavigation(",
      put: 'function getLoadingNavigation(location, matches, historyAction) {\nreturn { ...IDLE_NAVIGATION, state: "loading", location, matches, historyAction };\n}\n',
    },
    { from: "if (status === 400) {", upTo: "if (status === 404) {" },
    { from: "} else if (status === 405) {", upTo: "return new ErrorResponseImpl(status || 500", put: "}\n" },

    // Routes here are lazy by property, never by one function.
    {
      from: 'if (typeof route.lazy === "function") {\nlet cachedPromise',
      upTo: "let lazyKeys = Object.keys(route.lazy);",
    },
  ],
};
