import type { CutFile } from "./cut.ts";

/** What draws the routes: no view transitions, no fetchers, no optimistic router state. */
export const provider: CutFile = {
  file: "components.js",
  sha256: "cbacca4ef1b85405b6dfd3c3f034deac3d7f86388dfcc911002502d4a78ecc7f",
  cuts: [
    { from: "let [state, setOptimisticState] = useOptimistic(_state);", put: "let state = _state;" },
    { from: "let [pendingState, setPendingState] = React$1.useState();", upTo: "let setState = React$1.useCallback(" },
    { from: "newState.fetchers.forEach((fetcher, key) => {", upTo: "warnOnce(flushSync === false" },
    {
      from: "let isViewTransitionAvailable = ",
      upTo: "if (reactDomFlushSyncImpl && flushSync) reactDomFlushSyncImpl(() => setStateImpl(newState));",
    },
    {
      from: "if (useTransitions === true) setOptimisticState((s) => getOptimisticRouterState(s, newState));\nsetStateImpl(newState);\n});\nreturn;\n}\nif (reactDom",
      upTo: "}, [\nrouter.window,\nreactDomFlushSyncImpl,",
      put: "setStateImpl(newState);\n});\n",
    },
    {
      from: "transition,\nrenderDfd,\nuseTransitions,\nsetOptimisticState,\nonError\n]);",
      put: "useTransitions,\nonError\n]);",
    },
    {
      from: "React$1.useEffect(() => {\nif (vtContext.isTransitioning && !vtContext.flushSync)",
      upTo: "let navigator = React$1.useMemo(",
    },
    { from: "let fetchersContext = React$1.useMemo(", upTo: "return /* @__PURE__ */" },
    {
      from: "/* @__PURE__ */ React$1.createElement(FetchersContext.Provider, { value: fetchersContext }, /* @__PURE__ */ React$1.createElement(ViewTransitionContext.Provider, { value: vtContext }, ",
    },
    { from: "isStatic: false,\nonError\n})))))))), null);", put: "isStatic: false,\nonError\n})))))), null);" },
  ],
};

/** Hooks and boundaries: nothing of server components, and no face of React Router's own for errors: root.tsx has one. */
export const boundaries: CutFile = {
  file: "hooks.js",
  sha256: "815f4e1a09bdb3f26b52907f27dfe33b81193149863c1cfcfe6d5f5e60e05798",
  cuts: [
    {
      from: "const defaultErrorElement = /* @__PURE__ */ React$1.createElement(DefaultErrorComponent, null);",
      put: "const defaultErrorElement = null;",
    },
    { from: "static contextType = RSCRouterContext;" },
    { from: 'if (this.context && typeof error === "object"', upTo: "let result = error !== void 0 ?" },
    { from: "if (this.context) return /* @__PURE__ */ React$1.createElement(RSCErrorHandler, { error }, result);" },
    {
      from: "return React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable();",
      put: "return useNavigateStable();",
    },
    {
      from: "if (locationArg) {",
      upTo: "let pathname = location.pathname ||",
      put: "location = locationFromContext;\n",
    },
    { from: "if (locationArg && renderedMatches) return", upTo: "return renderedMatches;" },
  ],
};

/** The last net, for a failure of the root layout itself: React Router's page writes an inline script, which the content policy refuses. */
export const lastNet: CutFile = {
  file: "dom/ssr/errorBoundaries.js",
  sha256: "2b5d5466a751b1a0c6627e956bb9973696f27adccbc936244121291d025ddb42",
  cuts: [
    {
      from: "let { nonce } = useFrameworkContext();\nconsole.error(error);",
      upTo: "function BoundaryShell(",
      put: `console.error(error);
        return React$1.createElement("html", { lang: "pt-BR" }, React$1.createElement("body", null, React$1.createElement("h1", null, "Algo deu errado"), React$1.createElement("p", null, "Recarregue a página.")));
      }
      `,
    },
  ],
};
