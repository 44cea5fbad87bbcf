import { findUnreadMarker, type UnreadMarker } from "@caramelo/contract/messaging/grouping";
import { messagingErrors, messagingTexts } from "@caramelo/contract/texts/messaging";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { clockLead } from "~/platform/server-clock.ts";
import { createBrowserStore, useStore } from "~/platform/store.ts";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { SkeletonBubbles } from "~/ui/states/skeleton-bubbles.tsx";
import { useOffer } from "../openings/use-offer.ts";
import { chatOf, messageHistory } from "../queries.ts";
import { listMessages } from "../sync/stream-rules.ts";
import type { Message, Chat as OpenedChat } from "../types.ts";
import { ChatBar } from "./chat-bar.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { Composer, type ComposerHandle } from "./composer.tsx";
import { FirstMessageNotice } from "./first-message-notice.tsx";
import { MessageList } from "./message-list.tsx";
import { findReadUpTo, isFirstMessage, keepUnreadMarker, listBubbles, quoteOf } from "./rules.ts";
import { useWaiting } from "./use-draft.ts";
import { useMessageActions } from "./use-message-actions.tsx";
import { useNotice } from "./use-notice.ts";
import { useReadReceipts } from "./use-read-receipts.ts";

const visibility = createBrowserStore(
  () => document.visibilityState === "visible",
  true,
  () => document,
  ["visibilitychange"],
);

/** True while this tab is visible. */
const useIsVisible = (): boolean => useStore(visibility);

// Loaded when needed: most members may write and never see the panel.
const UpgradePanel = lazyPart(() => import("./upgrade-panel.tsx").then((file) => file.UpgradePanel));
// Loaded when needed: few members write fast enough to reach the limit.
const LimitWait = lazyPart(() => import("../outbox/limit-wait.tsx").then((file) => file.LimitWait));

type Props = {
  peerId: string;
  /** Menu entries to report and block the other member. */
  safetyEntries: ReactNode;
  /** On phones: the entries of the top bar's menu. */
  menuEntries: ReactNode;
  /** Opens the report of the other member, with these messages selected. */
  onReport: (messageIds: string[]) => void;
  /** Reports a message that looks like a fraud, without a question; rejects when the report fails. */
  onReportFraud: (messageId: string) => Promise<unknown>;
};

/** An open conversation. Use the other member's id as its key. */
export function Chat({ peerId, safetyEntries, menuEntries, onReport, onReportFraud }: Props) {
  const chat = useQuery(chatOf(peerId));
  const history = useInfiniteQuery(messageHistory(peerId));
  const messages = history.data ? listMessages(history.data.pages) : undefined;
  if (isApiError(chat.error, "NOT_FOUND", "VALIDATION_ERROR")) return <MissingChat />;
  const peer = chat.data?.peer;
  return (
    <>
      <ChatBar
        peer={peer}
        isLoading={chat.isPending}
        menu={
          peer && <ChatMenu peer={peer} lastSeq={messages?.at(-1)?.seq} safety={safetyEntries} entries={menuEntries} />
        }
      />
      {!chat.data && chat.isError && (
        <LoadFailed
          keepsTitle
          title={messagingTexts.conversationLoadFailed}
          onRetry={() => void chat.refetch()}
          isBusy={chat.isFetching}
        />
      )}
      {!messages && history.isError && chat.data && (
        <LoadFailed
          keepsTitle
          title={messagingTexts.messagesLoadFailed}
          onRetry={() => void history.refetch()}
          isBusy={history.isFetching}
        />
      )}
      {/* The key remounts the skeleton when the bar above has grown, so that its shapes do not jump. */}
      {(chat.isPending || (chat.data && history.isPending)) && <SkeletonBubbles key={String(chat.isPending)} />}
      {chat.data && messages && (
        <OpenChat
          chat={chat.data}
          messages={messages}
          onReport={onReport}
          onReportFraud={onReportFraud}
          isCleared={history.data?.pages.some((page) => page.isCleared) ?? false}
          older={{
            hasOlder: history.hasNextPage,
            isLoadingOlder: history.isFetchingNextPage,
            onOlder: () => void history.fetchNextPage(),
          }}
        />
      )}
    </>
  );
}

type OpenProps = {
  chat: OpenedChat;
  messages: Message[];
  isCleared: boolean;
  onReport: Props["onReport"];
  onReportFraud: Props["onReportFraud"];
  older: { hasOlder: boolean; isLoadingOlder: boolean; onOlder: () => void };
};

function OpenChat({ chat, messages, isCleared, onReport, onReportFraud, older }: OpenProps) {
  const { peer, writing } = chat;
  const isLooking = useIsVisible();
  const [isFar, setIsFar] = useState(false);
  const { unreadMarker, forget } = useUnreadMarker(messages, chat.unread, isLooking);
  useReadReceipts(peer.id, isLooking && !isFar ? findReadUpTo(messages) : undefined);
  const waitingEntries = useWaiting(peer.id);
  const isFirst = !isCleared && isFirstMessage(messages, waitingEntries, older.hasOlder);
  const isNew = isFirst && messages.length === 0;
  const openings = useOffer(peer.id, isNew ? chat.openings : undefined);
  const composer = useRef<ComposerHandle>(null);
  const onReply = (message: Message) => composer.current?.reply(quoteOf(message)) ?? null;
  const { actions, layers } = useMessageActions({ chat, onReply, onReport, onReportFraud });
  const notice = useNotice(peer.id, writing === "open" && isFirst);
  return (
    <>
      <MessageList
        actions={actions}
        peer={peer}
        bubbles={listBubbles(messages, waitingEntries, clockLead.get())}
        unreadMarker={unreadMarker}
        {...older}
        onFar={setIsFar}
        empty={(isCleared || writing === "open") && <NoMessages name={peer.name} isCleared={isCleared} />}
        foot={
          <>
            {notice.isShown && (
              <FirstMessageNotice
                onDismiss={(event) => {
                  notice.dismiss();
                  // Move the focus only after a key press; after a tap it would open a phone's keyboard.
                  if (event.detail === 0) composer.current?.focus();
                }}
              />
            )}
            {waitingEntries.some(({ limitedUntil }) => limitedUntil) && (
              <LazyPart isQuiet>
                <LimitWait waiting={waitingEntries} />
              </LazyPart>
            )}
            {writing === "upgrade" && (
              // Reserves the panel's height: its code loads after the messages, and the panel would push them up.
              <div className="grid min-h-82 justify-items-center py-2 md:min-h-68.5">
                <LazyPart fallback={<Skeleton shape="card" className="w-full max-w-130" />}>
                  <UpgradePanel chat={chat} isFirst={isFirst} />
                </LazyPart>
              </div>
            )}
          </>
        }
      />
      {writing === "open" || writing === "upgrade" ? (
        <Composer
          ref={composer}
          chat={chat}
          messages={messages}
          isFirst={isFirst}
          openings={openings}
          onSend={forget}
        />
      ) : (
        <ClosedChat writing={writing} />
      )}
      {layers}
    </>
  );
}

/**
 * Marks messages that were unread when the member opened the tab. The marker stays until the member answers or leaves
 * the tab and returns.
 */
function useUnreadMarker(messages: Message[], unread: number, isLooking: boolean) {
  const [marker, setMarker] = useState<UnreadMarker>();
  const [wasLooking, setWasLooking] = useState(false);
  if (isLooking !== wasLooking) {
    setWasLooking(isLooking);
    if (isLooking) setMarker(findUnreadMarker(messages, unread));
  }
  return { unreadMarker: keepUnreadMarker(marker, messages), forget: () => setMarker(undefined) };
}

function NoMessages({ name, isCleared }: { name: string; isCleared: boolean }) {
  return (
    <div className="m-auto px-4 py-8 text-center text-muted">
      <p className="font-display text-18 font-[560] text-balance text-ink">
        {isCleared ? "Conversa excluída" : `Comece a conversa com ${name}`}
      </p>
      <p className="mt-1 text-14 text-balance">
        {isCleared ? "Só você deixou de ver as mensagens." : "Uma pergunta sobre o perfil costuma ser um bom começo."}
      </p>
    </div>
  );
}

/** Shown for an unknown id, and for a member whom the viewer must not see. */
export function MissingChat() {
  return (
    <>
      <ChatBar peer={undefined} />
      <EmptyState
        className="my-auto"
        icon={<MessageCircle aria-hidden className="text-primary" />}
        title="Conversa não encontrada"
        text="Este perfil não existe ou não está disponível para você."
        action={<ButtonLink to="/mensagens">Ver conversas</ButtonLink>}
      />
    </>
  );
}

/** Replaces the composer if the member may not write. */
function ClosedChat({ writing }: { writing: "unavailable" | "managed" | "age" }) {
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-14 text-muted">
      {writing === "unavailable" && <p>{messagingErrors.PEER_UNAVAILABLE}</p>}
      {writing === "age" && (
        <>
          <p className="font-semibold text-ink">Confirme sua idade para conversar</p>
          <p>
            É rápido, e só a nossa equipe vê seus documentos. <TextLink to="/verificacao">Confirmar idade</TextLink>
          </p>
        </>
      )}
      {writing === "managed" && (
        <>
          <p className="font-semibold text-ink">Perfil gerenciado</p>
          <p>Nossa equipe ainda cuida deste perfil. As mensagens abrem quando a própria pessoa o assumir.</p>
        </>
      )}
    </div>
  );
}
