import { DEMO_LABEL } from "@caramelo/contract/texts/common";
import { ArrowLeft, BadgeCheck, Crown, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Avatar } from "~/ui/members/avatar.tsx";
import { PresenceTag } from "~/ui/members/presence-tag.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import type { Peer } from "../types.ts";

// With large text these buttons do not grow on phones, to leave width for the name.
const SQUARE =
  "press inline-grid size-11 max-md:size-[min(2.75rem,44px)] shrink-0 place-items-center rounded-control text-ink hover-mouse:bg-tint [&_svg]:size-5";

/** The head of a conversation; on phones it is the head of the screen. */
export function ChatBar({ peer, isLoading, menu }: { peer: Peer | undefined; isLoading?: boolean; menu?: ReactNode }) {
  return (
    <header className="shrink-0 border-b border-line bg-surface">
      <div className="flex h-15 items-center gap-2 px-1 md:h-17 md:gap-3 md:px-5">
        <BackLink />
        {isLoading && <PeerShape />}
        {peer && <PeerLink peer={peer} />}
        {peer && (
          <Link to={`/perfil/${peer.id}`} title="Ver perfil" className={`${SQUARE} max-md:hidden`}>
            <UserRound aria-hidden strokeWidth={1.75} />
            <span className="sr-only">Ver perfil</span>
          </Link>
        )}
        {menu}
      </div>
      {peer?.isDemo && <p className="bg-tint py-0.5 text-center text-13 text-muted">{DEMO_LABEL}</p>}
    </header>
  );
}

function PeerShape() {
  return (
    <span aria-hidden className="flex items-center gap-2 md:gap-3">
      <Skeleton shape="round" className="size-11" />
      <Skeleton className="h-4 w-32" />
    </span>
  );
}

function PeerLink({ peer }: { peer: Peer }) {
  return (
    <Link
      to={`/perfil/${peer.id}`}
      data-member-id={peer.id}
      className="flex min-w-0 flex-1 items-center gap-2 rounded-control md:gap-3"
    >
      <Avatar
        src={peer.photoUrl ?? undefined}
        alt=""
        name={peer.name}
        size="medium"
        className="max-md:size-[min(2.75rem,12.5vw)]"
      />
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
        <span className="flex items-center gap-1.5">
          <h2 className="min-w-0 truncate text-18">{peer.name}</h2>
          {peer.isVerified && <StatusIcon icon={<BadgeCheck className="text-info" />} word="Perfil verificado" />}
          {peer.isPremium && <StatusIcon icon={<Crown className="text-gold" />} word="Premium" />}
        </span>
        {peer.isAvailable && <PresenceTag presence={peer.presence} className="min-w-0 overflow-hidden" />}
      </span>
    </Link>
  );
}

function StatusIcon({ icon, word }: { icon: ReactNode; word: string }) {
  return (
    <span title={word} className="shrink-0 [&_svg]:size-4.5 [&_svg]:stroke-[1.75]">
      {icon}
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** Goes back in history when the member came from the list, so that the browser's "back" does not return here. */
function BackLink() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const cameFromList = typeof state === "object" && state !== null && "fromList" in state;
  return (
    <Link
      to="/mensagens"
      replace
      title="Voltar"
      onClick={(event) => {
        if (!cameFromList) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className={`${SQUARE} md:hidden`}
    >
      <ArrowLeft aria-hidden strokeWidth={1.75} />
      <span className="sr-only">Voltar</span>
    </Link>
  );
}
