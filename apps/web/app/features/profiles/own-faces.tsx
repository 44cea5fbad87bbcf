import { memberMessages } from "@caramelo/contract/errors";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** What stands there instead of one's own profile that did not come. */
export function OwnProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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

/** The shape of one's own profile on its way. */
export function OwnProfileSkeleton() {
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-8">
      <h1 className="sr-only">Carregando perfil…</h1>
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 md:grid-cols-[10.5rem_minmax(0,1fr)] md:gap-7">
        <Skeleton className="aspect-3/4 rounded-card!" />
        <div className="grid content-start gap-3 md:pt-3">
          <Skeleton className="h-9 w-44 max-w-full" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-8 w-48 max-w-full rounded-full!" />
        </div>
        <div className="col-span-full mt-4 grid grid-cols-3 gap-2.5 md:grid-cols-5 md:gap-3">
          {["a", "b", "c", "d", "e"].map((place) => (
            <Skeleton key={place} className="aspect-3/4 rounded-card!" />
          ))}
        </div>
      </div>
      <Skeleton className="h-65 rounded-card! max-lg:hidden" />
    </div>
  );
}
