import { QueryClientProvider } from "@tanstack/react-query";
import { Thanks } from "~/features/billing/checkout/thanks.tsx";
import type { ThanksType } from "~/features/billing/checkout/thanks-rules.ts";
import { ResumedChat } from "~/features/messaging/conversation/resumed-chat.tsx";
import { readStoppedChat } from "~/features/messaging/conversation/stopped-chat.ts";
import { queryClient } from "~/platform/query.ts";

/** Thanks a signed-in member, with a link back to the conversation in which the purchase began. */
export function OwnThanks({ type, memberId }: { type: ThanksType; memberId: string }) {
  const stoppedChat = findStoppedChat(type, memberId);
  return (
    <QueryClientProvider client={queryClient}>
      <Thanks
        type={type}
        conversation={stoppedChat && <ResumedChat peerId={stoppedChat.withId} wasFirst={stoppedChat.isFirst} />}
      />
    </QueryClientProvider>
  );
}

/** The other member of the conversation in which the purchase began. A highlight is not bought in a conversation. */
function findStoppedChat(type: ThanksType, memberId: string) {
  return type === "highlight" ? null : readStoppedChat(memberId);
}
