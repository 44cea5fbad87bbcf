import type { ComponentProps } from "react";
import { MatchSheet } from "~/features/favorites/match-sheet.tsx";
import { MatchOpenings } from "~/features/messaging/openings/match-openings.tsx";

type Props = Omit<ComponentProps<typeof MatchSheet>, "openings">;

/** The sheet of a new match with openings for the first message. */
export function NewMatch(props: Props) {
  const { match, onClose } = props;
  const openings = match.openings && <MatchOpenings memberId={match.id} openings={match.openings} onLeave={onClose} />;
  return <MatchSheet {...props} openings={openings} />;
}
