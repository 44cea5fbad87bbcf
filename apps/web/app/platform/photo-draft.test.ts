// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetMembers } from "./device-traces.ts";

/** The caches and locks of a browser with several tabs. */
function openBrowser() {
  const storedCaches = new Map<string, Map<string, Response>>();
  const heldLocks = new Set<string>();
  vi.stubGlobal("caches", {
    keys: async () => [...storedCaches.keys()],
    delete: async (name: string) => storedCaches.delete(name),
    open: async (name: string) => {
      const entries = storedCaches.get(name) ?? new Map<string, Response>();
      storedCaches.set(name, entries);
      return {
        put: async (key: string, response: Response) => void entries.set(key, response),
        match: async (key: string) => entries.get(key)?.clone(),
        delete: async (key: string) => entries.delete(key),
      };
    },
  });
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, ...[options, work]: [{ ifAvailable: true }, (lock: object | null) => unknown]) => {
        if (work) return work(heldLocks.has(name) ? null : {});
        if (typeof options === "function") heldLocks.add(name);
      },
    },
  });
  return { stored: storedCaches, heldLocks };
}

/** The module as a tab loads it. */
async function openTab() {
  vi.resetModules();
  return import("./photo-draft.ts");
}

const photos = ["a", "b", "c"].map((text) => new File([text], `${text}.jpg`, { type: "image/jpeg" }));
const read = (files: File[]) => Promise.all(files.map((file) => file.text()));
let browser: ReturnType<typeof openBrowser>;

beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test("[D2.68] a reloaded tab finds its photos in their order, and none that was removed", async () => {
  const tab = await openTab();
  tab.keepPhotos(photos);
  tab.keepPhotos([photos[2], photos[0]].flatMap((photo) => photo ?? []));
  await tab.findKeptPhotos();
  expect([...browser.stored.values()].map(({ size }) => size)).toEqual([2]);
  const foundPhotos = await (await openTab()).findKeptPhotos();
  expect(await read(foundPhotos)).toEqual(["c", "a"]);
  expect(foundPhotos.map(({ type }) => type)).toEqual(["image/jpeg", "image/jpeg"]);
});

test("[D2.68] nothing is stored once the photos are forgotten or all removed", async () => {
  for (const end of ["forget", "remove"] as const) {
    const tab = await openTab();
    tab.keepPhotos(photos);
    if (end === "forget") tab.forgetKeptPhotos();
    else tab.keepPhotos([]);
    expect(await tab.findKeptPhotos()).toEqual([]);
    expect([browser.stored.size, sessionStorage.length]).toEqual([0, 0]);
  }
});

test("[D2.68] photos of a closed tab are removed, and those of an open one stay", async () => {
  const tab = await openTab();
  tab.keepPhotos(photos);
  await tab.findKeptPhotos();
  sessionStorage.clear();
  forgetMembers("guest");
  await new Promise((resolve) => setTimeout(resolve));
  expect(browser.stored.size).toBe(1);
  browser.heldLocks.clear();
  forgetMembers("guest");
  await vi.waitFor(() => expect(browser.stored.size).toBe(0));
});

test("[D2.68] photos of a sign-up go when a member signs in, also those of another tab", async () => {
  (await openTab()).keepPhotos(photos);
  await vi.waitFor(() => expect(browser.stored.size).toBe(1));
  forgetMembers({ memberId: "ana" });
  await vi.waitFor(() => expect(browser.stored.size).toBe(0));
});

test("a browser without caches keeps nothing and does not fail", async () => {
  vi.unstubAllGlobals();
  const tab = await openTab();
  tab.keepPhotos(photos);
  tab.forgetKeptPhotos();
  expect(await tab.findKeptPhotos()).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});
