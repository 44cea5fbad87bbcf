import { QueryClientProvider } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { NeutralThanks, Thanks } from "~/features/billing/checkout/thanks.tsx";
import { isThanksType, type ThanksType } from "~/features/billing/checkout/thanks-rules.ts";
import { ResumedChat } from "~/features/messaging/conversation/resumed-chat.tsx";
import { readStoppedChat } from "~/features/messaging/conversation/stopped-chat.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { queryClient } from "~/platform/query.ts";
import { useSession } from "~/platform/session.ts";

export const meta = () => pageTitle("Obrigado");

/** The screen only shows words: the purchase is granted by the payment, never by this page. */
export default function ThankYou() {
  const [search] = useSearchParams();
  const { user } = useSession();
  const type = search.get("type") ?? "";
  if (!isThanksType(type)) return <Navigate to="/" replace />;
  if (!user) return <NeutralThanks isSignedIn={false} />;
  const stoppedChat = findStoppedChat(type, user.id);
  return (
    <QueryClientProvider client={queryClient}>
      <Thanks
        type={type}
        conversation={stoppedChat && <ResumedChat peerId={stoppedChat.withId} wasFirst={stoppedChat.isFirst} />}
      />
    </QueryClientProvider>
  );
}

/** With whom the conversation was in which the purchase began. A highlight is not bought in a conversation. */
function findStoppedChat(type: ThanksType, memberId: string) {
  return type === "highlight" ? null : readStoppedChat(memberId);
}
