import { momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, ReceiptText } from "lucide-react";
import { useSearchParams } from "react-router";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { type FilterField, FilterForm } from "~/ui/lists/filter-form.tsx";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { productWords, stateWords } from "../rules.ts";
import { type StaffOrder, staffOrdersQuery } from "./queries.ts";
import { countText, csvAddress, readFilter } from "./rules.ts";

/** All orders that fit the filter in the address. */
export function StaffOrders() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  // The former orders stay until the next ones load, so that the list does not flicker while the user types.
  const list = useInfiniteQuery({ ...staffOrdersQuery(filter), placeholderData: keepPreviousData });
  const { q = "", state = "", product = "" } = filter;
  const orders = list.data?.pages.flatMap((page) => page.orders.map((row) => ({ ...row, id: row.order.id }))) ?? [];
  return (
    <div className="grid gap-4">
      <FilterForm fields={FIELDS} values={{ q, situacao: state, produto: product }}>
        <a
          href={csvAddress(filter)}
          download="pedidos.csv"
          className={cx(buttonClass({ variant: "outline", size: "icon" }), "text-14! md:h-10 md:min-h-0!")}
        >
          <Download aria-hidden strokeWidth={1.75} />
          <span className="sr-only">Baixar </span>CSV
        </a>
      </FilterForm>
      <p role="status" className="text-14 text-muted">
        {list.data && countText(orders.length, list.hasNextPage)}
      </p>
      <ListTable
        name="Pedidos"
        query={list}
        failed="Os pedidos não carregaram"
        rows={orders}
        columns={COLUMNS}
        linkOf={({ order }) => ({ to: `/admin/pedidos/${order.id}` })}
        empty={
          <EmptyState
            icon={<ReceiptText aria-hidden className="text-primary" />}
            title="Nenhum pedido encontrado"
            text={search.size > 0 ? "Experimente outro filtro." : "O que os membros comprarem aparece aqui."}
          />
        }
        isDense
      />
      <LoadMore list={list} />
    </div>
  );
}

const STATES = Object.entries(stateWords).filter(([state]) => state !== "created");

const FIELDS: readonly FilterField[] = [
  { name: "q", label: "Buscar", placeholder: "E-mail, nome ou número" },
  {
    name: "situacao",
    label: "Situação",
    options: [["", "Todas"], ...STATES.map(([state, { text }]) => [state, text] as const)],
  },
  {
    name: "produto",
    label: "Produto",
    options: [["", "Todos"], ...Object.entries(productWords).map(([product, { name }]) => [product, name] as const)],
  },
];

const COLUMNS: readonly Column<StaffOrder>[] = [
  {
    head: "Membro",
    isTitle: true,
    cell: ({ order, buyer }) => (
      <>
        <TextLink to={`/admin/pedidos/${order.id}`}>{buyer.name}</TextLink>
        <span
          title={buyer.email ?? undefined}
          className="block text-13 text-muted max-lg:wrap-anywhere lg:max-w-44 lg:truncate xl:max-w-72"
        >
          {buyer.email ?? adminMessages.erasedAccount}
        </span>
      </>
    ),
  },
  { head: "Produto", cell: ({ order }) => productWords[order.product].name, className: "lg:whitespace-nowrap" },
  {
    head: "Quando",
    cell: ({ order }) => momentText(order.createdAt),
    className: "lg:whitespace-nowrap text-muted tabular-nums",
  },
  { head: "Valor", cell: ({ order }) => formatReais(order.centavos), className: "whitespace-nowrap tabular-nums" },
  { head: "Situação", cell: ({ order }) => <Chip size="small" {...stateWords[order.state]} /> },
];
