import { FilterX, SlidersHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { SearchField } from "~/ui/forms/search-field.tsx";
import type { Options } from "~/ui/forms/select-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";
import { FilterChip } from "~/ui/lists/filter-chip.tsx";
import { tidyUserSearch } from "../rules.ts";

type Props = {
  search: URLSearchParams;
  onChange: (key: string, value: string | undefined, options?: { replace: boolean }) => void;
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

/**
 * The search, the filters and the order of the list in one row, all kept in the address. Where the row would not fit,
 * the filters are below the search, behind a button.
 */
export function UserFilters({ search, onChange, onClear }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [clears, setClears] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const count = FILTERS.filter(({ key }) => search.has(key)).length;
  const isFiltered = count > 0 || search.has("q");
  function clear() {
    setClears(clears + 1);
    onClear();
    // The button goes away, and the focus must not go with it.
    row.current?.focus();
  }
  return (
    <div ref={row} tabIndex={-1} className="flex flex-wrap items-center gap-2 outline-none xl:gap-1.5">
      {/* The key clears the text that is being typed together with the filters. */}
      <Search key={clears} q={search.get("q") ?? undefined} onChange={(q) => onChange("q", q, { replace: true })} />
      <Button
        variant="outline"
        size="field"
        aria-expanded={isOpen}
        aria-controls={FIELDS_ID}
        onClick={() => setIsOpen(!isOpen)}
        className="max-xl:px-3.5 xl:hidden"
      >
        <SlidersHorizontal aria-hidden strokeWidth={1.75} />
        <span className="max-sm:sr-only">Filtros</span>
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </Button>
      <div
        id={FIELDS_ID}
        className={cx("flex flex-wrap gap-2 max-xl:basis-full xl:contents", !isOpen && "max-xl:hidden")}
      >
        {FILTERS.map(({ key, label, options }) => (
          <FilterChip
            key={key}
            label={label}
            value={search.get(key) ?? ""}
            onChange={(value) => onChange(key, value)}
            options={[["", "Todos"], ...options]}
            isLabelled={options === YES_NO}
          />
        ))}
        <FilterChip
          label="Ordem"
          value={search.get("ordem") ?? "cadastro"}
          onChange={(value) => onChange("ordem", value)}
          options={ORDERS}
        />
      </div>
      {isFiltered && (
        <IconButton label="Limpar busca e filtros" onClick={clear} className="shrink-0 text-muted">
          <FilterX aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}

function Search({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
  const { text, type } = useSearch({ q, tidy: tidyUserSearch, write: onChange });
  return (
    <SearchField
      label="Nome, e-mail ou localização"
      text={text}
      onType={type}
      isLow
      className="min-w-40 flex-1 xl:min-w-44"
    />
  );
}
