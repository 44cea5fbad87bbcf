import { messageOf } from "~/platform/api.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";

export function SettingsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <LoadFailed title="Não conseguimos abrir suas configurações" text={messageOf(error)} onRetry={onRetry} />;
}

export function SettingsSkeleton() {
  return (
    <div role="status" className="mx-auto grid w-full max-w-page gap-4 px-4 py-4 md:px-8 lg:pl-72">
      <span className="sr-only">Carregando…</span>
      <Skeleton shape="card" className="h-44 max-w-176" />
      <Skeleton shape="card" className="h-96 max-w-176" />
    </div>
  );
}
