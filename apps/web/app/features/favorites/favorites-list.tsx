import { memberMessages } from "@caramelo/contract/errors";
import type { ProfileCard } from "@caramelo/contract/profiles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { cx } from "~/ui/cx.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { ListFailed, PagedGrid } from "~/ui/paged-grid.tsx";
import { SkeletonCards } from "~/ui/skeleton.tsx";
import { favoritesQuery } from "./queries.ts";
import { favoritesCountText, type GivenUp, noteGivenUp, withGivenUp } from "./rules.ts";

/** The first row is seen at once. */
const SEEN_AT_ONCE = 5;

type Props = {
  /** What is searched for. */
  q: string | undefined;
  renderCard: (profile: ProfileCard, isEager: boolean) => ReactNode;
};

/** The member's favourites. Who is given up stays until the next visit: a slip is taken back by the same heart. */
export function FavoritesList({ q, renderCard }: Props) {
  const list = useInfiniteQuery(favoritesQuery(q));
  const pages = list.data?.pages.map((page) => page.profiles) ?? [];
  const listed = listOnce(pages, ({ id }) => id);
  const profiles = useGivenUp(listed, q, list.isPlaceholderData);
  if (list.isPending) return <SkeletonCards count={10} />;
  if (!list.data) return <ListFailed text={memberMessages.favoritesFailed} onRetry={() => list.refetch()} />;
  if (profiles.length === 0 && !list.hasNextPage) return <NoFavorites q={q} />;
  return (
    <div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
      <PagedGrid
        paging={list}
        status={favoritesCountText(profiles.length, !list.hasNextPage)}
        failedText={memberMessages.favoritesFailed}
      >
        {profiles.map((profile, place) => (
          <Fragment key={profile.id}>{renderCard(profile, place < SEEN_AT_ONCE)}</Fragment>
        ))}
      </PagedGrid>
    </div>
  );
}

type Kept = { q: string | undefined; cards: readonly GivenUp<ProfileCard>[] };

/** The list with those who were given up here, until the search changes or the screen is left. */
function useGivenUp(listed: readonly ProfileCard[], q: string | undefined, isOfAnotherSearch: boolean) {
  const [kept, setKept] = useState<Kept>({ q, cards: [] });
  if (isOfAnotherSearch) return listed;
  const before = kept.q === q ? kept.cards : [];
  const cards = noteGivenUp(before, listed);
  if (kept.q !== q || cards !== kept.cards) setKept({ q, cards });
  return withGivenUp(listed, cards);
}

function NoFavorites({ q }: { q: string | undefined }) {
  const title = "Nenhum favorito encontrado";
  if (q !== undefined) {
    return (
      <Face
        kind="empty"
        icon={<SearchX aria-hidden className="text-primary" />}
        title={title}
        text={`Nenhum dos seus favoritos combina com “${q}”. Confira o nome ou tente outra cidade.`}
      />
    );
  }
  return (
    <Face
      kind="empty"
      title={title}
      text="Toque no coração de um perfil e ele fica guardado aqui, só para você."
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}
