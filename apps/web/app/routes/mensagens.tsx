import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useSearchParams } from "react-router";
import { ConversationList } from "~/features/messaging/conversation-list.tsx";
import { askRoomAgain, roomOf } from "~/features/messaging/queries.ts";
import { MissingRoom, Room } from "~/features/messaging/room.tsx";
import { readPeerId } from "~/features/messaging/rules.ts";
import { SafetyEntries } from "~/features/safety/safety-menu.tsx";
import { useSafety } from "~/features/safety/use-safety.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import { PhoneMenuEntries } from "~/features/shell/phone-menu.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/cx.ts";
import { Face } from "~/ui/face.tsx";
import { useMedia } from "~/ui/use-media.ts";

export const meta = () => pageTitle("Mensagens");
export const handle: ScreenHandle = { title: "Mensagens", isWindowHigh: true };

/** The list of conversations beside the open one; on phones one of the two. */
export default function Messages() {
  const { isAdmin } = useMember();
  const [params] = useSearchParams();
  const peerId = readPeerId(params);
  const isRoom = peerId !== undefined;
  if (isAdmin) return <NoChats />;
  return (
    <div className="mx-auto grid min-h-0 w-full max-w-[1280px] flex-1 border-line md:bg-surface md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22.5rem_minmax(0,1fr)] min-[1282px]:border-x">
      <section
        aria-label="Lista de conversas"
        className={cx("flex min-h-0 flex-col border-line md:border-r", isRoom ? "max-md:hidden" : "max-md:mt-3")}
      >
        <ConversationList openId={peerId} />
      </section>
      <section
        aria-label="Conversa"
        className={cx("flex min-h-0 min-w-0 flex-col bg-canvas", !isRoom && "max-md:hidden")}
      >
        {peerId === undefined && <NothingOpen />}
        {peerId === null && <MissingRoom />}
        {peerId && <OpenRoom key={peerId} peerId={peerId} />}
      </section>
    </div>
  );
}

function OpenRoom({ peerId }: { peerId: string }) {
  const isPhone = useMedia("(max-width: 767.98px)");
  const { data: room } = useQuery(roomOf(peerId));
  const safety = useSafety({ id: peerId, name: room?.peer.name ?? "" }, () => void askRoomAgain(peerId));
  const entries = isPhone && <PhoneMenuEntries />;
  return (
    <>
      <Room peerId={peerId} safetyEntries={<SafetyEntries safety={safety} />} menuEntries={entries} />
      {safety.dialogs}
    </>
  );
}

function NothingOpen() {
  return (
    <Face
      kind="empty"
      className="my-auto"
      icon={<MessageCircle aria-hidden className="text-primary" />}
      title="Suas Mensagens"
      text="Selecione uma conversa para começar a trocar mensagens"
    />
  );
}

function NoChats() {
  return <Face kind="forbidden" title="Sem mensagens aqui" text="Contas da administração não trocam mensagens." />;
}
