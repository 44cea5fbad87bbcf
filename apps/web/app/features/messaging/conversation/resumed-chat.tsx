import { isTooLong, tidyText } from "@caramelo/contract/call/characters";
import { MESSAGE_MAX } from "@caramelo/contract/limits";
import type { Opening } from "@caramelo/contract/messaging/calls";
import { messagingFields } from "@caramelo/contract/texts/messaging";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import { isApiError } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { Avatar } from "~/ui/members/avatar.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { OpeningList } from "../openings/opening-list.tsx";
import { mayReplace } from "../openings/rules.ts";
import { useOffer } from "../openings/use-offer.ts";
import { type Draft, emptyDraft, findAsked } from "../outbox/rules.ts";
import { chatOf, messageHistory } from "../queries.ts";
import { listMessages } from "../sync/stream-rules.ts";
import type { Peer } from "../types.ts";
import { ShortFirstMessageNotice } from "./first-message-notice.tsx";
import { isFirstMessage } from "./rules.ts";
import { keepStoppedChat } from "./stopped-chat.ts";
import { sendDraft, useDraft, useWaiting } from "./use-draft.ts";
import { useNotice } from "./use-notice.ts";

const pathTo = (peerId: string) => `/mensagens?userId=${peerId}`;

/**
 * Shown after a purchase that began in a conversation: the other member, and a field with the waiting draft or openings
 * to choose from. Renders nothing when the other member is gone.
 */
export function ResumedChat({ peerId, wasFirst }: { peerId: string; wasFirst: boolean }) {
  const { data: chat, error, isFetching } = useQuery(chatOf(peerId));
  const { isFirst, isNew, isPending } = useFirstMessage(peerId, wasFirst);
  const notice = useNotice(peerId, isFirst);
  const { draft, change } = useDraft(peerId, []);
  // The conversation asks for confirmations and shows quotes.
  const mayWrite = !findAsked(draft) && !draft.replyTo;
  const openings = useOffer(peerId, isNew && !isPending ? chat?.openings : undefined);
  // As high as the content, so that nothing moves when it loads. The state from before the purchase is "may not write".
  if (isPending || (isFetching && chat?.writing !== "open"))
    return <Skeleton shape="card" className={heightOf(mayWrite, notice.isShown, isNew && draft.text === "")} />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR") || chat?.peer.isAvailable === false) return null;
  const isOpen = chat?.writing === "open";
  const hasForm = isOpen && mayWrite;
  return (
    <section aria-label="Sua conversa" className="grid gap-3 rounded-card border border-line bg-surface p-4 text-left">
      {chat && <Person peer={chat.peer} isOpen={isOpen} />}
      {chat && hasForm && (
        <ReplyForm
          peer={chat.peer}
          draft={draft}
          change={change}
          openings={openings}
          notice={notice.isShown && <ShortFirstMessageNotice />}
        />
      )}
      <ButtonLink to={pathTo(peerId)} variant={hasForm ? "ghost" : "primary"} isWide>
        Voltar à conversa
      </ButtonLink>
    </section>
  );
}

function heightOf(hasForm: boolean, hasNotice: boolean, hasOpenings: boolean): string {
  if (!hasForm) return "h-36";
  if (hasOpenings) return hasNotice ? "h-164 md:h-145" : "h-143 md:h-128";
  return hasNotice ? "h-104 md:h-100" : "h-83";
}

/**
 * Whether the member has not written to the other one yet, and whether neither has. Uses the state before the purchase
 * until the messages load. Failed loads count as no messages.
 */
function useFirstMessage(peerId: string, wasFirst: boolean) {
  const { data, isPending, hasNextPage } = useInfiniteQuery(messageHistory(peerId));
  const waitingEntries = useWaiting(peerId);
  const isCleared = data?.pages.some((page) => page.isCleared) ?? false;
  const messages = data ? listMessages(data.pages) : [];
  const isFirst = isPending ? wasFirst : !isCleared && isFirstMessage(messages, waitingEntries, hasNextPage);
  return { isPending, isFirst, isNew: isFirst && messages.length === 0 };
}

function Person({ peer: { name, photoUrl }, isOpen }: { peer: Peer; isOpen: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar src={photoUrl ?? undefined} alt="" name={name} size="large" />
      <div className="min-w-0">
        <h2 className="text-18 wrap-break-word">{name}</h2>
        {isOpen && <p className="text-14 text-muted">Agora vocês podem conversar.</p>}
      </div>
    </div>
  );
}

type ReplyProps = { peer: Peer; notice: ReactNode; openings: Opening[]; draft: Draft; change: (next: Draft) => void };

/** Sends like the composer, then opens the conversation, which shows the result. */
function ReplyForm({ peer, notice, openings, draft, change }: ReplyProps) {
  const me = useMember();
  const navigate = useNavigate();
  const isOverlong = isTooLong(draft.text, MESSAGE_MAX);
  const maySend = tidyText(draft.text) !== "" && !isOverlong;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!maySend) return;
    // Otherwise the text stays in the conversation's draft.
    if (sendDraft(peer.id, draft)) {
      change(emptyDraft);
      keepStoppedChat(me.id, null);
    }
    void navigate(pathTo(peer.id));
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Escrever mensagem" className="grid gap-3">
      {notice}
      <TextArea
        label={`Mensagem para ${peer.name}`}
        rows={2}
        value={draft.text}
        error={isOverlong ? messagingFields.messageTooLong : undefined}
        onChange={(event) => change({ ...draft, text: event.target.value })}
      />
      <Button type="submit" size="large" isWide disabled={!maySend}>
        <SendHorizontal aria-hidden strokeWidth={1.75} />
        Enviar
      </Button>
      {/* Below the button, which must stay in view on phones. */}
      {openings.length > 0 && mayReplace(draft.text, openings) && (
        <OpeningList
          openings={openings}
          chosenText={draft.text}
          onChoose={(opening) => change({ ...emptyDraft, text: opening })}
        />
      )}
    </form>
  );
}
