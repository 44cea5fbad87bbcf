import { expect, test } from "vitest";
import { listForOffline } from "./build-worker.ts";

const MANIFEST = `window.__reactRouterManifest=${JSON.stringify({
  routes: {
    "routes/busca": { id: "routes/busca", module: "/assets/busca-1.js", imports: ["/assets/base-1.js"] },
    "routes/admin/users": {
      id: "routes/admin/users",
      module: "/assets/users-1.js",
      imports: ["/assets/base-1.js", "/assets/table-1.js"],
    },
  },
})};`;

test("the offline files hold members' screens, but no admin screens, pictures or compressed copies", () => {
  const keptFiles = [
    "__spa-fallback.html",
    "assets/app-1.css",
    "assets/base-1.js",
    "assets/busca-1.js",
    "assets/f-1.woff2",
  ];
  const more = ["faq/index.html", "favicon.svg", "icon-192.png", "index.html"];
  const leftFiles = [
    "assets/hero-1.webp",
    "assets/table-1.js",
    "assets/users-1.js",
    "assets/base-1.js.br",
    "index.html.gz",
    "og.png",
    "manifest.webmanifest",
  ];
  expect(listForOffline([...keptFiles, ...leftFiles, ...more], MANIFEST)).toEqual([...keptFiles, ...more]);
});
