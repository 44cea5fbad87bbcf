import { memberMessages } from "@caramelo/contract/errors";
import type { ProfileCard } from "@caramelo/contract/profiles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { Skeleton, SkeletonCards } from "~/ui/skeleton.tsx";
import { useNearEnd } from "~/ui/use-near-end.ts";
import { type DiscoveryQuestion, discoveryQuery } from "./queries.ts";
import { CARDS_ABOVE_BANNER, countText } from "./rules.ts";

const COLUMNS_MAX = 5;

type Props = {
  question: DiscoveryQuestion;
  /** Draws one profile; the first ones are seen at once. */
  renderCard: (profile: ProfileCard, isEager: boolean) => ReactNode;
  /** A strip across the grid, below the first rows. */
  banner?: ReactNode;
  /** What the empty list leads to. */
  emptyAction?: ReactNode;
};

/** The profiles of a visit, more of them whenever the end comes near. */
export function DiscoveryGrid({ question, renderCard, banner, emptyAction }: Props) {
  const list = useInfiniteQuery(discoveryQuery(question));
  if (list.isPending) return <SkeletonCards count={3 * COLUMNS_MAX} />;
  if (!list.data) return <FailedList onRetry={() => list.refetch()} />;

  const profiles = listOnce(
    list.data.pages.map((page) => page.profiles),
    ({ id }) => id,
  );
  const isEnd = !list.hasNextPage;
  if (profiles.length === 0 && isEnd) return <NobodyFound banner={banner} action={emptyAction} />;
  return (
    <>
      <div className="grid grid-flow-dense gap-3 min-[340px]:grid-cols-2 md:grid-cols-3 md:gap-4 xl:grid-cols-5">
        {profiles.map((profile, place) => (
          <Fragment key={profile.id}>
            {place === CARDS_ABOVE_BANNER && banner && <div className="col-span-full">{banner}</div>}
            {renderCard(profile, place < CARDS_ABOVE_BANNER)}
          </Fragment>
        ))}
        {list.hasNextPage && !list.isFetchNextPageError && <MoreOnTheWay />}
        {profiles.length <= CARDS_ABOVE_BANNER && banner && <div className="col-span-full">{banner}</div>}
      </div>
      <p role="status" className="sr-only">
        {countText(profiles.length, isEnd)}
      </p>
      {list.isFetchNextPageError && <FailedMore onRetry={() => list.fetchNextPage()} />}
      {isEnd && <EndOfList />}
      <NearEnd
        isWanted={list.hasNextPage && !list.isFetching && !list.isFetchNextPageError}
        onNear={() => list.fetchNextPage()}
      />
    </>
  );
}

function NearEnd({ isWanted, onNear }: { isWanted: boolean; onNear: () => void }) {
  return <div ref={useNearEnd(isWanted, onNear)} aria-hidden className="h-px" />;
}

/** Stands there before anybody comes so far, so that what lies below is not seen to jump. */
function MoreOnTheWay() {
  return Array.from({ length: 2 * COLUMNS_MAX }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
    <Skeleton key={place} className="aspect-3/4 rounded-card!" />
  ));
}

function NobodyFound({ banner, action }: { banner: ReactNode; action: ReactNode }) {
  return (
    <>
      <Face
        kind="empty"
        icon={<Search aria-hidden className="text-primary" />}
        title="Nenhum perfil encontrado"
        text="Ajuste os filtros ou volte mais tarde: pessoas novas chegam todos os dias."
        action={action}
      />
      {banner}
    </>
  );
}

function FailedList({ onRetry }: { onRetry: () => void }) {
  const retry = <Button onClick={onRetry}>Tentar Novamente</Button>;
  if (!navigator.onLine) {
    return <Face kind="offline" title="Sem conexão" text={memberMessages.offline} action={retry} />;
  }
  return (
    <Alert
      tone="error"
      className="mx-auto max-w-xl"
      action={
        <div className="mt-2">
          <Button variant="danger" onClick={onRetry}>
            Tentar Novamente
          </Button>
        </div>
      }
    >
      {memberMessages.discoveryFailed}
    </Alert>
  );
}

function FailedMore({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-4">
      <FailedList onRetry={onRetry} />
    </div>
  );
}

function EndOfList() {
  return (
    <p className="mt-8 text-center text-balance text-muted">
      Você viu todos os perfis daqui. Volte mais tarde para conhecer gente nova.
    </p>
  );
}
