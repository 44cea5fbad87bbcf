import { ArrowDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import type { Peer } from "../types.ts";
import { MessageItems } from "./message-items.tsx";
import { type Bubble, groupBubbles, type UnreadMarker } from "./rules.ts";
import { TypingIndicator } from "./typing-indicator.tsx";
import { useChatScroll } from "./use-chat-scroll.ts";

type Props = {
  peer: Peer;
  bubbles: Bubble[];
  unreadMarker: UnreadMarker | undefined;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  /** The member scrolled away from the newest messages, or back to them. */
  onFar: (isFar: boolean) => void;
  /** Shown when there are no messages; nothing where the member may not write the first one. */
  empty: ReactNode;
  /** Shown under the last message, such as the offer to buy. */
  foot?: ReactNode;
};

/** The messages of a conversation. It opens at the newest one, at the bottom. */
export function MessageList(props: Props) {
  const { peer, bubbles, unreadMarker, hasOlder, isLoadingOlder, onOlder, onFar, empty, foot } = props;
  const items = groupBubbles(bubbles, unreadMarker, useMoment());
  const last = bubbles.at(-1);
  const ownLast = last && last.progress !== "received" ? last.key : undefined;
  const loadOlder = () => hasOlder && !isLoadingOlder && onOlder();
  const { ref, isFar, handleScroll, toEnd } = useChatScroll(bubbles[0]?.key, ownLast, loadOlder);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        role="log"
        // Older messages that are loaded on top must not be announced; `Announcer` announces new ones.
        aria-live="off"
        aria-label={`Mensagens com ${peer.name}`}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is scrolled with the arrow keys
        tabIndex={0}
        onScroll={() => {
          handleScroll();
          onFar(Math.abs(ref.current?.scrollTop ?? 0) > 100);
        }}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-2 -outline-offset-2! [overflow-anchor:none] md:px-8 md:py-3"
      >
        <div className="flex min-h-full shrink-0 flex-col">
          {(bubbles.length > 0 || !empty) && <div className="mt-auto" />}
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
          {bubbles.length === 0 ? empty : <MessageItems items={items} name={peer.name} />}
          <TypingIndicator peerId={peer.id} />
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

/** Announces to screen readers a message that arrives while the conversation is open. */
function Announcer({ bubbles, name }: { bubbles: Bubble[]; name: string }) {
  const last = bubbles.findLast(({ progress }) => progress === "received");
  const [opened] = useState(last?.seq ?? 0);
  return (
    <p role="status" className="sr-only">
      {last && (last.seq ?? 0) > opened ? `${name}: ${last.text}` : ""}
    </p>
  );
}
