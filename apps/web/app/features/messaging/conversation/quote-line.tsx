import { conversationTexts } from "@caramelo/contract/texts/conversation";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import type { Quote } from "../types.ts";
import { quoteText } from "./rules.ts";

type Props = { quote: Quote; author: string; lead?: ReactNode; className?: string };

/** The first words of the message that another one replies to, and who wrote it. */
export function QuoteLine({ quote, author, lead, className }: Props) {
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
