import { BADGE_CAP, SCROLL_BUTTON_PX } from "@caramelo/contract/limits";
import { groupBubbles, type UnreadMarker } from "@caramelo/contract/messaging/grouping";
import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { useIsTyping } from "../sync/typing-store.ts";
import type { Peer } from "../types.ts";
import type { MessageActions } from "./message-bubble.tsx";
import { MessageItems } from "./message-items.tsx";
import { type Bubble, countNewer, toEndLabel } from "./rules.ts";
import { useChatScroll } from "./use-chat-scroll.ts";

const MENU_BUTTON = "[data-message-menu]";

type Props = {
  peer: Peer;
  bubbles: Bubble[];
  unreadMarker: UnreadMarker | undefined;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  /** Called on each scroll: whether the member is far from the newest messages. */
  onFar: (isFar: boolean) => void;
  /** Shown without messages; empty where the member may not write the first one. */
  empty: ReactNode;
  /** Shown under the last message, such as the offer to buy. */
  foot?: ReactNode;
  actions: Omit<MessageActions, "jumpTo">;
};

/** The messages of a conversation. It opens at the newest one, at the bottom. */
export function MessageList(props: Props) {
  const { peer, bubbles, unreadMarker, hasOlder, isLoadingOlder, onOlder, onFar, empty, foot, actions } = props;
  const items = groupBubbles(bubbles, unreadMarker, useMoment());
  const last = bubbles.at(-1);
  const ownLast = last && last.progress !== "received" ? last.key : undefined;
  const loadOlder = () => hasOlder && !isLoadingOlder && onOlder();
  const { ref, isFar, handleScroll, toEnd } = useChatScroll(bubbles[0]?.key, ownLast, loadOlder);
  const jumpTo = useJump(ref, { hasOlder, isLoadingOlder, onOlder });
  const newer = useNewer(bubbles, isFar);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        role="log"
        // Older messages loaded at the top must not be announced; `Announcer` announces new ones.
        aria-live="off"
        aria-label={`Mensagens com ${peer.name}`}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is scrolled with the arrow keys
        tabIndex={0}
        onKeyDown={moveBetweenMenus}
        onScroll={() => {
          handleScroll();
          onFar(Math.abs(ref.current?.scrollTop ?? 0) > SCROLL_BUTTON_PX);
        }}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain pointer-coarse:select-none px-3 py-2 -outline-offset-2 [overflow-anchor:none] md:px-8 md:py-3"
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
          {bubbles.length === 0 ? (
            empty
          ) : (
            <MessageItems items={items} name={peer.name} actions={{ ...actions, jumpTo: ({ seq }) => jumpTo(seq) }} />
          )}
          <TypingIndicator peerId={peer.id} />
          {foot}
        </div>
      </div>
      <Announcer bubbles={bubbles} name={peer.name} />
      {isFar && (
        <IconButton
          label={toEndLabel(newer)}
          look="outline"
          onClick={toEnd}
          position="absolute"
          className="right-4 bottom-4 rounded-full! shadow-soft"
        >
          <ArrowDown aria-hidden strokeWidth={1.75} />
          {newer > 0 && (
            <span
              aria-hidden
              className="absolute -top-1.5 -right-1.5 min-w-5.5 rounded-full bg-primary px-1.5 text-center text-13 leading-5.5 font-semibold text-on-primary tabular-nums"
            >
              {newer > BADGE_CAP ? `${BADGE_CAP}+` : newer}
            </span>
          )}
        </IconButton>
      )}
    </div>
  );
}

/** How many messages arrived since the member scrolled away from the end. */
function useNewer(bubbles: Bubble[], isFar: boolean): number {
  const last = bubbles.findLast(({ progress }) => progress === "received")?.seq ?? 0;
  const [seenUpTo, setSeenUpTo] = useState(last);
  if (!isFar && seenUpTo !== last) setSeenUpTo(last);
  return isFar ? countNewer(bubbles, seenUpTo) : 0;
}

/** The arrow keys move from the menu button of a message to those above and below. */
function moveBetweenMenus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches(MENU_BUTTON)) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(MENU_BUTTON)];
  buttons.at(Math.max(0, buttons.indexOf(event.target) + step))?.focus();
}

/** Announces to screen readers a message that arrives while the conversation is open. */
function Announcer({ bubbles, name }: { bubbles: Bubble[]; name: string }) {
  const last = bubbles.findLast(({ progress }) => progress === "received");
  const [openedSeq] = useState(last?.seq ?? 0);
  return (
    <p role="status" className="sr-only">
      {last && (last.seq ?? 0) > openedSeq ? `${name}: ${last.text}` : ""}
    </p>
  );
}

/** Says "Digitando" while the other member writes. */
function TypingIndicator({ peerId }: { peerId: string }) {
  if (!useIsTyping(peerId)) return null;
  return (
    <p role="status" className="flex items-center gap-2.5 py-1 text-14 font-medium text-muted">
      <span
        aria-hidden
        className="inline-flex gap-1 rounded-[18px] rounded-bl-small border border-line bg-surface px-3.5 py-3 [&>i]:size-1.75 [&>i]:animate-pulse [&>i]:rounded-full [&>i]:bg-muted"
      >
        <i className="opacity-45" />
        <i className="opacity-70" />
        <i />
      </span>
      Digitando
    </p>
  );
}

const FLASH_MS = 1_600;

type OlderMessages = { hasOlder: boolean; isLoadingOlder: boolean; onOlder: () => void };

/** Scrolls to a message by its seq, loading older pages as needed. The message gets the focus and a temporary frame. */
function useJump(box: RefObject<HTMLElement | null>, { hasOlder, isLoadingOlder, onOlder }: OlderMessages) {
  const [target, setTarget] = useState<number>();
  useEffect(() => {
    if (target === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-seq="${target}"]`);
    if (!row && hasOlder) {
      if (!isLoadingOlder) onOlder();
      return;
    }
    setTarget(undefined);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.animate([{ boxShadow: "0 0 0 3px var(--color-primary)" }, { boxShadow: "0 0 0 3px transparent" }], FLASH_MS);
  }, [target, box, hasOlder, isLoadingOlder, onOlder]);
  return setTarget;
}
