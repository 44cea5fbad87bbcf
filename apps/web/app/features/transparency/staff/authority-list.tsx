import { dayText, momentText } from "@caramelo/contract/formats/moments";
import { AUTHORITY_PAGE, AUTHORITY_PAGES_MAX } from "@caramelo/contract/limits";
import { authorityNames, authorityOutcomes } from "@caramelo/contract/texts/transparency";
import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { countPages, readPage } from "~/ui/lists/list-address-rules.ts";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { Pages } from "~/ui/lists/pages.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { AuthorityForm } from "./authority-form.tsx";
import { type AuthorityRequest, authorityListQuery } from "./queries.ts";

/** The requests of authorities, and the form to record one. */
export function AuthorityList() {
  const [search] = useSearchParams();
  const page = readPage(search, AUTHORITY_PAGES_MAX);
  const list = useQuery(authorityListQuery(page));
  // A new key clears the form.
  const [formKey, setFormKey] = useState(0);
  return (
    <div className="grid gap-4">
      <AuthorityForm
        key={formKey}
        onRecorded={() => {
          setFormKey(formKey + 1);
          showToast({ type: "success", title: "Pedido registrado" });
        }}
      />
      <ListTable
        name="Pedidos de autoridades"
        query={list}
        failed="Os pedidos não carregaram"
        rows={list.data?.requests ?? []}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden className="text-primary" />}
            title="Nenhum pedido registrado"
            text="O que uma autoridade pedir, e o que ela recebeu, aparece aqui e conta na página de transparência."
          />
        }
        rowClass="align-top"
      />
      {list.data && <Pages page={page} last={countPages(list.data.count, AUTHORITY_PAGE)} />}
    </div>
  );
}

const COLUMNS: readonly Column<AuthorityRequest>[] = [
  {
    head: "Autoridade",
    isTitle: true,
    cell: ({ authority }) => <span className="font-semibold">{authorityNames[authority]}</span>,
  },
  {
    head: "Recebido em",
    cell: ({ receivedOn }) => <time dateTime={receivedOn}>{dayText(receivedOn)}</time>,
    className: "tabular-nums",
  },
  { head: "Pedido", cell: ({ words }) => words, className: "wrap-anywhere whitespace-pre-wrap lg:w-[40%]" },
  { head: "Resultado", cell: ({ outcome }) => authorityOutcomes[outcome] },
  {
    head: "Registrado",
    cell: ({ recordedAt, recordedBy }) => (
      <>
        <time dateTime={recordedAt}>{momentText(recordedAt)}</time>
        <span className="block text-13">por {recordedBy}</span>
      </>
    ),
    className: "text-muted tabular-nums",
  },
];
