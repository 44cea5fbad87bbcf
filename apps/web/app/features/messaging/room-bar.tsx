import { ArrowLeft, BadgeCheck, Crown, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Avatar } from "~/ui/avatar.tsx";
import { PresenceTag } from "~/ui/presence-tag.tsx";
import type { Peer } from "./types.ts";

const SQUARE =
  "inline-grid size-11 shrink-0 place-items-center rounded-control text-ink hover-mouse:bg-tint [&_svg]:size-5";

/** The head of a conversation; on phones it is the head of the screen. */
export function RoomBar({ peer, menu }: { peer: Peer | undefined; menu?: ReactNode }) {
  return (
    <header className="flex h-15 shrink-0 items-center gap-2 border-b border-line bg-surface px-1 md:h-17 md:gap-3 md:px-5">
      <BackLink />
      {peer && <Who peer={peer} />}
      {peer && (
        <Link to={`/perfil/${peer.id}`} title="Ver perfil" className={`${SQUARE} max-md:hidden`}>
          <UserRound aria-hidden strokeWidth={1.75} />
          <span className="sr-only">Ver perfil</span>
        </Link>
      )}
      {menu}
    </header>
  );
}

function Who({ peer }: { peer: Peer }) {
  return (
    <Link
      to={`/perfil/${peer.id}`}
      data-member-id={peer.id}
      className="flex min-w-0 flex-1 items-center gap-2 rounded-control md:gap-3"
    >
      <Avatar src={peer.photoUrl ?? undefined} alt="" size="medium" />
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
        <span className="flex items-center gap-1.5">
          <h2 className="min-w-0 truncate text-18">{peer.name}</h2>
          {peer.isVerified && <Mark icon={<BadgeCheck className="text-info" />} word="Perfil verificado" />}
          {peer.isPremium && <Mark icon={<Crown className="text-gold" />} word="Premium" />}
        </span>
        {peer.isAvailable && <PresenceTag presence={peer.presence} />}
      </span>
    </Link>
  );
}

function Mark({ icon, word }: { icon: ReactNode; word: string }) {
  return (
    <span title={word} className="shrink-0 [&_svg]:size-4.5 [&_svg]:stroke-[1.75]">
      {icon}
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** Back to the list: the step that opened the conversation, when it was one, so that "back" does not lead here again. */
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
