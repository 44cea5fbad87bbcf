/** What of React Router is whole in the build. Everything else may stand on something that was cut. */
const WHOLE = new Set(
  `Await HydratedRouter Link Links Meta NavLink Navigate Outlet Scripts ScrollRestoration
  data generatePath href isRouteErrorResponse matchPath redirect redirectDocument replace
  useAsyncError useAsyncValue useBeforeUnload useBlocker useHref useInRouterContext useLinkClickHandler useLoaderData
  useLocation useMatch useMatches useNavigate useNavigation useNavigationType useOutlet useOutletContext useParams
  useResolvedPath useRevalidator useRouteError useRouteLoaderData useSearchParams`.split(/\s+/),
);

const IMPORT = /^import\s+(?!type\b)([^;]*?)\s+from\s+["']react-router(?:\/[\w-]+)?["']/gm;
// Properties of links, navigations and the router itself that the build does not know.
const CUT_PROPERTY = /\b(viewTransition|prefetch|mask|instrumentations|useTransitions)\s*[=:]/;
const CUT_EXPORT =
  /^export\s+(?:async\s+)?(?:const|let|function)\s+(loader|action|clientAction|middleware|clientMiddleware)\b/m;
const ROOT_FACES = ["ErrorBoundary", "HydrateFallback"];

/** Why this source of ours cannot stand on the slim React Router; undefined: it can. */
export function findMisuse(file: string, source: string): string | undefined {
  const imports = [...source.matchAll(IMPORT)].flatMap(([, names = ""]) => listNames(names));
  const stranger = imports.find((name) => !WHOLE.has(name));
  if (stranger) return `imports ${stranger}`;
  const property = imports.length > 0 ? CUT_PROPERTY.exec(source)?.[1] : undefined;
  if (property) return `uses ${property}`;
  const isRoot = file.endsWith("/app/root.tsx");
  if (!isRoot && !file.includes("/app/routes/")) return undefined;
  const cut = CUT_EXPORT.exec(source)?.[1];
  if (cut) return `exports ${cut}`;
  const missing = isRoot ? ROOT_FACES.find((face) => !source.includes(`export function ${face}(`)) : undefined;
  return missing && `lacks ${missing}`;
}

/** The values a list of imports names: `{ Link, type To, useHref as href }` has Link and useHref. */
function listNames(list: string): string[] {
  const names = list.replace(/[{}]/g, "").split(",");
  return names.map((name) => name.trim().replace(/\s+as\s+.*$/s, "")).filter((name) => name && !/^type\s/.test(name));
}
