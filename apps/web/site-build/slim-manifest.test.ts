import { expect, test } from "vitest";
import { withoutIdleFacts } from "./slim-manifest.ts";

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
