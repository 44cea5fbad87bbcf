import { clockText } from "@caramelo/contract/formats/moments";
import { type ChatItem, type Group, unreadDividerText } from "@caramelo/contract/messaging/grouping";
import { Check, CheckCheck, Clock } from "lucide-react";
import { Fragment } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { type MessageActions, MessageBubble } from "./message-bubble.tsx";
import type { Bubble } from "./rules.ts";
import { WarningLine } from "./warning-line.tsx";

/** The items of a conversation: days, the divider before unread messages, groups of bubbles. */
export function MessageItems({
  items,
  name,
  actions,
}: {
  items: ChatItem<Bubble>[];
  name: string;
  actions: MessageActions;
}) {
  const groups = items.flatMap((item) => (item.kind === "group" ? [item] : []));
  const lastKey = groups.flatMap(({ bubbles }) => bubbles).findLast(({ message }) => message !== null)?.key;
  return items.map((item) => {
    if (item.kind === "day") return <Day key={item.key} label={item.label} />;
    if (item.kind === "unread") return <UnreadDivider key={item.key} count={item.count} />;
    return <Bubbles key={item.key} group={item} name={name} lastKey={lastKey} actions={actions} />;
  });
}

function Day({ label }: { label: string }) {
  return (
    <h3 className="my-3 self-center rounded-full border border-line bg-surface px-3.5 py-1 font-sans text-13 font-semibold tracking-normal text-muted">
      {label}
    </h3>
  );
}

function UnreadDivider({ count }: { count: number }) {
  return (
    <p className="my-3 flex items-center gap-3.5 text-13 font-semibold text-primary before:h-px before:flex-1 before:bg-primary/45 after:h-px after:flex-1 after:bg-primary/45">
      {unreadDividerText(count)}
    </p>
  );
}

type BubblesProps = { group: Group<Bubble>; name: string; lastKey: string | undefined; actions: MessageActions };

function Bubbles({ group, name, lastKey, actions }: BubblesProps) {
  const isMine = group.progress !== "received";
  return (
    <div
      className={cx(
        "mb-3 grid grid-cols-[minmax(0,1fr)] gap-0.75",
        isMine ? "justify-items-end" : "justify-items-start",
      )}
    >
      {group.bubbles.map((bubble, at) => (
        <Fragment key={bubble.key}>
          <MessageBubble
            bubble={bubble}
            name={name}
            isFollowing={at > 0}
            isLast={bubble.key === lastKey}
            actions={actions}
          />
          <Warning message={bubble.message} onReport={actions.reportFraud} />
        </Fragment>
      ))}
      <Foot group={group} />
    </div>
  );
}

type WarningProps = { message: Bubble["message"]; onReport: MessageActions["reportFraud"] };

function Warning({ message, onReport }: WarningProps) {
  if (!message || message.warnings.length === 0) return null;
  return <WarningLine warnings={message.warnings} onReport={() => onReport(message.id)} />;
}

/** When the group was sent or read, and its progress as an icon with a text for screen readers. */
function Foot({ group: { progress, shownAt } }: { group: Group<Bubble> }) {
  const time = clockText(shownAt);
  return (
    <p className="flex items-center gap-1.5 text-13 text-muted tabular-nums [&_svg]:stroke-[1.75]">
      <span>{progress === "sending" ? "Enviando" : time}</span>
      {progress === "sending" && <Clock aria-hidden className="size-4" />}
      {progress === "sent" && <Check aria-hidden className="size-4.5" />}
      {progress === "read" && <CheckCheck aria-hidden className="size-4.5 text-info" />}
      {progress === "sent" && <span className="sr-only">Enviada</span>}
      {progress === "read" && <span className="sr-only">Lida</span>}
    </p>
  );
}
