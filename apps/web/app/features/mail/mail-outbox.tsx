import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { MailTable } from "./mail-table.tsx";
import { mailList } from "./queries.ts";

const OPEN = "email";

/** Every mail that was sent or, without a mail server, kept. The address names the open one. */
export function MailOutbox() {
  const list = useInfiniteQuery(mailList());
  const [search, setSearch] = useSearchParams();
  const openId = search.get(OPEN) ?? undefined;
  const mails = list.data?.pages.flatMap((page) => page.mails) ?? [];
  const open = useLast(mails.find(({ id }) => id === openId));
  if (!list.data) return <QueryState query={list} failed="Não conseguimos abrir os e-mails" />;
  return (
    <>
      {list.data.pages[0]?.isSending === false && (
        <Alert tone="info" title="Sem servidor de e-mail" className="mb-4">
          Nada é enviado: cada e-mail fica guardado aqui, e só aqui pode ser lido.
        </Alert>
      )}
      {mails.length === 0 ? (
        <EmptyState
          icon={<MailIcon aria-hidden className="text-primary" />}
          title="Nenhum e-mail ainda"
          text="Recuperações de senha, confirmações e avisos aparecem aqui."
        />
      ) : (
        <MailTable mails={mails} openId={openId} onOpen={(id) => setSearch({ [OPEN]: id })} />
      )}
      <LoadMore list={list} className="mt-4" />
      <MailPanel mail={open} isOpen={openId !== undefined} onClose={() => setSearch({}, { replace: true })} />
    </>
  );
}

/** The last defined value, so that a closing panel does not go blank first. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
