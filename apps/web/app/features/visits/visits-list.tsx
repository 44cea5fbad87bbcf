import { memberMessages } from "@caramelo/contract/errors";
import type { ProfileCard } from "@caramelo/contract/profiles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { listOnce } from "~/platform/paging-rules.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { ListFailed, PagedGrid } from "~/ui/paged-grid.tsx";
import { PremiumTeaser } from "~/ui/premium-teaser.tsx";
import { SkeletonCards } from "~/ui/skeleton.tsx";
import { visitsQuery } from "./queries.ts";
import { visitorsCountText, visitsText, visitTimeText } from "./rules.ts";

type Props = { renderCard: (profile: ProfileCard) => ReactNode };

/** Who opened the member's profile, and when last, for premium; else how many. */
export function VisitsList({ renderCard }: Props) {
  const list = useInfiniteQuery(visitsQuery);
  if (list.isPending) return <SkeletonCards count={10} />;
  const [first] = list.data?.pages ?? [];
  if (!list.data || !first) {
    return <ListFailed text={memberMessages.visitsFailed} onRetry={() => list.refetch()} />;
  }
  if (first.total === 0) return <NoVisits />;
  if (!first.visitors) {
    return <PremiumTeaser title={visitsText(first.total)} text="Com o Premium você vê quem veio e quando." />;
  }
  const visitors = listOnce(
    list.data.pages.map((page) => page.visitors ?? []),
    ({ profile }) => profile.id,
  );
  const now = new Date();
  return (
    <div className="grid gap-4">
      <p className="text-muted">{visitsText(first.total)} nos últimos 12 meses</p>
      <div>
        <PagedGrid
          paging={list}
          status={visitorsCountText(visitors.length, !list.hasNextPage)}
          failedText={memberMessages.visitsFailed}
        >
          {visitors.map(({ profile, at }) => (
            <div key={profile.id} className="grid content-start gap-1.5">
              {renderCard(profile)}
              <p className="px-1 text-13 text-muted">{visitTimeText(new Date(at), now)}</p>
            </div>
          ))}
        </PagedGrid>
      </div>
    </div>
  );
}

function NoVisits() {
  return (
    <Face
      kind="empty"
      icon={<Eye aria-hidden className="text-primary" />}
      title="Nenhuma visita ainda"
      text="Quando alguém abrir seu perfil, você fica sabendo por aqui. Boas fotos ajudam."
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
