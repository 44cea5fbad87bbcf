import { tidyText } from "@caramelo/contract/call/characters";
import { useEffect, useState } from "react";
import { vibrate } from "~/platform/motion.ts";
import { useMember } from "~/platform/session.ts";
import { useStore } from "~/platform/store.ts";
import { sendMessage } from "../messaging-client.ts";
import { listEntries, readDraft, removeEntry, subscribeToEntries, writeDraft } from "../outbox/outbox-store.ts";
import {
  confirmDraft,
  type Draft,
  type Entry,
  emptyDraft,
  findClientId,
  listReturned,
  listWaiting,
  restoreTexts,
} from "../outbox/rules.ts";
import type { Message } from "../types.ts";

const noEntries: Entry[] = [];

function useEntries(): Entry[] {
  const { id } = useMember();
  return useStore({ get: () => listEntries(id), getInitial: () => noEntries, subscribe: subscribeToEntries });
}

/** The unsent messages to a member, in order. */
export const useWaiting = (withId: string): Entry[] => listWaiting(useEntries(), withId);

function readStored(memberId: string, withId: string): Draft {
  try {
    const storedDraft: Partial<Draft> | null = JSON.parse(readDraft(memberId, withId) ?? "null");
    const { text = "", sentAs = null, replyTo, asked: askedQuestion } = storedDraft ?? {};
    return { text: String(text), sentAs, replyTo, asked: askedQuestion };
  } catch {
    return emptyDraft;
  }
}

/** The draft to a member. It survives a reload of this tab; texts of unsent messages are put back into it. */
export function useDraft(withId: string, messages: Message[]) {
  const { id } = useMember();
  const [draft, setDraft] = useState(() => readStored(id, withId));
  const returnedEntries = listReturned(useEntries(), withId).filter(({ isAnnounced }) => isAnnounced);
  const confirmed = confirmDraft(draft, new Set(messages.map(({ clientId }) => clientId)));

  function change(next: Draft) {
    setDraft(next);
    writeDraft(id, withId, next.text || next.sentAs || next.replyTo ? JSON.stringify(next) : null);
  }
  useEffect(() => {
    if (returnedEntries.length === 0 || document.visibilityState !== "visible") return;
    change(restoreTexts(draft, returnedEntries));
    for (const { clientId } of returnedEntries) removeEntry(id, clientId);
  });
  useEffect(() => {
    if (confirmed !== draft) change(confirmed);
  });
  return { draft: confirmed, change };
}

/** Sends the draft. Returns false when no client took it and the draft must stay. */
export function sendDraft(withId: string, draft: Draft, isConfirmed = false): boolean {
  vibrate();
  const text = tidyText(draft.text);
  const clientId = findClientId({ ...draft, text });
  return sendMessage(withId, text, { replyTo: draft.replyTo, clientId, isConfirmed });
}
