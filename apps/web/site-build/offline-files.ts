/** The part of React Router's manifest that says which files a route loads. */
type Routes = Record<string, { id: string; module: string; imports?: string[] }>;

const ASSET = /^assets\/.+\.(?:js|css|woff2)$/;
const PAGE = /^(?:__spa-fallback|(?:.+\/)?index)\.html$/;
const PICTURE = /^(?:favicon\.svg|default-avatar\.svg|icon-192\.png)$/;
const STAFF = "routes/admin/";

/** The files that only admin screens load. Members do not need them without a network. */
function listStaffFiles(manifest: string): Set<string> {
  // The cast is safe, because the build has just written this: "window.__reactRouterManifest={…};".
  const { routes } = JSON.parse(manifest.slice(manifest.indexOf("{"), manifest.lastIndexOf("}") + 1)) as {
    routes: Routes;
  };
  const filesOf = (isStaff: boolean) =>
    Object.values(routes)
      .filter(({ id }) => id.startsWith(STAFF) === isStaff)
      .flatMap(({ module, imports = [] }) => [module, ...imports].map((file) => file.replace(/^\//, "")));
  const others = new Set(filesOf(false));
  return new Set(filesOf(true).filter((file) => !others.has(file)));
}

/** The files of a build, as paths below its folder, that a member's screens need without a network. */
export function listForOffline(files: string[], manifest: string): string[] {
  const staff = listStaffFiles(manifest);
  return files.filter((file) => [ASSET, PAGE, PICTURE].some((kind) => kind.test(file)) && !staff.has(file));
}
