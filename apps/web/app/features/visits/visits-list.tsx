import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { peopleListTexts } from "@caramelo/contract/texts/people-lists";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "~/platform/api.ts";
import { BY_CURSOR, listOnce } from "~/platform/paging-rules.ts";
import { serverNow } from "~/platform/use-moment.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { PagedGrid } from "~/ui/basics/paged-grid.tsx";
import { LockedPeople } from "~/ui/members/locked-people.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonCards } from "~/ui/states/skeleton.tsx";
import { visitorsCountText, visitsText, visitTimeText } from "./rules.ts";

/** The visitors of the member's profile, latest first; for a payer without premium only their number. */
const visitsQuery = infiniteQueryOptions({
  queryKey: ["visits"],
  queryFn: ({ pageParam, signal }) => api.visits.list({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: { refreshOn: "people", carriesMembers: true },
});

type Props = { renderCard: (profile: ProfileCard) => ReactNode };

/**
 * The visitors of the member's profile with the days of their visits; for a payer without premium only their number.
 */
export function VisitsList({ renderCard }: Props) {
  const list = useInfiniteQuery(visitsQuery);
  if (list.isPending) return <SkeletonCards count={10} />;
  const [first] = list.data?.pages ?? [];
  if (!list.data || !first) {
    return <LoadFailed look="list" title={peopleListTexts.visitsFailed} onRetry={() => list.refetch()} />;
  }
  if (first.total === 0) return <NoVisits />;
  if (!first.visitors) {
    return <LockedPeople total={first.total} title={visitsText(first.total)} text={peopleListTexts.visitsOffer} />;
  }
  const visitors = listOnce(
    list.data.pages.map((page) => page.visitors ?? []),
    ({ profile }) => profile.id,
  );
  const now = new Date(serverNow());
  return (
    <div className="grid gap-4">
      <p className="text-balance text-muted">{visitsText(first.total)} nos últimos 12 meses</p>
      <div>
        <PagedGrid
          paging={list}
          status={visitorsCountText(visitors.length, !list.hasNextPage)}
          failedText={peopleListTexts.visitsFailed}
        >
          {visitors.map(({ profile, day }) => (
            <div key={profile.id} className="grid content-start gap-1.5">
              {renderCard(profile)}
              <p className="px-1 text-13 text-muted">{visitTimeText(day, now)}</p>
            </div>
          ))}
        </PagedGrid>
      </div>
    </div>
  );
}

function NoVisits() {
  return (
    <EmptyState
      icon={<Eye aria-hidden className="text-primary" />}
      title="Nenhuma visita ainda"
      text="Quando alguém abrir seu perfil, você fica sabendo por aqui. Boas fotos ajudam."
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
