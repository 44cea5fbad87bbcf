import { type Entry, readEntry } from "./outbox-rules.ts";

const PREFIX = "saida:";
const DRAFTS = "rascunho:";

// One key a message: tabs that write at the same time cannot overwrite each other's.
const prefixOf = (memberId: string) => `${PREFIX}${memberId}:`;

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

type Box = {
  list: () => string[];
  get: (key: string) => string | null;
  set: (key: string, value: string | null) => void;
};

function makeBox(find: () => Storage): Box {
  let opened: Storage | Map<string, string> | undefined;
  const open = () => {
    opened ??= openStorage(find);
    return opened;
  };
  return {
    list: () => {
      const box = open();
      return box instanceof Map ? [...box.keys()] : Object.keys(box);
    },
    get: (key) => {
      const box = open();
      return box instanceof Map ? (box.get(key) ?? null) : box.getItem(key);
    },
    set: (key, value) => {
      const box = open();
      if (box instanceof Map) value === null ? box.delete(key) : box.set(key, value);
      else if (value === null) box.removeItem(key);
      else box.setItem(key, value);
    },
  };
}

const shared = makeBox(() => localStorage);
const own = makeBox(() => sessionStorage);

const watchers = new Set<() => void>();
const wakeAll = () => {
  for (const wake of watchers) wake();
};

let snapshot: { memberId: string; entries: Entry[] } | undefined;

/** What waits or came back, of all conversations of a member; the same list until something changes. */
export function listEntries(memberId: string): Entry[] {
  if (snapshot?.memberId === memberId) return snapshot.entries;
  const keys = shared.list().filter((key) => key.startsWith(prefixOf(memberId)));
  const entries = keys.flatMap((key) => readEntry(shared.get(key)) ?? []);
  snapshot = { memberId, entries };
  return entries;
}

function change(key: string, value: string | null) {
  try {
    shared.set(key, value);
  } catch {
    // A full storage: the bubble is lost with the tab, the rest works.
  }
  snapshot = undefined;
  wakeAll();
}

export function addEntry(memberId: string, entry: Entry): void {
  change(prefixOf(memberId) + entry.clientId, JSON.stringify(entry));
}

/** Writes an entry anew, unless another tab has finished it meanwhile. */
export function changeEntry(memberId: string, entry: Entry): void {
  if (shared.get(prefixOf(memberId) + entry.clientId) !== null) addEntry(memberId, entry);
}

export function removeEntry(memberId: string, clientId: string): void {
  const key = prefixOf(memberId) + clientId;
  if (shared.get(key) !== null) change(key, null);
}

/** Nobody else may find what one member wrote here: all of it goes, but for the named member's. */
export function wipeOutbox(exceptMemberId?: string): void {
  const keep = exceptMemberId ?? "";
  const isForeign = (key: string, prefix: string) =>
    key.startsWith(prefix) && (!keep || !key.startsWith(prefix + keep));
  for (const key of shared.list()) if (isForeign(key, PREFIX)) change(key, null);
  for (const key of own.list()) if (isForeign(key, DRAFTS)) own.set(key, null);
}

/** Calls back when something changes, in this tab or another. Returns how to stop. */
export function watchEntries(wake: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(PREFIX)) return;
    snapshot = undefined;
    wake();
  };
  watchers.add(wake);
  window.addEventListener("storage", handleStorage);
  return () => {
    watchers.delete(wake);
    window.removeEventListener("storage", handleStorage);
  };
}

export const readDraft = (memberId: string, withId: string) => own.get(`${DRAFTS}${memberId}:${withId}`);

export function writeDraft(memberId: string, withId: string, draft: string | null): void {
  try {
    own.set(`${DRAFTS}${memberId}:${withId}`, draft);
  } catch {
    // Without storage a draft lives as long as the conversation is open.
  }
}
