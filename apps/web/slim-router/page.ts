import type { CutFile } from "./cut.ts";

const NO_PREFETCH = "let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);\n";

/** Links, forms and scrolling: no prefetching by hover, no masked addresses, no forms that submit to routes. */
export const links: CutFile = {
  file: "dom/lib.js",
  sha256: "3fa62403d02a7d3bc03c2f5f086600d9738a643900de16691b57837610df8612",
  cuts: [
    { from: NO_PREFETCH },
    { from: "...prefetchHandlers,\n" },
    { from: "ref: mergeRefs(forwardedRef, prefetchRef),", put: "ref: forwardedRef," },
    { from: "return shouldPrefetch && !isAbsolute ?", upTo: "link;\n});\nLink.displayName", put: "return " },
    {
      from: "let location = useLocation();\nlet maskedHref = null;",
      upTo: "let internalOnClick = useLinkClickHandler(",
    },
    { from: "(isSpaLink ? maskedHref : void 0) || " },
    // The bundler cannot know that these two do nothing by being made.
    { from: "const Form = React$1.forwardRef(", put: "const Form = /* @__PURE__ */ React$1.forwardRef(" },
    { from: 'Form.displayName = "Form";' },
    { from: "const NavLink = React$1.forwardRef(", put: "const NavLink = /* @__PURE__ */ React$1.forwardRef(" },
    { from: 'NavLink.displayName = "NavLink";' },
    { from: 'HistoryRouter.displayName = "unstable_HistoryRouter";' },
    // The page has this script from the build, and React leaves its text alone.
    { from: "let ssrKey = React$1.useMemo(", upTo: "if (!remixContext || remixContext.isSpaMode) return null;" },
    { from: "let restoreScroll = ((storageKey, restoreKey)", upTo: "if (props.nonce == null" },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a quotation of their code
    { from: "__html: `(${restoreScroll})(", upTo: " }\n});\n}\nScrollRestoration.displayName", put: '__html: " "' },
  ],
};

/** The head and the scripts: what they write is in the page already; only servers put the texts together. */
export const head: CutFile = {
  file: "dom/ssr/components.js",
  sha256: "c558f81af80558a31e44516bfc8c903b7b2630e9954017f4fc4cac061a500fd0",
  cuts: [
    {
      from: "isPageLinkDescriptor(link) ?",
      upTo: '/* @__PURE__ */ React$1.createElement("link", {\nkey,\nnonce,\n...link',
    },
    { from: 'typeof criticalCss === "string" ?', upTo: "keyedLinks.map(" },
    {
      from: "let contextScript = staticContext ?",
      upTo: "return /* @__PURE__ */",
      put: 'let contextScript = " ";\nlet routeModulesScript = " ";\n',
    },
    { from: "let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);", put: "let enableFogOfWar = false;" },
    { from: 'typeof manifest.sri === "object" ? /* @__PURE__ */', upTo: "!enableFogOfWar ?" },
  ],
};
