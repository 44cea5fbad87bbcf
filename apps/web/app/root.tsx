import { CSPProvider } from "@base-ui/react/csp-provider";
import { brand } from "@caramelo/contract/brand";
import { memberMessages } from "@caramelo/contract/errors";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { BrandBar } from "~/features/shell/brand-bar.tsx";
import { useSessionKeeper } from "~/platform/session.ts";
import { applyRememberedTheme, THEME_SCRIPT } from "~/platform/theme.ts";
import { ErrorScreen } from "~/ui/error-screen.tsx";
import { LoadingScreen } from "~/ui/loading-screen.tsx";
import { ToastOutlet } from "~/ui/toast-outlet.tsx";
import "./app.css";

const preloadFont = (href: string) =>
  ({ rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href }) as const;

export const links: LinksFunction = () => [
  preloadFont(figtree),
  preloadFont(fraunces),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** What a tab is called until its screen says so. */
export const meta = () => [{ title: brand.name }];

export function Layout({ children }: { children: ReactNode }) {
  useEffect(applyRememberedTheme, []);
  return (
    // The theme script may have written data-theme before React arrives.
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ef" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#15100d" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours; must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useSessionKeeper();
  return (
    // No component may write a style element: the content policy refuses it.
    <CSPProvider disableStyleElements>
      <Outlet />
      <ToastOutlet />
    </CSPProvider>
  );
}

export function HydrateFallback() {
  return <LoadingScreen />;
}

/** Whatever breaks ends here, with the brand as the way on; without a network, screens that were never loaded. */
export function ErrorBoundary() {
  const isOffline = !navigator.onLine;
  return (
    <div className="flex min-h-dvh flex-col [&>main]:min-h-0 [&>main]:flex-1">
      <BrandBar />
      <ErrorScreen
        title={isOffline ? "Sem conexão" : undefined}
        text={isOffline ? memberMessages.offline : undefined}
        onRetry={() => location.reload()}
      />
    </div>
  );
}
