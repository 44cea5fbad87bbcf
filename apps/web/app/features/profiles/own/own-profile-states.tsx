import { profileTexts } from "@caramelo/contract/texts/profile";
import { messageOf } from "~/platform/api.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";

export function OwnProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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

/** The loading state of the member's own profile: the head with its two buttons, the offer, the photos. */
export function OwnProfileSkeleton() {
  return (
    <div
      role="status"
      className="grid gap-5 md:gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-8"
    >
      <h1 className="sr-only">Carregando perfil…</h1>
      <div className="grid grid-cols-[min(6.5rem,30vw)_minmax(0,1fr)] content-start gap-x-4 gap-y-3.5 md:grid-cols-[10.5rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-7 md:gap-y-5">
        <Skeleton shape="card" className="aspect-3/4 self-start md:row-span-2" />
        <div className="grid content-start gap-3 md:pt-3">
          <Skeleton className="h-8 w-40 max-w-full md:h-10" />
          <Skeleton className="h-9 w-28" />
          <Skeleton shape="round" className="h-8 w-28" />
        </div>
        <div className="col-span-full grid content-start gap-2 md:col-span-1 md:col-start-2 md:flex">
          <Skeleton className="h-11 md:w-38" />
          <Skeleton className="h-11 md:w-62" />
        </div>
      </div>
      <Skeleton shape="card" className="h-46 lg:h-63" />
      <div className="grid grid-cols-3 content-start gap-2.5 border-t border-line pt-4 md:grid-cols-5 md:gap-3 md:pt-5">
        <Skeleton className="col-span-full h-6 w-28" />
        {["a", "b", "c", "d", "e"].map((slot) => (
          <Skeleton key={slot} shape="card" className="aspect-3/4" />
        ))}
      </div>
    </div>
  );
}
