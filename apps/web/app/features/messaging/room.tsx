import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { SkeletonBubbles } from "~/ui/skeleton-bubbles.tsx";
import { ClosedNote, UpgradePanel } from "./closed-notes.tsx";
import { Composer } from "./composer.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { MessageList } from "./message-list.tsx";
import { messageHistory, roomOf } from "./queries.ts";
import { RoomBar } from "./room-bar.tsx";
import { RoomMenu } from "./room-menu.tsx";
import { findNews, findReadMark, keepNews, listBubbles, type News } from "./rules.ts";
import { listMessages } from "./stream-rules.ts";
import type { Message, Room as RoomFacts } from "./types.ts";
import { useWaiting } from "./use-draft.ts";
import { useIsVisible } from "./use-is-visible.ts";
import { useReadMarks } from "./use-read-marks.ts";

type Props = {
  peerId: string;
  /** Entries of the menu that are about the other one's conduct. */
  safetyEntries: ReactNode;
  /** On phones: what the menu of the top bar holds. */
  menuEntries: ReactNode;
};

/** An open conversation. Give it the member's id as its key. */
export function Room({ peerId, safetyEntries, menuEntries }: Props) {
  const room = useQuery(roomOf(peerId));
  const history = useInfiniteQuery(messageHistory(peerId));
  const messages = history.data ? listMessages(history.data.pages) : undefined;
  if (isApiError(room.error, "NOT_FOUND", "VALIDATION_ERROR")) return <MissingRoom />;
  const peer = room.data?.peer;
  return (
    <>
      <RoomBar
        peer={peer}
        menu={
          peer && <RoomMenu peer={peer} lastSeq={messages?.at(-1)?.seq} safety={safetyEntries} entries={menuEntries} />
        }
      />
      {!room.data && room.isError && (
        <LoadFailed what="conversation" onRetry={() => void room.refetch()} isBusy={room.isFetching} />
      )}
      {!messages && history.isError && room.data && (
        <LoadFailed what="messages" onRetry={() => void history.refetch()} isBusy={history.isFetching} />
      )}
      {(room.isPending || (room.data && history.isPending)) && <SkeletonBubbles />}
      {room.data && messages && (
        <OpenRoom
          room={room.data}
          messages={messages}
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
  room: RoomFacts;
  messages: Message[];
  isCleared: boolean;
  older: { hasOlder: boolean; isLoadingOlder: boolean; onOlder: () => void };
};

function OpenRoom({ room, messages, isCleared, older }: OpenProps) {
  const { peer, writing } = room;
  const isLooking = useIsVisible();
  const [isFar, setIsFar] = useState(false);
  const { news, forget } = useNews(messages, room.unread, isLooking);
  useReadMarks(peer.id, isLooking && !isFar ? findReadMark(messages) : undefined);
  const waiting = useWaiting(peer.id);
  return (
    <>
      <MessageList
        peer={peer}
        bubbles={listBubbles(messages, waiting)}
        news={news}
        {...older}
        onFar={setIsFar}
        empty={<NoMessages name={peer.name} isCleared={isCleared} />}
        foot={writing === "upgrade" && <UpgradePanel balance={room.balance} />}
      />
      {writing === "open" || writing === "upgrade" ? (
        <Composer room={room} messages={messages} onPost={forget} />
      ) : (
        <ClosedNote writing={writing} />
      )}
    </>
  );
}

/** What was unread when the member came to look; it stays marked until they answer or come back once more. */
function useNews(messages: Message[], unread: number, isLooking: boolean) {
  const [news, setNews] = useState<News>();
  const [wasLooking, setWasLooking] = useState(false);
  if (isLooking !== wasLooking) {
    setWasLooking(isLooking);
    if (isLooking) setNews(findNews(messages, unread));
  }
  return { news: keepNews(news, messages), forget: () => setNews(undefined) };
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

/** The same for an id that nobody has and for one that is closed to this member. */
export function MissingRoom() {
  return (
    <>
      <RoomBar peer={undefined} />
      <Face
        kind="empty"
        className="my-auto"
        icon={<MessageCircle aria-hidden className="text-primary" />}
        title="Conversa não encontrada"
        text="Este perfil não existe ou não está disponível para você."
        action={<ButtonLink to="/mensagens">Ver conversas</ButtonLink>}
      />
    </>
  );
}
