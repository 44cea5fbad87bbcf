import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { peopleListTexts } from "@caramelo/contract/texts/people-lists";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { PagedGrid } from "~/ui/basics/paged-grid.tsx";

import { LockedPeople } from "~/ui/members/locked-people.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonCards } from "~/ui/states/skeleton.tsx";
import { admirersQuery } from "./queries.ts";
import { admirersText } from "./rules.ts";

/** The members who have this member as a favourite; for a payer without premium only their number. */
export function AdmirersList({ renderCard }: { renderCard: (profile: ProfileCard) => ReactNode }) {
  const list = useInfiniteQuery(admirersQuery);
  if (list.isPending) return <SkeletonCards count={5} />;
  const [first] = list.data?.pages ?? [];
  if (!list.data || !first) {
    return <LoadFailed look="list" title={peopleListTexts.favoritesFailed} onRetry={() => list.refetch()} />;
  }
  const profiles = listOnce(
    list.data.pages.map((page) => page.profiles ?? []),
    ({ id }) => id,
  );
  if (first.total === 0) return <NoAdmirers />;
  if (!first.profiles) {
    return <LockedPeople total={first.total} title={admirersText(first.total)} text={peopleListTexts.admirersOffer} />;
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{admirersText(first.total)}</p>
      <div>
        <PagedGrid paging={list} status="" failedText={peopleListTexts.favoritesFailed}>
          {profiles.map((profile) => (
            <Fragment key={profile.id}>{renderCard(profile)}</Fragment>
          ))}
        </PagedGrid>
      </div>
    </div>
  );
}

function NoAdmirers() {
  return (
    <EmptyState
      title="Ninguém favoritou você ainda"
      text="Um perfil completo, com boas fotos, chama mais atenção."
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
