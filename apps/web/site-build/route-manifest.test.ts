import { expect, test } from "vitest";
import { listMemberRoutes, withoutIdleFacts } from "./route-manifest.ts";

const manifest = {
  entry: { module: "/entry.js", imports: ["/react.js"] },
  routes: {
    root: { id: "root", path: "", module: "/root.js", imports: ["/react.js", "/base.js"] },
    "routes/guest": { id: "routes/guest", parentId: "root", module: "/guest.js" },
    "routes/login": { id: "routes/login", parentId: "routes/guest", path: "login", module: "/login.js" },
    "routes/member": { id: "routes/member", parentId: "root", module: "/member.js", imports: ["/base.js", "/bars.js"] },
    "routes/busca": {
      id: "routes/busca",
      parentId: "routes/member",
      path: "busca",
      module: "/busca.js",
      imports: ["/bars.js"],
    },
  },
};

test("the server learns which files a member's screen loads besides those of every page, and nothing of other screens", () => {
  expect(listMemberRoutes(manifest)).toEqual([{ path: "busca", files: ["/member.js", "/bars.js", "/busca.js"] }]);
});

const imports = ["/assets/a.js", "/assets/b.js"];

test("the manifest that every page loads lists no imports and no default exports, and nothing that is false", () => {
  const login = {
    id: "login",
    path: "login",
    hasLoader: false,
    hasDefaultExport: true,
    module: "/assets/c.js",
    imports,
  };
  const manifest = { entry: { module: "/assets/d.js", imports }, routes: { login }, version: "1" };
  const slim = withoutIdleFacts(`window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  expect(slim).toBe(
    'window.__reactRouterManifest={"entry":{"module":"/assets/d.js","imports":[]},' +
      '"routes":{"login":{"id":"login","path":"login","module":"/assets/c.js","imports":[]}},"version":"1"};',
  );
});
