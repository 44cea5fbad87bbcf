// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { KEPT_PAGE_SCRIPT } from "./head-scripts.ts";

const turn = (type: string, persisted: boolean) => window.dispatchEvent(Object.assign(new Event(type), { persisted }));
const readVisibility = () => document.documentElement.style.visibility;

new Function(KEPT_PAGE_SCRIPT)();
afterEach(() => void vi.restoreAllMocks());

test("[T74] a page that the browser caches before its scripts have started is hidden, and reloaded when it shows again", () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  document.body.innerHTML = "<div data-first-screen>Um segredo de Aurora</div>";
  turn("pagehide", false);
  turn("pageshow", false);
  expect([readVisibility(), reload.mock.calls.length]).toEqual(["", 0]);
  turn("pagehide", true);
  expect(readVisibility()).toBe("hidden");
  turn("pageshow", true);
  expect(reload).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset.reloads).toBe("");
});

test("once the screen has started, the script leaves a kept page to it", () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  document.documentElement.style.visibility = "";
  document.body.innerHTML = "<main></main>";
  turn("pagehide", true);
  turn("pageshow", true);
  expect([readVisibility(), reload.mock.calls.length]).toEqual(["", 0]);
});
