import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { SearchField } from "~/ui/forms/search-field.tsx";
import { type Options, SelectField } from "~/ui/forms/select-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";
import { tidyUserSearch } from "../rules.ts";

type Props = {
  search: URLSearchParams;
  onChange: (key: string, value: string | undefined) => void;
  onClear: () => void;
};

const ORDERS: Options = [
  ["cadastro", "Mais recentes"],
  ["-cadastro", "Mais antigos"],
  ["nome", "Nome, A a Z"],
  ["-nome", "Nome, Z a A"],
  ["idade", "Mais jovens"],
  ["-idade", "Mais velhos"],
];

const FIELDS_ID = "filtros-de-usuarios";

const YES_NO: Options = [
  ["sim", "Sim"],
  ["nao", "Não"],
];

const FILTERS: { key: string; label: string; options: Options }[] = [
  {
    key: "tipo",
    label: "Tipo",
    options: [
      ["baby", "Sugar Baby"],
      ["daddy", "Sugar Daddy"],
      ["mommy", "Sugar Mommy"],
    ],
  },
  {
    key: "situacao",
    label: "Situação",
    options: [
      ["ativas", "Ativas"],
      ["suspensas", "Suspensas"],
      ["desativadas", "Desativadas"],
      ["a-confirmar", "A confirmar"],
    ],
  },
  { key: "verificado", label: "Verificado", options: YES_NO },
  { key: "premium", label: "Premium", options: YES_NO },
  { key: "coringa", label: "Coringa", options: YES_NO },
  { key: "gerenciado", label: "Gerenciado", options: YES_NO },
];

/** The search, the order and the filters of the list, all kept in the address. */
export function UserFilters({ search, onChange, onClear }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [clears, setClears] = useState(0);
  const count = FILTERS.filter(({ key }) => search.has(key)).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-3 lg:grid-cols-4 xl:grid-cols-6">
      <div className="flex gap-2 lg:col-span-3 xl:col-span-4">
        {/* The key clears the text that is being typed together with the filters. */}
        <Search key={clears} q={search.get("q") ?? undefined} onChange={(q) => onChange("q", q)} />
        <Button
          variant="outline"
          size="field"
          aria-expanded={isOpen}
          aria-controls={FIELDS_ID}
          onClick={() => setIsOpen(!isOpen)}
          className="max-lg:px-3.5 lg:hidden"
        >
          <SlidersHorizontal aria-hidden strokeWidth={1.75} />
          <span className="max-sm:sr-only">Filtros</span>
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      </div>
      <div
        id={FIELDS_ID}
        className={cx("grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:contents", !isOpen && "max-lg:hidden")}
      >
        <SelectField
          label="Ordem"
          value={search.get("ordem") ?? "cadastro"}
          onChange={({ currentTarget }) => onChange("ordem", currentTarget.value)}
          options={ORDERS}
          className="xl:col-span-2"
        />
        {FILTERS.map(({ key, label, options }) => (
          <SelectField
            key={key}
            label={label}
            value={search.get(key) ?? ""}
            onChange={({ currentTarget }) => onChange(key, currentTarget.value)}
            options={[["", "Todos"], ...options]}
          />
        ))}
      </div>
      {(count > 0 || search.has("q")) && (
        <div className="lg:col-span-full">
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              setClears(clears + 1);
              onClear();
            }}
          >
            Limpar busca e filtros
          </Button>
        </div>
      )}
    </div>
  );
}

function Search({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
  const { text, type } = useSearch({ q, tidy: tidyUserSearch, write: onChange });
  return <SearchField label="Nome, e-mail ou localização" text={text} onType={type} className="min-w-0 flex-1" />;
}
