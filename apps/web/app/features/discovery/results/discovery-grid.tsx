import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { discoveryTexts } from "@caramelo/contract/texts/discovery";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useDeferredValue, useEffect } from "react";
import { isApiError } from "~/platform/api.ts";
import { listOnce } from "~/platform/paging-rules.ts";
import { GRID_COLUMNS_MAX } from "~/ui/basics/grid-class.ts";
import { PagedGrid } from "~/ui/basics/paged-grid.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SkeletonCard } from "~/ui/states/skeleton.tsx";
import { type Demos, findDemos } from "../filter/filter-rules.ts";
import { type DiscoveryQuestion, discoveryQuery } from "../queries.ts";
import { CARDS_ABOVE_BANNER, countAhead, countText } from "../rules.ts";
import { useVisit } from "../visit/use-visit.ts";
import type { Empty } from "./nobody-found.tsx";

const importEnds = () => import("./nobody-found.tsx");
const NobodyFound = lazyPart(() => importEnds().then((file) => file.NobodyFound));
const DayOver = lazyPart(() => importEnds().then((file) => file.DayOver));

type Props = {
  memberId: string;
  question: DiscoveryQuestion;
  /** The screen has just opened with this list, so it restores the scroll position. */
  isReturn: boolean;
  /** Renders one profile. Eager cards are visible when the screen opens, so their photos load at once. */
  renderCard: (profile: ProfileCard, isEager: boolean) => ReactNode;
  /** Shown across the grid, below the first rows. */
  banner?: ReactNode;
  /** What can be offered when the list is empty. */
  empty: Empty;
  /** Says whether demo members are among the shown profiles. */
  onDemos: (demos: Demos) => void;
};

/** The profiles of a visit of the search. Loads more when the end of the list comes near. */
export function DiscoveryGrid({ memberId, question, isReturn, renderCard, banner, empty, onDemos }: Props) {
  const { seed, reserved, keepCount } = useVisit(memberId, JSON.stringify(question), isReturn);
  const list = useInfiniteQuery(discoveryQuery({ ...question, seed }));
  // The server refuses more profiles until tomorrow, so there is no button to try again.
  const dayIsOver = isApiError(list.error, "DAILY_PROFILES_REACHED") ? list.error.message : undefined;
  const { pages, isDrawing } = useDrawnPages(list.data?.pages);
  const isFetching = list.isFetching || isDrawing;
  const hasNextPage = list.hasNextPage || isDrawing;
  const profiles = listOnce(pages?.map((page) => page.profiles) ?? [], ({ id }) => id);
  const hasMore = hasNextPage && dayIsOver === undefined && !list.isFetchNextPageError;
  useEffect(() => {
    keepCount(profiles.length);
    onDemos(findDemos(profiles));
    // The member left a longer list, so load the pages above their position without waiting for a scroll.
    if (hasMore && !isFetching && profiles.length < reserved) void list.fetchNextPage();
  });
  if (!list.data && dayIsOver !== undefined) {
    return (
      <LazyPart isScreen>
        <DayOver text={dayIsOver} action={empty.action} />
      </LazyPart>
    );
  }
  if (list.isError && !list.data)
    return <LoadFailed look="list" title={discoveryTexts.discoveryFailed} onRetry={() => list.refetch()} />;

  const hasAll = pages !== undefined && (!hasNextPage || dayIsOver !== undefined);
  if (profiles.length === 0 && hasAll) {
    return (
      <LazyPart isScreen>
        <NobodyFound {...empty} />
        {/* The banner waits for the texts above it, which would push it down. */}
        {banner}
      </LazyPart>
    );
  }
  const ahead = pages === undefined || hasMore ? countAhead(profiles.length, reserved, GRID_COLUMNS_MAX) : 0;
  const cells = [...profiles, ...Array<undefined>(ahead).fill(undefined)];
  return (
    <PagedGrid
      paging={{
        hasNextPage: hasNextPage && dayIsOver === undefined,
        isFetching,
        isFetchNextPageError: list.isFetchNextPageError && dayIsOver === undefined,
        fetchNextPage: list.fetchNextPage,
      }}
      status={pages === undefined ? "Carregando…" : countText(profiles.length, hasAll)}
      failedText={discoveryTexts.discoveryFailed}
      rowsAhead={0}
      lastRow={cells.length <= CARDS_ABOVE_BANNER && banner}
      end={hasAll && <EndOfList text={dayIsOver ?? END_OF_LIST} />}
    >
      {cells.map((profile, index) => (
        <Fragment key={profile?.id ?? index}>
          {index === CARDS_ABOVE_BANNER && banner && <div className="col-span-full">{banner}</div>}
          {profile ? renderCard(profile, index < CARDS_ABOVE_BANNER) : <SkeletonCard />}
        </Fragment>
      ))}
    </PagedGrid>
  );
}

const END_OF_LIST = "Você viu todos os perfis daqui. Volte mais tarde para conhecer gente nova.";

function EndOfList({ text }: { text: string }) {
  return <p className="mt-8 text-center text-balance text-muted">{text}</p>;
}

/**
 * Returns the pages of a list as they are rendered. React renders a new page in slices, so that it can handle a press
 * in between. `isDrawing` is true until the new page is there. Changes within pages render at once.
 */
export function useDrawnPages<Page>(pages: readonly Page[] | undefined) {
  const earlier = useDeferredValue(pages);
  const isDrawing = (pages?.length ?? 0) > (earlier?.length ?? 0);
  return { pages: isDrawing ? earlier : pages, isDrawing };
}
