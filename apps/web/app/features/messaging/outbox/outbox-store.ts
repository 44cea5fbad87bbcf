import { createStore } from "~/platform/store.ts";
import { type Entry, readEntry } from "./rules.ts";

const ENTRIES = "saida:";
const DRAFTS = "rascunho:";

// Each message has a key of its own, so that tabs that write at the same time cannot overwrite each other's messages.
const prefixOf = (memberId: string) => `${ENTRIES}${memberId}:`;

/** The storage of this browser, or a map of this tab alone where the browser refuses access. */
function openStorage(find: () => Storage): Storage | Map<string, string> {
  try {
    const storage = find();
    storage.setItem("prova", "1");
    storage.removeItem("prova");
    return storage;
  } catch {
    return new Map();
  }
}

type KeyValueStorage = {
  list: () => string[];
  get: (key: string) => string | null;
  set: (key: string, value: string | null) => void;
};

/** Opens the storage at its first use. `set` throws when the storage is full. */
function makeStorage(find: () => Storage): KeyValueStorage {
  let opened: Storage | Map<string, string> | undefined;
  const open = () => {
    opened ??= openStorage(find);
    return opened;
  };
  return {
    list: () => {
      const storage = open();
      return storage instanceof Map ? [...storage.keys()] : Object.keys(storage);
    },
    get: (key) => {
      const storage = open();
      return storage instanceof Map ? (storage.get(key) ?? null) : storage.getItem(key);
    },
    set: (key, value) => {
      const storage = open();
      if (storage instanceof Map) value === null ? storage.delete(key) : storage.set(key, value);
      else if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    },
  };
}

const ofBrowser = makeStorage(() => localStorage);
const ofTab = makeStorage(() => sessionStorage);

type Snapshot = { memberId: string; entries: Entry[] };

/** The stored entries; undefined at first and after each change, until they are read. */
let snapshot: Snapshot | undefined;
/** Counts the changes that this tab makes. Storage events announce those of other tabs. */
const version = createStore(0);

function publishChange(): void {
  snapshot = undefined;
  version.set((count) => count + 1);
}

/**
 * A member's messages of all conversations that wait to be sent or could not be sent. Returns the same list until
 * something changes.
 */
export function listEntries(memberId: string): Entry[] {
  if (snapshot?.memberId === memberId) return snapshot.entries;
  const keys = ofBrowser.list().filter((key) => key.startsWith(prefixOf(memberId)));
  const entries = keys.flatMap((key) => readEntry(ofBrowser.get(key)) ?? []);
  snapshot = { memberId, entries };
  return entries;
}

function change(key: string, value: string | null) {
  try {
    ofBrowser.set(key, value);
  } catch {
    // The storage is full: a new message is neither shown nor sent, but everything else works.
  }
  publishChange();
}

export function addEntry(memberId: string, entry: Entry): void {
  change(prefixOf(memberId) + entry.clientId, JSON.stringify(entry));
}

/** Stores an entry again, unless another tab has meanwhile sent and removed it. */
export function changeEntry(memberId: string, entry: Entry): void {
  if (ofBrowser.get(prefixOf(memberId) + entry.clientId) !== null) addEntry(memberId, entry);
}

export function removeEntry(memberId: string, clientId: string): void {
  const key = prefixOf(memberId) + clientId;
  if (ofBrowser.get(key) !== null) change(key, null);
}

/**
 * Removes the entries and drafts of everybody but `exceptMemberId`, so that nobody finds what another member wrote in
 * this browser.
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

/** Calls back when an entry changes in this or another tab. Returns a function that stops the calls. */
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

export function writeDraft(memberId: string, withId: string, draft: string | null): void {
  try {
    ofTab.set(`${DRAFTS}${memberId}:${withId}`, draft);
  } catch {
    // Without storage a draft lasts only as long as the conversation is open.
  }
}
