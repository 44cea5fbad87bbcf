// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer } from "~/testing/fake-server.ts";
import { showTab } from "~/testing/tab.ts";

const VISIT = "PUT /visits/:id";
let server: FakeServer;
let useVisit: typeof import("./use-visit.ts").useVisit;

beforeEach(async () => {
  // The modules are loaded again for each test, so that no click or key has come yet.
  vi.resetModules();
  ({ useVisit } = await import("./use-visit.ts"));
  (await import("~/platform/interaction.ts")).watchInteractions();
  server = openFakeServer();
  server.answer(VISIT, () => ({}));
  showTab(true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A click or a key. Events made by scripts are not trusted. */
function interact(type: "pointerdown" | "keydown", isTrusted: boolean, init: KeyboardEventInit = {}): void {
  const event =
    type === "keydown" ? new KeyboardEvent(type, { bubbles: true, ...init }) : new Event(type, { bubbles: true });
  Object.defineProperty(event, "isTrusted", { value: isTrusted });
  document.body.dispatchEvent(event);
}

const look = (id: string | undefined) => renderHook((shownId) => useVisit(shownId), { initialProps: id });
const listVisited = () => server.callsOf(VISIT).map(({ params }) => params[0]);

describe("[T68] a profile that is shown", () => {
  test("is visited at once by a member who came to it inside the product", () => {
    interact("pointerdown", true);
    look("ana");
    expect(listVisited()).toEqual(["ana"]);
  });

  test.each(["pointerdown", "keydown"] as const)(
    "is not visited by opening its address, until the first %s there, and then once",
    (type) => {
      look("ana");
      expect(listVisited()).toEqual([]);
      interact(type, true);
      interact(type, true);
      expect(listVisited()).toEqual(["ana"]);
    },
  );

  test("is not visited by events that a script makes", () => {
    look("ana");
    for (const type of ["pointerdown", "keydown"] as const) interact(type, false);
    expect(listVisited()).toEqual([]);
  });

  test.each([
    { key: "Control" },
    { key: "w", ctrlKey: true },
    { key: "Alt" },
    { key: "ArrowLeft", altKey: true },
    { key: "w", metaKey: true },
    { key: "F4", altKey: true },
    { key: "Escape" },
    { key: "a", repeat: true },
  ])("is not visited by the keys that close a pop-up or go back, or that were held down before: %o", (init) => {
    look("ana");
    interact("keydown", true, init);
    expect(listVisited()).toEqual([]);
    interact("keydown", true, { key: "Tab" });
    expect(listVisited()).toEqual(["ana"]);
  });

  test("is not visited in a hidden tab, until it is seen", () => {
    interact("keydown", true);
    showTab(false);
    look("ana");
    expect(listVisited()).toEqual([]);
    showTab(true);
    expect(listVisited()).toEqual(["ana"]);
  });

  test("that was left before anybody touched it stays unvisited, and so does none at all", () => {
    look("ana").unmount();
    look(undefined);
    interact("pointerdown", true);
    expect(listVisited()).toEqual([]);
  });

  test("and the next one are each visited once, and a visit that fails disturbs nobody", async () => {
    server.answer(VISIT, fail);
    interact("keydown", true);
    const { rerender } = look("ana");
    rerender("ana");
    rerender("bia");
    await vi.waitFor(() => expect(listVisited()).toEqual(["ana", "bia"]));
  });
});
