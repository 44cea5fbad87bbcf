import "./platform/page-brand.ts";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { brand, brandMark, PAGE_BRAND } from "@caramelo/contract/brand/brand";
import { FORMAT_SCRIPT } from "@caramelo/contract/formats/format-script";
import { commonTexts } from "@caramelo/contract/texts/common";
import { NO_SCRIPTS_TEXT, OPEN_AGAIN_TEXT } from "@caramelo/contract/texts/start";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { FirstScreen } from "~/features/shell/arrival/first-screen.tsx";
import { BrandBar } from "~/features/shell/brand-link.tsx";
import fraunces from "~/fonts/fraunces-560.woff2?url";
import { TITLE_SCRIPT } from "~/platform/discreet-title.ts";
import { KEPT_PAGE_SCRIPT, OLD_BROWSER_SCRIPT, START_SCRIPT } from "~/platform/head-scripts.ts";
import { INSTALL_SCRIPT } from "~/platform/install-prompt.ts";
import { useHasLostScreen, useLostScreen } from "~/platform/lost-screen.ts";
import { RETURNING_SCRIPT } from "~/platform/returning.ts";
import { useSessionKeeper } from "~/platform/session.ts";
import { applyRememberedTheme, BAR_COLORS, THEME_SCRIPT } from "~/platform/theme.ts";
import { ToastOutlet } from "~/ui/overlays/toast-outlet.tsx";
import { ErrorScreen } from "~/ui/states/error-screen.tsx";
import styles from "./app.css?url";

const preloadFont = (href: string) =>
  ({ rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href }) as const;

// The styles come first, because nothing is painted without them, and over HTTP/1.1 a browser loads six files at a
// time, in this order. Imported only as an address, so that no later part adds them a second time.
export const links: LinksFunction = () => [
  { rel: "preload", as: "style", href: styles },
  preloadFont(figtree),
  preloadFont(fraunces),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "stylesheet", href: styles },
];

// The built pages already contain and run these scripts, so the browser code omits their texts. The build evaluates
// this condition only in that position.
const FIRST_SCRIPT = import.meta.env.SSR || import.meta.env.DEV ? OLD_BROWSER_SCRIPT : "";
const FIRST_SCRIPTS =
  import.meta.env.SSR || import.meta.env.DEV
    ? `${THEME_SCRIPT};${TITLE_SCRIPT};${RETURNING_SCRIPT};${INSTALL_SCRIPT};${KEPT_PAGE_SCRIPT};${START_SCRIPT};${FORMAT_SCRIPT}`
    : "";

/** The tab title until the screen sets its own. */
export const meta = () => [{ title: brand.name }];

export function Layout({ children }: { children: ReactNode }) {
  useEffect(applyRememberedTheme, []);
  return (
    // The theme script may have set data-theme before React starts.
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours; must run before anything else */}
        <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} suppressHydrationWarning />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {(["light", "dark"] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={BAR_COLORS[scheme]}
            // The theme script may have set the colour of the chosen theme.
            suppressHydrationWarning
          />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours; must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPTS }} suppressHydrationWarning />
        {/* The server writes the brand in force here; the site reads it before the first render. */}
        <meta name={PAGE_BRAND} content={import.meta.env.SSR ? brandMark(PAGE_BRAND) : ""} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        {/* With scripts enabled, browsers treat this as text and React ignores it. */}
        <noscript>
          {import.meta.env.SSR && (
            <p className="bg-warn-soft px-4 py-3 text-center font-medium text-warn">
              <span>{`${NO_SCRIPTS_TEXT} `}</span>
              {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of the page */}
              <a href="" className="underline">
                {OPEN_AGAIN_TEXT}
              </a>
            </p>
          )}
        </noscript>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useSessionKeeper();
  const lostPath = useLostScreen();
  return (
    // The content policy refuses style elements, so components must not write any.
    <CSPProvider disableStyleElements>
      {lostPath === undefined ? <Outlet /> : <BrokenScreen onRetry={() => location.assign(lostPath)} />}
      <ToastOutlet />
    </CSPProvider>
  );
}

export function HydrateFallback() {
  return useHasLostScreen() ? <BrokenScreen onRetry={openAgain} /> : <FirstScreen />;
}

/** Handles every error that no screen handles. */
export function ErrorBoundary() {
  return <BrokenScreen onRetry={openAgain} />;
}

/** Reopens this address. A reload would be refused offline (platform/lost-screen.ts). */
function openAgain(): void {
  location.replace(location.pathname + location.search);
}

/** The error screen with the brand; offline it says so. */
function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <div className="flex min-h-dvh flex-col [&>main]:min-h-0 [&>main]:flex-1">
      <BrandBar />
      <ErrorScreen
        title={isOffline ? "Sem conexão" : undefined}
        text={isOffline ? commonTexts.offline : undefined}
        onRetry={onRetry}
      />
    </div>
  );
}
