import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { EllipsisVertical, Reply } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { LongText } from "~/ui/basics/long-text.tsx";
import type { Message, Quote } from "../types.ts";
import { type Link, splitLinks } from "./link-rules.ts";
import { actionsLabel, type Bubble, describeReactions, quoteText } from "./rules.ts";
import { PULL_PX } from "./touch-rules.ts";
import { useTouch } from "./use-touch.ts";

export type MessageActions = {
  openMenu: (message: Message, anchor: HTMLElement) => void;
  openLink: (link: Link) => void;
  jumpTo: (quote: Quote) => void;
  /** Undefined if the member may not write. */
  reply: ((message: Message) => void) | undefined;
  /** Adds or removes a heart; undefined if the member may not react. */
  love: ((message: Message) => void) | undefined;
  /** Reports the message without a question; rejects when the report fails. */
  reportFraud: (messageId: string) => Promise<unknown>;
};

type Props = { bubble: Bubble; name: string; isFollowing: boolean; isLast: boolean; actions: MessageActions };

/**
 * One message. A right click, a long press or its button opens its menu. On touch screens, pulling it sideways replies
 * and a double tap adds a heart.
 */
export function MessageBubble({ bubble, name, isFollowing, isLast, actions }: Props) {
  const { text, progress, replyTo, message } = bubble;
  const isMine = progress !== "received";
  const button = useRef<HTMLButtonElement>(null);
  const openMenu = () => message && button.current && actions.openMenu(message, button.current);
  const { reply, love } = actions;
  const { pulled, isHeld, isTouched, handlers } = useTouch({
    onHold: openMenu,
    onPull: message && reply ? () => reply(message) : undefined,
    onDoubleTap: message && love ? () => love(message) : undefined,
  });
  function handleContextMenu(event: MouseEvent) {
    // Phones fire this under a resting finger. The menu opens when the finger is lifted.
    if (isTouched()) return event.preventDefault();
    // A member with selected words wants to copy them; the browser's menu offers that.
    if (!message || getSelection()?.toString()) return;
    event.preventDefault();
    openMenu();
  }
  const reactions = message && describeReactions(message.reactions, name);
  return (
    <div className={cx("group/bubble relative flex w-full items-center gap-1", isMine && "flex-row-reverse")}>
      {pulled > 0 && <ReplyMark isMine={isMine} isReached={pulled >= PULL_PX} />}
      <div
        className={cx(
          "grid max-w-[min(82%,520px)] md:max-w-[min(76%,520px)]",
          isMine ? "justify-items-end" : "justify-items-start",
        )}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same */}
        <div
          {...handlers}
          onContextMenu={handleContextMenu}
          data-seq={bubble.seq}
          style={pulled > 0 ? { translate: `${pulled}px` } : undefined}
          className={cx(
            "min-w-0 max-w-full touch-pan-y touch-pinch-zoom rounded-[18px] border px-3.25 py-2 leading-[1.42] text-ink [-webkit-touch-callout:none] motion-reduce:translate-none! md:px-3.5 md:py-2.25",
            pulled === 0 && "transition-[translate,filter]",
            isHeld && "brightness-95",
            isMine ? "rounded-br-small border-transparent bg-mine" : "rounded-bl-small border-line bg-surface",
            isFollowing && (isMine ? "rounded-tr-small" : "rounded-tl-small"),
          )}
        >
          {replyTo && <QuoteButton quote={replyTo} name={name} onJump={actions.jumpTo} />}
          <LongText
            text={text}
            lead={<span className="sr-only">{isMine ? "Você: " : `${name}: `}</span>}
            draw={(shownText) => <MessageText text={shownText} onOpen={actions.openLink} />}
            className="wrap-anywhere whitespace-pre-wrap"
          />
        </div>
        {reactions && (
          <button
            type="button"
            onClick={openMenu}
            className="press relative -mt-1.5 mb-0.5 min-h-7 rounded-full border border-line bg-surface px-2 text-14 leading-none shadow-soft after:absolute after:-inset-2.25"
          >
            <span aria-hidden>{reactions.emojis}</span>
            <span className="sr-only">{reactions.label}</span>
          </button>
        )}
      </div>
      {message && (
        <button
          ref={button}
          type="button"
          data-message-menu
          // Tab reaches only the last menu button; the arrow keys lead from there to the others.
          tabIndex={isLast ? 0 : -1}
          aria-haspopup="menu"
          title="Ações da mensagem"
          aria-label={actionsLabel(message)}
          onClick={openMenu}
          className="press grid size-9 shrink-0 place-items-center rounded-full text-muted opacity-0 group-hover/bubble:opacity-100 hover-mouse:bg-tint focus-visible:opacity-100 pointer-coarse:-ml-9 pointer-coarse:pointer-events-none [&_svg]:size-4.5"
        >
          <EllipsisVertical aria-hidden strokeWidth={1.75} />
        </button>
      )}
    </div>
  );
}

/** Appears at the side while a message is pulled, and is filled once releasing it replies. */
function ReplyMark({ isMine, isReached }: { isMine: boolean; isReached: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        "absolute left-0 grid size-9 place-items-center rounded-full [&_svg]:size-4.5",
        // With reduced motion the message does not move, so the mark is at its free side.
        !isMine && "motion-reduce:right-0 motion-reduce:left-auto",
        isReached ? "bg-primary text-on-primary" : "bg-tint text-muted",
      )}
    >
      <Reply strokeWidth={1.75} />
    </span>
  );
}

function QuoteButton({ quote, name, onJump }: { quote: Quote; name: string; onJump: (quote: Quote) => void }) {
  const author = quote.isMine ? "Você" : name;
  const box = "-mx-1 mb-1 block w-[calc(100%+0.5rem)] min-w-0 rounded-small bg-ink/5 p-1.5 pr-2.5";
  // The quoted message was deleted, so the quote is not a button.
  if (quote.text === null)
    return (
      <span className={box}>
        <QuoteLine quote={quote} author={author} />
      </span>
    );
  return (
    <button type="button" title="Ver a mensagem respondida" onClick={() => onJump(quote)} className={cx(box, "press")}>
      <QuoteLine quote={quote} author={author} lead={<span className="sr-only">Resposta a </span>} />
    </button>
  );
}

/** Addresses are buttons: nothing outside the product opens before the member has seen the destination. */
function MessageText({ text, onOpen }: { text: string; onOpen: (link: Link) => void }) {
  let at = 0;
  return splitLinks(text).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.link) return part.text;
    const { link } = part;
    return (
      <button
        key={key}
        type="button"
        onClick={() => onOpen(link)}
        className="inline text-left font-medium wrap-anywhere text-primary underline underline-offset-2"
      >
        {part.text}
      </button>
    );
  });
}

type QuoteLineProps = { quote: Quote; author: string; lead?: ReactNode; className?: string };

/** The first words and the author of a quoted message. */
export function QuoteLine({ quote, author, lead, className }: QuoteLineProps) {
  const text = quoteText(quote);
  return (
    <span className={cx("grid min-w-0 border-l-3 border-primary pl-2.5 text-left text-13", className)}>
      <span className="truncate font-semibold text-primary">
        {lead}
        {author}
      </span>
      <span className={cx("line-clamp-2 wrap-anywhere text-muted", text === undefined && "italic")}>
        {text ?? conversationTexts.quoteDeleted}
      </span>
    </span>
  );
}
