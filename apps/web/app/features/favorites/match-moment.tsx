import { useStore } from "~/platform/store.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { hideMatch, matchStore } from "./match-store.ts";

const MatchSheet = lazyPart(() => import("./match-sheet.tsx").then((file) => file.MatchSheet));

/** Shows the sheet of a new match on any screen. Render it once, around all screens. */
export function MatchMoment({ ownPhotoUrl }: { ownPhotoUrl: string | null }) {
  const { match, isOpen } = useStore(matchStore);
  if (!match) return null;
  return (
    <LazyPart onFailure={hideMatch}>
      <MatchSheet key={match.id} match={match} ownPhotoUrl={ownPhotoUrl} isOpen={isOpen} onClose={hideMatch} />
    </LazyPart>
  );
}
