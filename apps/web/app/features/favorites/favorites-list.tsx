import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { peopleListTexts } from "@caramelo/contract/texts/people-lists";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { PagedGrid } from "~/ui/basics/paged-grid.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonCards } from "~/ui/states/skeleton.tsx";
import { favoritesQuery } from "./queries.ts";
import { favoritesCountText, keepRemoved, type RemovedCard, withRemoved } from "./rules.ts";

/** This many cards (one row on desktops) are visible when the screen opens. */
const EAGER_COUNT = 5;

type Props = {
  /** The text that is searched for. */
  q: string | undefined;
  renderCard: (profile: ProfileCard, isEager: boolean) => ReactNode;
};

/**
 * The member's favourites. A removed one stays in the list until the next visit, so that its heart can add it again.
 */
export function FavoritesList({ q, renderCard }: Props) {
  const list = useInfiniteQuery(favoritesQuery(q));
  const pages = list.data?.pages.map((page) => page.profiles) ?? [];
  const listedCards = listOnce(pages, ({ id }) => id);
  const profiles = useRemoved(listedCards, q, list.isPlaceholderData);
  if (list.isPending) return <SkeletonCards count={10} />;
  if (!list.data)
    return <LoadFailed look="list" title={peopleListTexts.favoritesFailed} onRetry={() => list.refetch()} />;
  if (profiles.length === 0 && !list.hasNextPage) return <NoFavorites q={q} />;
  return (
    <div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
      <PagedGrid
        paging={list}
        status={favoritesCountText(profiles.length, !list.hasNextPage)}
        failedText={peopleListTexts.favoritesFailed}
      >
        {profiles.map((profile, index) => (
          <Fragment key={profile.id}>{renderCard(profile, index < EAGER_COUNT)}</Fragment>
        ))}
      </PagedGrid>
    </div>
  );
}

type KeptCards = { q: string | undefined; cards: readonly RemovedCard<ProfileCard>[] };

/** The list including favourites removed here, until the search changes or the screen is left. */
function useRemoved(listedCards: readonly ProfileCard[], q: string | undefined, isOfAnotherSearch: boolean) {
  const [keptCards, setKeptCards] = useState<KeptCards>({ q, cards: [] });
  if (isOfAnotherSearch) return listedCards;
  const before = keptCards.q === q ? keptCards.cards : [];
  const cards = keepRemoved(before, listedCards);
  if (keptCards.q !== q || cards !== keptCards.cards) setKeptCards({ q, cards });
  return withRemoved(listedCards, cards);
}

function NoFavorites({ q }: { q: string | undefined }) {
  const title = "Nenhum favorito encontrado";
  if (q !== undefined) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="text-primary" />}
        title={title}
        text={`Nenhum dos seus favoritos combina com “${q}”. Confira o nome ou tente outra cidade.`}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      text="Toque no coração de um perfil e ele fica guardado aqui, só para você."
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}
