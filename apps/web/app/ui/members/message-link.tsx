import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { Lock, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { chatPath } from "~/platform/path-rules.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";

type Props = {
  memberId: string;
  /** The member must buy first; the link says so in advance. */
  needsUpgrade: boolean;
  /** The text of the link if no purchase is needed. */
  children: ReactNode;
  onClick?: () => void;
  isWide?: boolean;
  className?: string;
};

export function MessageLink({ memberId, needsUpgrade, children, ...look }: Props) {
  return (
    <ButtonLink to={chatPath(memberId)} size="large" variant={needsUpgrade ? "gold" : "primary"} {...look}>
      {needsUpgrade ? (
        <>
          <Lock aria-hidden strokeWidth={1.75} />
          <span className="grid gap-1 text-left">
            {messagingTexts.message}
            <span className="sr-only"> · </span>
            <span className="text-13 font-medium">{messagingTexts.needsTokens}</span>
          </span>
        </>
      ) : (
        <>
          <MessageCircle aria-hidden strokeWidth={1.75} />
          {children}
        </>
      )}
    </ButtonLink>
  );
}
