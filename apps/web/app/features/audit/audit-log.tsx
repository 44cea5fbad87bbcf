import { auditActionName, auditActions } from "@caramelo/contract/audit/actions";
import { EMAIL_MAX } from "@caramelo/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "~/ui/basics/button.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { EntryTable } from "./entry-table.tsx";
import { entriesQuery } from "./queries.ts";
import { countText, FILTER_KEYS, type FilterForm, readFilter, readForm } from "./rules.ts";

/** What staff did, by a filter that stands in the address. */
export function AuditLog() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery(entriesQuery(filter));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const here = search.toString();
  // What is typed belongs to this address: a press on a person, or Back, fills the form from the new one.
  const [typed, setTyped] = useState<{ at: string; form: FilterForm }>();
  const form = typed?.at === here ? typed.form : readForm(search);
  const field = (key: (typeof FILTER_KEYS)[number]) => ({
    name: key,
    value: form[key],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ at: here, form: { ...form, [key]: target.value } }),
  });
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const pairs = FILTER_KEYS.map((key): [string, string] => [key, form[key].trim()]);
    setSearch(pairs.filter(([, value]) => value !== ""));
  }
  return (
    <div className="grid gap-4">
      <form onSubmit={apply} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Pessoa"
          {...field("pessoa")}
          placeholder="E-mail inteiro ou número da conta"
          maxLength={EMAIL_MAX}
          className="min-w-56 flex-1 max-md:basis-full"
        />
        <SelectField label="Ação" {...field("acao")} className="min-w-56 flex-1 max-md:basis-full">
          <option value="">Todas</option>
          {ACTIONS.map(([action, name]) => (
            <option key={action} value={action}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="De" type="date" {...field("de")} className="min-w-36 flex-1" />
        <TextField label="Até" type="date" {...field("ate")} className="min-w-36 flex-1" />
        <Button type="submit" className="min-h-12! max-md:basis-full">
          Filtrar
        </Button>
        {here !== "" && (
          <Button variant="ghost" onClick={() => setSearch([])} className="min-h-12! max-md:basis-full">
            Limpar filtro
          </Button>
        )}
      </form>
      <p role="status" className="text-14 text-muted">
        {list.data && countText(entries.length, list.hasNextPage)}
      </p>
      <QueryState query={list} failed="A auditoria não carregou" />
      {list.data && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden className="text-primary" />}
          title="Nenhum registro encontrado"
          text={here !== "" ? "Experimente outro filtro." : "O que a equipe fizer aparece aqui."}
        />
      )}
      {entries.length > 0 && <EntryTable entries={entries} />}
      <LoadMore list={list} />
    </div>
  );
}

const ACTIONS = Object.keys(auditActions)
  .map((action): [string, string] => [action, auditActionName(action)])
  .sort(([, a], [, b]) => a.localeCompare(b, "pt-BR"));
