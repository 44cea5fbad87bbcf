import { createStore } from "~/platform/store.ts";
import { type Entry, readEntry } from "./rules.ts";

const ENTRIES = "saida:";
const DRAFTS = "rascunho:";

// One key per message: tabs that write at the same time cannot overwrite each other's.
const prefixOf = (memberId: string) => `${ENTRIES}${memberId}:`;

/** Storage of this browser, or of this tab alone where the browser refuses it. */
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

/** Opens the storage at the first use. Throws in `set` when it is full. */
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

/** The stored entries, read once per change; undefined until somebody reads them. */
let snapshot: Snapshot | undefined;
/** Counts the changes, of this tab and of the others. */
const version = createStore(0);

function publishChange(): void {
  snapshot = undefined;
  version.set((count) => count + 1);
}

/** A member's messages that wait or came back, of all conversations; the same list until something changes. */
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
    // The storage is full: the message is lost with the tab, and everything else works.
  }
  publishChange();
}

export function addEntry(memberId: string, entry: Entry): void {
  change(prefixOf(memberId) + entry.clientId, JSON.stringify(entry));
}

/** Writes an entry anew, unless another tab has finished it meanwhile. */
export function changeEntry(memberId: string, entry: Entry): void {
  if (ofBrowser.get(prefixOf(memberId) + entry.clientId) !== null) addEntry(memberId, entry);
}

export function removeEntry(memberId: string, clientId: string): void {
  const key = prefixOf(memberId) + clientId;
  if (ofBrowser.get(key) !== null) change(key, null);
}

/** Removes the entries and drafts of everybody but the named member: nobody may find what another member wrote here. */
export function clearOutbox(exceptMemberId?: string): void {
  const keptMemberId = exceptMemberId ?? "";
  const isForeign = (key: string, prefix: string) =>
    key.startsWith(prefix) && (!keptMemberId || !key.startsWith(prefix + keptMemberId));
  for (const key of ofBrowser.list()) if (isForeign(key, ENTRIES)) ofBrowser.set(key, null);
  for (const key of ofTab.list()) if (isForeign(key, DRAFTS)) ofTab.set(key, null);
  // The end of a session has emptied the storage already, beneath what was read from it.
  publishChange();
}

/** Calls back when an entry changes, in this tab or another. Returns how to stop. */
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
    // Without storage a draft lives as long as the conversation is open.
  }
}
