import { profileTexts } from "@caramelo/contract/texts/profile";
import { UserRoundX } from "lucide-react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";

export function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) return <ProfileMissing />;
  return (
    <LoadFailed
      as="h1"
      className="px-5"
      title={profileTexts.profileLoadFailed}
      text={messageOf(error)}
      onRetry={onRetry}
    />
  );
}

function ProfileMissing() {
  return <NoProfile title={profileTexts.profileMissing} text="Este perfil não existe ou não está mais disponível." />;
}

/** Shown for an address without an id. */
export function ProfileUnnamed() {
  return <NoProfile title={profileTexts.profileIdMissing} text="Este endereço não diz de quem é o perfil." />;
}

function NoProfile({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      as="h1"
      className="px-5"
      icon={<UserRoundX aria-hidden className="text-primary" />}
      title={title}
      text={text}
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}

export function ProfileSkeleton() {
  return (
    <div
      role="status"
      className="md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:gap-8 lg:grid-cols-[clamp(18rem,(100dvh-17rem)*0.75,24.5rem)_minmax(0,1fr)] min-[100rem]:grid-cols-[clamp(18rem,(100dvh-17rem)*0.75,31rem)_minmax(0,1fr)] lg:gap-12"
    >
      <h1 className="sr-only">Carregando perfil…</h1>
      <Skeleton
        shape="card"
        className="h-[min(110vw,70svh)] max-md:-mx-4 max-md:rounded-none md:aspect-3/4 md:h-auto"
      />
      <div className="md:pt-7">
        <Skeleton className="mb-3.5 h-9 w-56 max-md:hidden" />
        <ProfileRestSkeleton />
      </div>
    </div>
  );
}

/** The loading state below the head, when a card has already filled the head. */
export function ProfileRestSkeleton() {
  return (
    <div className="grid content-start gap-4 max-md:pt-4">
      <Skeleton shape="round" className="h-8 w-64" />
      <Skeleton className="h-13 w-full max-w-110" />
      <Skeleton className="mt-5 h-5 w-24" />
      <Skeleton className="h-24 w-full max-w-[60ch]" />
    </div>
  );
}
