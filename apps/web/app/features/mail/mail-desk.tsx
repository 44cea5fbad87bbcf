import { memberMessages } from "@caramelo/contract/errors";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { SkeletonRows } from "~/ui/skeleton.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { MailTable } from "./mail-table.tsx";
import { mailList } from "./queries.ts";

const OPEN = "email";

/** What the product mailed, or would have mailed. The open mail stands in the address. */
export function MailDesk() {
  const list = useInfiniteQuery(mailList());
  const [search, setSearch] = useSearchParams();
  const openId = search.get(OPEN) ?? undefined;
  const mails = list.data?.pages.flatMap((page) => page.mails) ?? [];
  const open = useLast(mails.find(({ id }) => id === openId));
  if (list.isPending) return <SkeletonRows />;
  if (!list.data) return <DeskFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.data.pages[0]?.isSending === false && (
        <Alert tone="info" title="Sem servidor de email" className="mb-4">
          Nada é enviado: cada email fica guardado aqui, e só aqui pode ser lido.
        </Alert>
      )}
      {mails.length === 0 ? (
        <Face
          kind="empty"
          icon={<MailIcon aria-hidden className="text-primary" />}
          title="Nenhum email ainda"
          text="Recuperações de senha, confirmações e avisos aparecem aqui."
        />
      ) : (
        <MailTable mails={mails} openId={openId} onOpen={(id) => setSearch({ [OPEN]: id })} />
      )}
      {list.hasNextPage && (
        <Button
          variant="outline"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="mx-auto mt-4 flex!"
        >
          Carregar mais
        </Button>
      )}
      <MailPanel mail={open} isOpen={openId !== undefined} onClose={() => setSearch({}, { replace: true })} />
    </>
  );
}

/** The last one there was: what is closing must not go blank first. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

function DeskFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <Face
      kind={isOffline ? "offline" : "failed"}
      title={isOffline ? "Sem conexão" : "Não conseguimos abrir os emails"}
      text={isOffline ? memberMessages.offline : messageOf(error)}
      action={<Button onClick={onRetry}>Tentar Novamente</Button>}
    />
  );
}
