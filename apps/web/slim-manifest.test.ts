import { expect, test } from "vitest";
import { withoutIdleImports } from "./slim-manifest.ts";

const imports = ["/assets/a.js", "/assets/b.js"];
const routes = {
  root: { id: "root", path: "", imports },
  guest: { id: "guest", parentId: "root", imports },
  home: { id: "home", parentId: "guest", index: true, imports },
  login: { id: "login", parentId: "guest", path: "login", imports },
  member: { id: "member", parentId: "root", imports },
  busca: { id: "busca", parentId: "member", path: "busca", imports },
  admin: { id: "admin", parentId: "member", imports },
  users: { id: "users", parentId: "admin", path: "admin/usuarios", imports },
};
const write = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`;

test("the manifest that every page loads lists the imports of the written pages' routes only, with those around them", () => {
  const slim = withoutIdleImports(write({ version: "1", routes }), ["/", "/login"]);
  const { routes: left } = JSON.parse(slim.slice(slim.indexOf("{"), -1)) as { routes: typeof routes };
  const kept = Object.values(left).filter((route) => route.imports.length > 0);
  expect(kept.map(({ id }) => id)).toEqual(["root", "guest", "home", "login"]);
  expect(slim).toMatch(/^window\.__reactRouterManifest=\{"version":"1",.*\};$/);
});
