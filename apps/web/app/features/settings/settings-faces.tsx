import { memberMessages } from "@caramelo/contract/errors";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** What stands where the settings would be when they did not come. */
export function SettingsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <Face
      kind={isOffline ? "offline" : "failed"}
      title={isOffline ? "Sem conexão" : "Não conseguimos abrir suas configurações"}
      text={isOffline ? memberMessages.offline : messageOf(error)}
      action={<Button onClick={onRetry}>Tentar Novamente</Button>}
    />
  );
}

export function SettingsSkeleton() {
  return (
    <div role="status" className="mx-auto grid w-full max-w-[1280px] gap-4 px-4 py-4 md:px-8 lg:pl-72">
      <span className="sr-only">Carregando…</span>
      <Skeleton className="h-44 max-w-176 rounded-card!" />
      <Skeleton className="h-96 max-w-176 rounded-card!" />
    </div>
  );
}
