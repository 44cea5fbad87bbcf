import { createStore } from "~/platform/store.ts";
import { type Entry, readEntry } from "./rules.ts";

const ENTRIES = "saida:";
const DRAFTS = "rascunho:";

// Each message has a separate key, so that tabs writing at the same time do not overwrite each other's messages.
const prefixOf = (memberId: string) => `${ENTRIES}${memberId}:`;

type KeyValueStorage = {
  list: () => string[];
  get: (key: string) => string | null;
  set: (key: string, value: string | null) => void;
};

/** Wraps a browser storage. Entries that it refuses (access denied or full) live as long as this tab. */
function makeStorage(find: () => Storage): KeyValueStorage {
  const ofThisTab = new Map<string, string>();
  const open = (): Storage | undefined => {
    try {
      return find();
    } catch {
      return undefined;
    }
  };
  return {
    list: () => [...new Set([...Object.keys(open() ?? {}), ...ofThisTab.keys()])],
    get: (key) => ofThisTab.get(key) ?? open()?.getItem(key) ?? null,
    set: (key, value) => {
      ofThisTab.delete(key);
      if (value === null) {
        open()?.removeItem(key);
        return;
      }
      try {
        find().setItem(key, value);
      } catch {
        ofThisTab.set(key, value);
      }
    },
  };
}

const ofBrowser = makeStorage(() => localStorage);
const ofTab = makeStorage(() => sessionStorage);

type Snapshot = { memberId: string; entries: Entry[] };

/** The stored entries; undefined initially and after each change, until they are read. */
let snapshot: Snapshot | undefined;
/** Counts this tab's changes. Storage events announce those of other tabs. */
const version = createStore(0);

function publishChange(): void {
  snapshot = undefined;
  version.set((count) => count + 1);
}

/** A member's waiting and returned messages in all conversations. Returns the same list until something changes. */
export function listEntries(memberId: string): Entry[] {
  if (snapshot?.memberId === memberId) return snapshot.entries;
  const keys = ofBrowser.list().filter((key) => key.startsWith(prefixOf(memberId)));
  const entries = keys.flatMap((key) => readEntry(ofBrowser.get(key)) ?? []);
  snapshot = { memberId, entries };
  return entries;
}

function change(key: string, value: string | null) {
  ofBrowser.set(key, value);
  publishChange();
}

export function addEntry(memberId: string, entry: Entry): void {
  change(prefixOf(memberId) + entry.clientId, JSON.stringify(entry));
}

/** Stores an entry again, unless another tab has already sent and removed it. */
export function changeEntry(memberId: string, entry: Entry): void {
  if (ofBrowser.get(prefixOf(memberId) + entry.clientId) !== null) addEntry(memberId, entry);
}

export function removeEntry(memberId: string, clientId: string): void {
  const key = prefixOf(memberId) + clientId;
  if (ofBrowser.get(key) !== null) change(key, null);
}

/**
 * Removes the entries and drafts of all members except `exceptMemberId`, so that they stay private in a shared browser.
 */
export function clearOutbox(exceptMemberId?: string): void {
  const keptMemberId = exceptMemberId ?? "";
  const isForeign = (key: string, prefix: string) =>
    key.startsWith(prefix) && (!keptMemberId || !key.startsWith(prefix + keptMemberId));
  for (const key of ofBrowser.list()) if (isForeign(key, ENTRIES)) ofBrowser.set(key, null);
  for (const key of ofTab.list()) if (isForeign(key, DRAFTS)) ofTab.set(key, null);
  // The end of a session has already emptied the storage, so the entries in memory are out of date.
  publishChange();
}

/** Calls `onChange` when an entry changes in this or another tab. Returns a function that unsubscribes. */
export function subscribeToEntries(onChange: () => void): () => void {
  const stop = version.subscribe(onChange);
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(ENTRIES)) return;
    snapshot = undefined;
    onChange();
  };
  window.addEventListener("storage", handleStorage);
  return () => {
    stop();
    window.removeEventListener("storage", handleStorage);
  };
}

export const readDraft = (memberId: string, withId: string) => ofTab.get(`${DRAFTS}${memberId}:${withId}`);

export const writeDraft = (memberId: string, withId: string, draft: string | null) =>
  ofTab.set(`${DRAFTS}${memberId}:${withId}`, draft);
