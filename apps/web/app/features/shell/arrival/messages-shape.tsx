import { Check, CheckCheck } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { Skeleton, SkeletonRows } from "~/ui/states/skeleton.tsx";
import { SkeletonBubbles } from "~/ui/states/skeleton-bubbles.tsx";
import { FirstTexts, FirstTextTemplate } from "./first-texts.tsx";

// Both fill the rest of the window, and never make the page longer than it.
const FILLING = "min-h-0 shrink grow basis-0 overflow-hidden";

/** The conversation list and the open conversation, with slots for the member's texts. */
export function MessagesShape() {
  return (
    <div className="hidden flex-1 md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22.5rem_minmax(0,1fr)] start-chat:grid start-rows:grid">
      <div className="flex flex-col border-line bg-surface pt-3 md:border-r md:pt-0 start-chat:max-md:hidden">
        {/* The heading has its final position, because it is among the largest elements of the first paint. */}
        <h1 className="mx-4 -mt-3 mb-3 pt-4 md:hidden">Mensagens</h1>
        <div className="px-4 pt-1 pb-3 md:pt-3">
          <Skeleton className="h-12" />
        </div>
        <FirstTexts name="rows" className={cx("peer empty:hidden", FILLING)} />
        <div className={cx("peer-not-empty:hidden", FILLING)}>
          <SkeletonRows count={7} isQuiet />
        </div>
        <RowTemplates />
      </div>
      <div className="hidden flex-col start-chat:flex">
        <div className="flex h-15 items-center gap-3 border-b border-line bg-surface px-4 md:h-17">
          <Skeleton shape="round" className="size-11" />
          <Skeleton className="h-4 w-32" />
        </div>
        <FirstTexts
          name="messages"
          className={cx("peer flex flex-col justify-end px-3 py-2 empty:hidden md:px-8 md:py-3", FILLING)}
        />
        <div className="flex flex-1 flex-col peer-not-empty:hidden">
          <SkeletonBubbles isQuiet />
        </div>
        <ComposerShape className="hidden peer-not-empty:grid" />
        <MessageTemplates />
      </div>
    </div>
  );
}

/** Has the height of the composer, so that the messages end above it. */
function ComposerShape({ className }: { className: string }) {
  return (
    <div
      className={cx(
        "gap-1.5 border-t border-line bg-surface py-2 pr-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] pl-3 md:px-5 md:py-3",
        className,
      )}
    >
      <Skeleton shape="round" className="h-12" />
      <FirstTexts name="balance" className="px-2 text-13 empty:hidden" />
      <FirstTextTemplate kind="balance">{"\u00a0"}</FirstTextTemplate>
    </div>
  );
}

/**
 * Looks like `ConversationRow`, which cannot be imported here: a file shared by the screen and this skeleton would be
 * loaded with every page.
 */
function RowTemplates() {
  return [false, true].map((isNew) =>
    [false, true].map((isAvailable) => (
      <FirstTextTemplate key={String(isAvailable)} kind={`row${isNew ? "-new" : ""}${isAvailable ? "-available" : ""}`}>
        <div className="grid h-19 grid-cols-[auto_minmax(0,1fr)] items-center gap-3 px-4">
          <Skeleton shape="round" className="size-13" />
          <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            <span className="flex items-center gap-1.5">
              <span className="min-w-0 truncate leading-[1.3] font-[650]">{"{name}"}</span>
              <span
                className={cx(
                  "ml-auto shrink-0 pl-2 text-13 tabular-nums",
                  isNew ? "font-semibold text-primary" : "text-muted",
                )}
              >
                {"{time}"}
              </span>
            </span>
            <span className="flex min-h-5.5 items-center gap-2">
              {isAvailable && <span className="shrink-0 text-13 font-medium text-ok">Disponível</span>}
              <span
                className={cx("min-w-0 truncate text-14 leading-[1.4]", isNew ? "font-[550] text-ink" : "text-muted")}
              >
                {"{preview}"}
              </span>
              {isNew && (
                <span className="ml-auto inline-block min-w-5 shrink-0 rounded-full bg-primary px-1.5 text-center text-13 leading-5 font-bold text-on-primary tabular-nums">
                  {"{unread}"}
                </span>
              )}
            </span>
          </span>
        </div>
      </FirstTextTemplate>
    )),
  );
}

function MessageTemplates() {
  return (
    <>
      <FirstTextTemplate kind="day">
        <p className="my-3 self-center rounded-full border border-line bg-surface px-3.5 py-1 text-13 font-semibold text-muted">
          {"{text}"}
        </p>
      </FirstTextTemplate>
      <FirstTextTemplate kind="unread">
        <p className="my-3 flex items-center gap-3.5 text-13 font-semibold text-primary before:h-px before:flex-1 before:bg-primary/45 after:h-px after:flex-1 after:bg-primary/45">
          {"{text}"}
        </p>
      </FirstTextTemplate>
      {[false, true].map((isNext) => (
        <FirstTextTemplate key={`received ${isNext}`} kind={`received${isNext ? "-next" : ""}`}>
          <Bubble className={cx("self-start rounded-bl-small border-line bg-surface", isNext && "rounded-tl-small")} />
        </FirstTextTemplate>
      ))}
      {[false, true].map((isNext) => (
        <FirstTextTemplate key={`sent ${isNext}`} kind={`sent${isNext ? "-next" : ""}`}>
          <Bubble
            className={cx("self-end rounded-br-small border-transparent bg-mine", isNext && "rounded-tr-small")}
          />
        </FirstTextTemplate>
      ))}
      <FirstTextTemplate kind="received-foot">
        <Foot className="self-start" />
      </FirstTextTemplate>
      <FirstTextTemplate kind="sent-foot">
        <Foot className="self-end" icon={<Check className="size-4.5" />} />
      </FirstTextTemplate>
      <FirstTextTemplate kind="read-foot">
        <Foot className="self-end" icon={<CheckCheck className="size-4.5 text-info" />} />
      </FirstTextTemplate>
    </>
  );
}

function Bubble({ className }: { className: string }) {
  return (
    <div
      className={cx(
        "mb-0.75 max-w-[min(82%,520px)] shrink-0 rounded-[18px] border px-3.25 py-2 leading-[1.42] text-ink md:max-w-[min(76%,520px)] md:px-3.5 md:py-2.25",
        className,
      )}
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{"{text}"}</p>
    </div>
  );
}

function Foot({ className, icon }: { className: string; icon?: ReactNode }) {
  return (
    <p
      className={cx(
        "mb-3 flex shrink-0 items-center gap-1.5 text-13 text-muted tabular-nums [&_svg]:stroke-[1.75]",
        className,
      )}
    >
      {"{time}"}
      {icon}
    </p>
  );
}
