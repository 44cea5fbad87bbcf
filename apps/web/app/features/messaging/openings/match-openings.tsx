import type { Opening } from "@caramelo/contract/messaging/calls";
import { useState } from "react";
import { useNavigate } from "react-router";
import { chatPath } from "~/platform/path-rules.ts";
import { useMember } from "~/platform/session.ts";
import { readDraft, writeDraft } from "../outbox/outbox-store.ts";
import { emptyDraft } from "../outbox/rules.ts";
import { OpeningList } from "./opening-list.tsx";
import { useOffer } from "./use-offer.ts";

type Props = { memberId: string; openings: readonly Opening[]; onLeave: () => void };

/** Openings on the match sheet: a tap opens the conversation with the text in its field. */
export function MatchOpenings({ memberId, openings, onLeave }: Props) {
  const { id } = useMember();
  const navigate = useNavigate();
  // An existing draft to this person must not be lost.
  const [hasDraft] = useState(() => readDraft(id, memberId) !== null);
  const offer = useOffer(memberId, hasDraft ? undefined : openings);
  if (offer.length === 0) return null;
  function choose(text: string) {
    writeDraft(id, memberId, JSON.stringify({ ...emptyDraft, text }));
    onLeave();
    void navigate(chatPath(memberId));
  }
  return <OpeningList openings={offer} onChoose={choose} className="pb-1" />;
}
