import { memberMessages } from "@caramelo/contract/errors";
import type { ProfileCard } from "@caramelo/contract/profiles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { ListFailed, PagedGrid } from "~/ui/paged-grid.tsx";
import { PremiumTeaser } from "~/ui/premium-teaser.tsx";
import { SkeletonCards } from "~/ui/skeleton.tsx";
import { fansQuery } from "./queries.ts";
import { fansText } from "./rules.ts";

/** Who keeps the member as a favourite: their cards for premium, else how many. */
export function FansList({ renderCard }: { renderCard: (profile: ProfileCard) => ReactNode }) {
  const list = useInfiniteQuery(fansQuery);
  if (list.isPending) return <SkeletonCards count={5} />;
  const [first] = list.data?.pages ?? [];
  if (!list.data || !first) {
    return <ListFailed text={memberMessages.favoritesFailed} onRetry={() => list.refetch()} />;
  }
  const profiles = listOnce(
    list.data.pages.map((page) => page.profiles ?? []),
    ({ id }) => id,
  );
  if (first.total === 0) return <NoFans />;
  if (!first.profiles) {
    return <PremiumTeaser title={fansText(first.total)} text="Com o Premium você vê quem foi e pode retribuir." />;
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{fansText(first.total)}</p>
      <div>
        <PagedGrid paging={list} status="" failedText={memberMessages.favoritesFailed}>
          {profiles.map((profile) => (
            <Fragment key={profile.id}>{renderCard(profile)}</Fragment>
          ))}
        </PagedGrid>
      </div>
    </div>
  );
}

function NoFans() {
  return (
    <Face
      kind="empty"
      title="Ninguém favoritou você ainda"
      text="Um perfil completo, com boas fotos, chama mais atenção."
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
