import { memberMessages } from "@caramelo/contract/errors";
import { UserRoundX } from "lucide-react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** What stands there instead of a profile that did not come. */
export function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) return <ProfileMissing />;
  const isOffline = !navigator.onLine;
  return (
    <Face
      kind={isOffline ? "offline" : "failed"}
      as="h1"
      className="px-5"
      title={isOffline ? "Sem conexão" : memberMessages.profileLoadFailed}
      text={isOffline ? memberMessages.offline : messageOf(error)}
      action={<Button onClick={onRetry}>Tentar Novamente</Button>}
    />
  );
}

function ProfileMissing() {
  return <NoProfile title={memberMessages.profileMissing} text="Este perfil não existe ou não está mais disponível." />;
}

/** An address that names nobody. */
export function ProfileUnnamed() {
  return <NoProfile title={memberMessages.profileIdMissing} text="Este endereço não diz de quem é o perfil." />;
}

function NoProfile({ title, text }: { title: string; text: string }) {
  return (
    <Face
      kind="empty"
      as="h1"
      className="px-5"
      icon={<UserRoundX aria-hidden className="text-primary" />}
      title={title}
      text={text}
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}

/** The shape of a profile that is on its way. */
export function ProfileSkeleton() {
  return (
    <div
      role="status"
      className="md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:gap-8 lg:grid-cols-[clamp(18rem,(100dvh-20rem)*0.75,24.5rem)_minmax(0,1fr)] lg:gap-12"
    >
      <h1 className="sr-only">Carregando perfil…</h1>
      <Skeleton className="h-[min(110vw,70svh)] rounded-none! max-md:-mx-4 md:aspect-3/4 md:h-auto md:rounded-card!" />
      <div className="grid content-start gap-4 max-md:pt-4">
        <Skeleton className="h-9 w-56 max-md:hidden" />
        <Skeleton className="h-8 w-64 rounded-full!" />
        <Skeleton className="h-13 w-full max-w-110" />
        <Skeleton className="mt-5 h-5 w-24" />
        <Skeleton className="h-24 w-full max-w-[60ch]" />
      </div>
    </div>
  );
}
