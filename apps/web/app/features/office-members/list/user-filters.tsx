import { STAFF_SEARCH_MAX } from "@caramelo/contract/limits";
import type { Options } from "~/ui/forms/select-field.tsx";
import { type FilterField, FilterForm } from "~/ui/lists/filter-form.tsx";

/** The search, filters and order of the list in one row, all stored in the address. */
export function UserFilters({ search }: { search: URLSearchParams }) {
  const values = Object.fromEntries(FIELDS.map(({ name }) => [name, search.get(name) ?? ""]));
  return <FilterForm fields={FIELDS} values={values} areFolded />;
}

const ORDERS: Options = [
  ["cadastro", "Mais recentes"],
  ["-cadastro", "Mais antigos"],
  ["nome", "Nome, A a Z"],
  ["-nome", "Nome, Z a A"],
  ["idade", "Mais jovens"],
  ["-idade", "Mais velhos"],
];

const YES_NO: Options = [
  ["sim", "Sim"],
  ["nao", "Não"],
];

const ANY = ["", "Todos"] as const;
const switchField = (name: string, label: string): FilterField => {
  return { name, label, options: [ANY, ...YES_NO], isLabelled: true };
};

const FIELDS: readonly FilterField[] = [
  { name: "q", label: "Nome, e-mail ou localização", maxLength: STAFF_SEARCH_MAX },
  {
    name: "tipo",
    label: "Tipo",
    options: [ANY, ["baby", "Sugar Baby"], ["daddy", "Sugar Daddy"], ["mommy", "Sugar Mommy"]],
  },
  {
    name: "situacao",
    label: "Situação",
    options: [
      ANY,
      ["ativas", "Ativas"],
      ["suspensas", "Suspensas"],
      ["desativadas", "Desativadas"],
      ["a-confirmar", "A confirmar"],
    ],
  },
  switchField("verificado", "Verificado"),
  switchField("premium", "Premium"),
  switchField("coringa", "Coringa"),
  switchField("gerenciado", "Gerenciado"),
  { name: "ordem", label: "Ordem", options: ORDERS, isOrder: true },
];
