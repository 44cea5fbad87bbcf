import { MESSAGE_MAX } from "@caramelo/contract/limits";
import { messagingFields } from "@caramelo/contract/texts/messaging";
import { useQuery } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { isApiError } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { Avatar } from "~/ui/people/avatar.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { sendMessage } from "../messaging-client.ts";
import { emptyDraft, findAsked, findClientId } from "../outbox/rules.ts";
import { chatOf } from "../queries.ts";
import type { Peer } from "../types.ts";
import { keepStoppedChat } from "./stopped-chat.ts";
import { useDraft } from "./use-draft.ts";

const pathTo = (peerId: string) => `/mensagens?userId=${peerId}`;

/**
 * Shown after a purchase that began in a conversation: with whom, and a field to write to them at once, which holds the
 * text that waits in the conversation. It shows nothing when the other one is not there any more.
 */
export function ResumedChat({ peerId }: { peerId: string }) {
  const { data: chat, error, isFetching } = useQuery(chatOf(peerId));
  // As high as what comes, so that nothing moves then. What was known before the purchase said that the member may not
  // write.
  if (isFetching && chat?.writing !== "open") return <Skeleton shape="card" className="h-83" />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR") || chat?.peer.isAvailable === false) return null;
  return (
    <section aria-label="Sua conversa" className="grid gap-3 rounded-card border border-line bg-surface p-4 text-left">
      {chat && <Person peer={chat.peer} />}
      {chat?.writing === "open" && <ReplyForm peer={chat.peer} />}
      <ButtonLink to={pathTo(peerId)} variant={chat?.writing === "open" ? "ghost" : "primary"} isWide>
        Voltar à conversa
      </ButtonLink>
    </section>
  );
}

function Person({ peer: { name, photoUrl } }: { peer: Peer }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar src={photoUrl ?? undefined} alt="" name={name} size="large" />
      <div className="min-w-0">
        <h2 className="text-18 wrap-break-word">{name}</h2>
        <p className="text-14 text-muted">Agora vocês podem conversar.</p>
      </div>
    </div>
  );
}

/** Sends as the composer does. The conversation, to which it leads, shows what became of the message. */
function ReplyForm({ peer }: { peer: Peer }) {
  const me = useMember();
  const navigate = useNavigate();
  const { draft, change } = useDraft(peer.id, []);
  const text = draft.text.trim();
  const isTooLong = text.length > MESSAGE_MAX;
  // The conversation asks what has to be confirmed.
  if (findAsked(draft)) return null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text === "" || isTooLong) return;
    // Otherwise the text waits in the conversation.
    if (sendMessage(peer.id, text, { replyTo: draft.replyTo, clientId: findClientId(draft) })) {
      change(emptyDraft);
      keepStoppedChat(me.id, null);
    }
    void navigate(pathTo(peer.id));
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Escrever mensagem" className="grid gap-3">
      <TextArea
        label={`Mensagem para ${peer.name}`}
        rows={2}
        value={draft.text}
        error={isTooLong ? messagingFields.messageTooLong : undefined}
        onChange={(event) => change({ ...draft, text: event.target.value })}
      />
      <Button type="submit" size="large" isWide disabled={text === "" || isTooLong}>
        <SendHorizontal aria-hidden strokeWidth={1.75} />
        Enviar
      </Button>
    </form>
  );
}
