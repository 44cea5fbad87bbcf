import { useQuery } from "@tanstack/react-query";
import { Chat, MissingChat } from "~/features/messaging/conversation/chat.tsx";
import { chatOf, refetchChat } from "~/features/messaging/queries.ts";
import { useReport } from "~/features/safety/queries.ts";
import { SafetyEntries } from "~/features/safety/safety-menu.tsx";
import { useSafety } from "~/features/safety/use-safety.tsx";
import { PhoneMenuEntries } from "~/features/shell/menu/phone-menu.tsx";
import { PHONE, useMedia } from "~/ui/basics/use-media.ts";

/**
 * The conversation opened by the address. `peerId` is null for an invalid id. Use the id as the key of this component.
 */
export function OpenChat({ peerId }: { peerId: string | null }) {
  return peerId === null ? <MissingChat /> : <ChatWith peerId={peerId} />;
}

function ChatWith({ peerId }: { peerId: string }) {
  const isPhone = useMedia(PHONE);
  const { data: chat } = useQuery(chatOf(peerId));
  const safety = useSafety({ id: peerId, name: chat?.peer.name ?? "" }, { onBlocked: () => void refetchChat(peerId) });
  const { mutateAsync: report } = useReport();
  const reportFraud = (messageId: string) =>
    report({ memberId: peerId, reason: "spam_or_scam", messageIds: [messageId] });
  const entries = isPhone && <PhoneMenuEntries />;
  return (
    <>
      <Chat
        peerId={peerId}
        safetyEntries={<SafetyEntries safety={safety} />}
        menuEntries={entries}
        onReport={safety.report}
        onReportFraud={reportFraud}
      />
      {safety.dialogs}
    </>
  );
}
