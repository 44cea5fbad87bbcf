import { MessageCircle } from "lucide-react";
import { useSearchParams } from "react-router";
import { ConversationList } from "~/features/messaging/list/conversation-list.tsx";
import { readPeerId } from "~/features/messaging/rules.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/basics/cx.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { EmptyState, ForbiddenState } from "~/ui/states/screen-state.tsx";
import { SkeletonBubbles } from "~/ui/states/skeleton-bubbles.tsx";

export const meta = () => pageTitle("Mensagens");
export const handle: ScreenHandle = { title: "Mensagens", isWide: true, isWindowHigh: true };

// Loaded when needed: the list comes first, and many visits need only the list.
const OpenChat = lazyPart(() => import("./open-chat.tsx").then((file) => file.OpenChat));

/** The conversation list next to the open conversation. Phones show one of the two. */
export default function Messages() {
  const { isAdmin } = useMember();
  const [params] = useSearchParams();
  const peerId = readPeerId(params);
  const isChatOpen = peerId !== undefined;
  usePreload(OpenChat);
  if (isAdmin) return <NoChats />;
  return (
    <div
      className={cx(
        "mx-auto grid min-h-0 w-full max-w-shell flex-1 grid-cols-[minmax(0,1fr)] border-line md:bg-surface md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22.5rem_minmax(0,1fr)] min-[1602px]:border-x",
        // Without conversations the list takes the whole width and says what to do.
        !isChatOpen && "md:has-[.nothing-listed]:grid-cols-1",
      )}
    >
      <section
        aria-label="Lista de conversas"
        className={cx(
          "peer flex min-h-0 flex-col border-line md:border-r",
          isChatOpen ? "max-md:hidden" : "max-md:mt-3",
        )}
      >
        <ConversationList openId={peerId} />
      </section>
      <section
        aria-label="Conversa"
        className={cx(
          "flex min-h-0 min-w-0 flex-col bg-canvas",
          !isChatOpen && "max-md:hidden md:peer-has-[.nothing-listed]:hidden",
        )}
      >
        {peerId === undefined && <NothingOpen />}
        {peerId !== undefined && (
          <LazyPart isScreen fallback={<ChatSkeleton />}>
            <OpenChat key={peerId} peerId={peerId} />
          </LazyPart>
        )}
      </section>
    </div>
  );
}

/** Shown until the conversation's code is loaded, usually while the member looked at the list. */
function ChatSkeleton() {
  return (
    <>
      <div className="h-15 shrink-0 border-b border-line bg-surface md:h-17" />
      <SkeletonBubbles />
    </>
  );
}

function NothingOpen() {
  return (
    <EmptyState
      className="my-auto"
      icon={<MessageCircle aria-hidden className="text-primary" />}
      title="Suas Mensagens"
      text="Selecione uma conversa para começar a trocar mensagens"
    />
  );
}

function NoChats() {
  return <ForbiddenState title="Sem mensagens aqui" text="Contas da administração não trocam mensagens." />;
}
