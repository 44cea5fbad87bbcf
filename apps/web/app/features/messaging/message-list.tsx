import { ArrowDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { MessageLines } from "./message-lines.tsx";
import { type Bubble, groupBubbles, type News } from "./rules.ts";
import type { Peer } from "./types.ts";
import { TypingLine } from "./typing-line.tsx";
import { useRoomScroll } from "./use-room-scroll.ts";

type Props = {
  peer: Peer;
  bubbles: Bubble[];
  news: News | undefined;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  /** The member moved away from the newest messages, or came back to them. */
  onFar: (isFar: boolean) => void;
  /** Where there are no messages. */
  empty: ReactNode;
  /** Under the last message, such as the offer to buy. */
  foot?: ReactNode;
};

/** The messages of a conversation, newest at the bottom, where it opens. */
export function MessageList(props: Props) {
  const { peer, bubbles, news, hasOlder, isLoadingOlder, onOlder, onFar, empty, foot } = props;
  const lines = groupBubbles(bubbles, news, useMoment());
  const last = bubbles.at(-1);
  const ownLast = last && last.progress !== "received" ? last.key : undefined;
  const loadOlder = () => hasOlder && !isLoadingOlder && onOlder();
  const { ref, isFar, handleScroll, toEnd } = useRoomScroll(bubbles[0]?.key, ownLast, loadOlder);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        role="log"
        // What is loaded on top is no news: new messages are said by the line below.
        aria-live="off"
        aria-label={`Mensagens com ${peer.name}`}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
        tabIndex={0}
        onScroll={() => {
          handleScroll();
          onFar(Math.abs(ref.current?.scrollTop ?? 0) > 100);
        }}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-2 -outline-offset-2! [overflow-anchor:none] md:px-8 md:py-3"
      >
        <div className="flex min-h-full shrink-0 flex-col">
          {bubbles.length > 0 && <div className="mt-auto" />}
          {hasOlder && (
            <Button
              variant="ghost"
              size="small"
              className="my-2 self-center"
              isBusy={isLoadingOlder}
              onClick={loadOlder}
            >
              Carregar mensagens anteriores
            </Button>
          )}
          {bubbles.length === 0 ? empty : <MessageLines lines={lines} name={peer.name} />}
          <TypingLine peerId={peer.id} />
          {foot}
        </div>
      </div>
      <Announcer bubbles={bubbles} name={peer.name} />
      {isFar && (
        <IconButton
          label="Ir para as mensagens mais recentes"
          look="outline"
          onClick={toEnd}
          className="absolute! right-4 bottom-4 rounded-full! shadow-soft"
        >
          <ArrowDown aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}

/** Says a message that arrives while the conversation is open. */
function Announcer({ bubbles, name }: { bubbles: Bubble[]; name: string }) {
  const last = bubbles.findLast(({ progress }) => progress === "received");
  const [opened] = useState(last?.seq ?? 0);
  return (
    <p role="status" className="sr-only">
      {last && (last.seq ?? 0) > opened ? `${name}: ${last.text}` : ""}
    </p>
  );
}
