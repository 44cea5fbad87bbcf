import { auditActionName, auditActions } from "@caramelo/contract/audit/actions";
import { EMAIL_MAX } from "@caramelo/contract/limits";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useSearchParams } from "react-router";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { type FilterField, FilterForm } from "~/ui/lists/filter-form.tsx";
import { ListTable } from "~/ui/lists/list-table.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { COLUMNS } from "./entry-columns.tsx";
import { entriesQuery } from "./queries.ts";
import { countText, readFilter, readForm } from "./rules.ts";

/** Lists what staff did, filtered by the fields in the address. */
export function AuditLog() {
  const [search] = useSearchParams();
  // The former entries stay until the next ones load, so that the list does not flicker while the user types.
  const list = useInfiniteQuery({ ...entriesQuery(readFilter(search)), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="grid gap-4">
      <FilterForm fields={FIELDS} values={readForm(search)} />
      <p role="status" className="text-14 text-muted">
        {list.data && countText(entries.length, list.hasNextPage)}
      </p>
      <ListTable
        name="Registros da auditoria"
        query={list}
        failed="A auditoria não carregou"
        rows={entries}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden className="text-primary" />}
            title="Nenhum registro encontrado"
            text={search.size > 0 ? "Experimente outro filtro." : "O que a equipe fizer aparece aqui."}
          />
        }
        rowClass="align-top"
      />
      <LoadMore list={list} />
    </div>
  );
}

const ACTIONS = Object.keys(auditActions)
  .map((action) => [action, auditActionName(action)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, "pt-BR"));

const FIELDS: readonly FilterField[] = [
  { name: "pessoa", label: "Pessoa", placeholder: "E-mail inteiro ou número da conta", maxLength: EMAIL_MAX },
  { name: "acao", label: "Ação", options: [["", "Todas"], ...ACTIONS] },
  { name: "de", label: "De", type: "date" },
  { name: "ate", label: "Até", type: "date" },
];
