import { hideMatch, matchStore } from "~/features/favorites/match-store.ts";
import { useStore } from "~/platform/store.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

const NewMatch = lazyPart(() => import("./new-match.tsx").then((file) => file.NewMatch));

/** Shows the sheet of a new match on any screen. Render it once, around all screens. */
export function MatchMoment({ ownPhotoUrl }: { ownPhotoUrl: string | null }) {
  const { match, isOpen } = useStore(matchStore);
  if (!match) return null;
  return (
    <LazyPart onFailure={hideMatch}>
      <NewMatch key={match.id} match={match} ownPhotoUrl={ownPhotoUrl} isOpen={isOpen} onClose={hideMatch} />
    </LazyPart>
  );
}
