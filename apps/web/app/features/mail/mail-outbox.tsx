import { momentText } from "@caramelo/contract/formats/moments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Chip } from "~/ui/basics/chip.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { type Mail, mailList } from "./queries.ts";
import { stateWords } from "./rules.ts";

const OPEN = "email";

/** Lists all mails with their state. The id of the open mail is stored in the address. */
export function MailOutbox() {
  const list = useInfiniteQuery(mailList());
  const [search, setSearch] = useSearchParams();
  const openId = search.get(OPEN) ?? undefined;
  const mails = list.data?.pages.flatMap((page) => page.mails) ?? [];
  const open = useLast(mails.find(({ id }) => id === openId));
  return (
    <>
      {list.data?.pages[0]?.isSending === false && (
        <Alert tone="info" title="Sem servidor de e-mail" className="mb-4">
          Nada é enviado: cada e-mail fica guardado aqui, e só aqui pode ser lido.
        </Alert>
      )}
      <ListTable
        name="E-mails"
        query={list}
        failed="Não conseguimos abrir os e-mails"
        rows={mails}
        columns={columnsOf((id) => setSearch({ [OPEN]: id }))}
        empty={
          <EmptyState
            icon={<MailIcon aria-hidden className="text-primary" />}
            title="Nenhum e-mail ainda"
            text="Recuperações de senha, confirmações e avisos aparecem aqui."
          />
        }
        isMarked={({ id }) => id === openId}
        isHeadSticky
        rowClass="relative"
      />
      <LoadMore list={list} className="mt-4" />
      <MailPanel mail={open} isOpen={openId !== undefined} onClose={() => setSearch({}, { replace: true })} />
    </>
  );
}

const columnsOf = (onOpen: (id: string) => void): readonly Column<Mail>[] => [
  {
    head: "Assunto",
    isTitle: true,
    cell: ({ id, subject }) => (
      // The button covers the whole row, so that a press anywhere opens the mail.
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        className="text-left text-16 font-medium wrap-anywhere after:absolute after:inset-0"
      >
        {subject}
      </button>
    ),
    className: "lg:w-[45%]",
  },
  { head: "Para", cell: ({ to }) => to, className: "wrap-anywhere text-muted" },
  {
    head: "Quando",
    cell: ({ at }) => <time dateTime={at}>{momentText(at)}</time>,
    className: "lg:whitespace-nowrap text-muted tabular-nums",
  },
  { head: "Situação", cell: ({ state }) => <Chip size="small" {...stateWords[state]} /> },
];

/** Returns the last defined value, so that a panel keeps its content while it closes. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
