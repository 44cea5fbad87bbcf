import { useEffect, useState, useSyncExternalStore } from "react";
import { useMember } from "~/platform/session.ts";
import {
  confirmDraft,
  type Draft,
  type Entry,
  emptyDraft,
  listReturned,
  listWaiting,
  takeBack,
} from "./outbox-rules.ts";
import { listEntries, readDraft, removeEntry, watchEntries, writeDraft } from "./outbox-store.ts";
import type { Message } from "./types.ts";

const noEntries: Entry[] = [];

function useEntries(): Entry[] {
  const { id } = useMember();
  return useSyncExternalStore(
    watchEntries,
    () => listEntries(id),
    () => noEntries,
  );
}

/** What is on its way to somebody, in order. */
export const useWaiting = (withId: string): Entry[] => listWaiting(useEntries(), withId);

function readStored(memberId: string, withId: string): Draft {
  try {
    const stored: Partial<Draft> | null = JSON.parse(readDraft(memberId, withId) ?? "null");
    return { text: String(stored?.text ?? ""), sentAs: stored?.sentAs ?? null };
  } catch {
    return emptyDraft;
  }
}

/** What is being written to somebody; it outlives a reload of this tab, and texts that came back stand in it. */
export function useDraft(withId: string, messages: Message[]) {
  const { id } = useMember();
  const [draft, setDraft] = useState(() => readStored(id, withId));
  const returned = listReturned(useEntries(), withId).filter(({ isTold }) => isTold);
  const confirmed = confirmDraft(draft, new Set(messages.map(({ clientId }) => clientId)));

  function change(next: Draft) {
    setDraft(next);
    writeDraft(id, withId, next.text || next.sentAs ? JSON.stringify(next) : null);
  }
  useEffect(() => {
    if (returned.length === 0 || document.visibilityState !== "visible") return;
    change(takeBack(draft, returned));
    for (const { clientId } of returned) removeEntry(id, clientId);
  });
  useEffect(() => {
    if (confirmed !== draft) change(confirmed);
  });
  return { draft: confirmed, change };
}
