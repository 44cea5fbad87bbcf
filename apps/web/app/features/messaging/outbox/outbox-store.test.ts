// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { makeEntry } from "../make-messages.fixture.ts";

type OutboxStore = typeof import("./outbox-store.ts");
let tab: OutboxStore;

/** Opens a tab of the same browser, which shares only the storage with the others. */
async function openTab(): Promise<OutboxStore> {
  vi.resetModules();
  return import("./outbox-store.ts");
}

/** Does what the browser does in the other tabs when one tab changes the storage. */
const announceStorage = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

/** The same storage, which from a call of `fill` on has no room for another value. */
function makeFillable(storage: Storage) {
  let isFull = false;
  const setItem = (key: string, value: string) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    storage.setItem(key, value);
  };
  const fillable = new Proxy(storage, {
    get: (target, name) => {
      const value: unknown = name === "setItem" ? setItem : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const fill = () => {
    isFull = true;
  };
  return { fillable, fill };
}

const ids = (of: OutboxStore = tab, memberId = "me") => of.listEntries(memberId).map(({ clientId }) => clientId);

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  tab = await openTab();
  return () => vi.unstubAllGlobals();
});

describe("the outbox of a browser", () => {
  test("keeps the entries of each member apart, and outlives its tab", async () => {
    tab.addEntry("me", makeEntry("1"));
    tab.addEntry("me", makeEntry("2"));
    tab.addEntry("someone", makeEntry("3"));
    expect(ids()).toEqual(["1", "2"]);
    expect(ids(tab, "someone")).toEqual(["3"]);
    expect(ids(await openTab())).toEqual(["1", "2"]);
  });

  test("gives the same list until an entry changes", () => {
    tab.addEntry("me", makeEntry("1"));
    const before = tab.listEntries("me");
    expect(tab.listEntries("me")).toBe(before);
    tab.changeEntry("me", makeEntry("1", { triedAt: 5 }));
    expect(tab.listEntries("me")).toEqual([makeEntry("1", { triedAt: 5 })]);
  });

  test("does not bring back an entry that another tab has finished", () => {
    tab.addEntry("me", makeEntry("1"));
    tab.removeEntry("me", "1");
    tab.changeEntry("me", makeEntry("1", { state: "returned" }));
    expect(ids()).toEqual([]);
  });

  test("calls its subscribers once per change, until they stop, and not for an entry that is already gone", () => {
    const listener = vi.fn();
    const stop = tab.subscribeToEntries(listener);
    tab.addEntry("me", makeEntry("1"));
    tab.changeEntry("me", makeEntry("1", { triedAt: 5 }));
    tab.removeEntry("me", "1");
    expect(listener).toHaveBeenCalledTimes(3);
    tab.removeEntry("me", "1");
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    tab.addEntry("me", makeEntry("2"));
    announceStorage("saida:me:2");
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test("follows the changes of other tabs, and no other change of the storage", async () => {
    const listener = vi.fn();
    const stop = tab.subscribeToEntries(listener);
    expect(ids()).toEqual([]);
    const otherTab = await openTab();
    otherTab.addEntry("me", makeEntry("1"));
    announceStorage("saida:me:1");
    expect(ids()).toEqual(["1"]);
    announceStorage("tema");
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.clear();
    announceStorage(null);
    expect(ids()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
  });

  test("ignores a text that is not an entry", () => {
    localStorage.setItem("saida:me:1", "lixo");
    expect(ids()).toEqual([]);
  });

  test("lives in the tab where the browser refuses its storage", () => {
    vi.stubGlobal("localStorage", undefined);
    tab.addEntry("me", makeEntry("1"));
    tab.addEntry("me", makeEntry("2"));
    tab.removeEntry("me", "1");
    expect(ids()).toEqual(["2"]);
  });

  test("loses nothing when the storage is full: what does not fit lives in the tab", () => {
    const storages = [makeFillable(localStorage), makeFillable(sessionStorage)] as const;
    vi.stubGlobal("localStorage", storages[0].fillable);
    vi.stubGlobal("sessionStorage", storages[1].fillable);
    tab.addEntry("me", makeEntry("1"));
    for (const { fill } of storages) fill();
    tab.addEntry("me", makeEntry("2"));
    tab.changeEntry("me", makeEntry("1", { triedAt: 5 }));
    tab.writeDraft("me", "ana", "oi");
    expect(tab.listEntries("me")).toEqual([makeEntry("1", { triedAt: 5 }), makeEntry("2")]);
    expect(tab.readDraft("me", "ana")).toBe("oi");
    tab.removeEntry("me", "1");
    tab.removeEntry("me", "2");
    tab.writeDraft("me", "ana", null);
    expect(ids()).toEqual([]);
    expect(tab.readDraft("me", "ana")).toBeNull();
  });
});

describe("clearing the outbox", () => {
  beforeEach(() => {
    tab.addEntry("me", makeEntry("1"));
    tab.addEntry("someone", makeEntry("2"));
    tab.writeDraft("me", "ana", "oi");
    tab.writeDraft("someone", "ana", "segredo");
    localStorage.setItem("tema", "claro");
  });

  test("removes the entries and drafts of everybody but the signed-in member", () => {
    tab.clearOutbox("me");
    expect([ids(), ids(tab, "someone")]).toEqual([["1"], []]);
    expect(tab.readDraft("me", "ana")).toBe("oi");
    expect(tab.readDraft("someone", "ana")).toBeNull();
  });

  test("removes all entries and drafts without a signed-in member, and nothing else", () => {
    tab.clearOutbox();
    expect([ids(), ids(tab, "someone")]).toEqual([[], []]);
    expect(sessionStorage).toHaveLength(0);
    expect(localStorage.getItem("tema")).toBe("claro");
  });
});

test("a draft belongs to one member and one conversation, and an empty one is removed", () => {
  tab.writeDraft("me", "ana", "oi");
  expect(tab.readDraft("me", "ana")).toBe("oi");
  expect(tab.readDraft("me", "bia")).toBeNull();
  expect(tab.readDraft("someone", "ana")).toBeNull();
  tab.writeDraft("me", "ana", null);
  expect(sessionStorage).toHaveLength(0);
});
