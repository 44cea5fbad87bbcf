import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ReceiptText } from "lucide-react";
import type { FormEvent } from "react";
import { useSearchParams } from "react-router";
import { momentText } from "~/platform/date-rules.ts";
import { formatReais } from "~/platform/money-rules.ts";
import { Button } from "~/ui/basics/button.tsx";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { NamedTable } from "~/ui/basics/named-table.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { productWords, stateWords } from "../rules.ts";
import { type StaffOrder, staffOrdersQuery } from "./queries.ts";
import { csvAddress, readFilter } from "./rules.ts";

/** All orders, by a filter that stands in the address. */
export function StaffOrders() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery(staffOrdersQuery(filter));
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const pairs = ["situacao", "produto", "q"].map((key): [string, string] => [
      key,
      String(form.get(key) ?? "").trim(),
    ]);
    setSearch(pairs.filter(([, value]) => value !== ""));
  }
  return (
    <div className="grid gap-4">
      <form key={search.toString()} onSubmit={apply} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Buscar"
          name="q"
          defaultValue={filter.q ?? ""}
          placeholder="E-mail, nome ou número"
          className="min-w-56 flex-1 max-md:basis-full"
        />
        <SelectField
          label="Situação"
          name="situacao"
          defaultValue={filter.state ?? ""}
          className="min-w-36 flex-1 md:min-w-40 md:flex-none"
        >
          <option value="">Todas</option>
          {Object.entries(stateWords)
            .filter(([state]) => state !== "created")
            .map(([state, { text }]) => (
              <option key={state} value={state}>
                {text}
              </option>
            ))}
        </SelectField>
        <SelectField
          label="Produto"
          name="produto"
          defaultValue={filter.product ?? ""}
          className="min-w-36 flex-1 md:min-w-40 md:flex-none"
        >
          <option value="">Todos</option>
          {Object.entries(productWords).map(([product, { name }]) => (
            <option key={product} value={product}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" className="min-h-12! max-md:flex-1">
          Filtrar
        </Button>
        <a
          href={csvAddress(filter)}
          download="pedidos.csv"
          className={cx(buttonClass({ variant: "outline" }), "min-h-12! max-md:flex-1")}
        >
          <Download aria-hidden strokeWidth={1.75} />
          <span className="sr-only">Baixar </span>CSV
        </a>
      </form>
      <QueryState query={list} failed="Os pedidos não carregaram" />
      {list.data && orders.length === 0 && (
        <EmptyState
          icon={<ReceiptText aria-hidden className="text-primary" />}
          title="Nenhum pedido encontrado"
          text={search.size > 0 ? "Experimente outro filtro." : "O que os membros comprarem aparece aqui."}
        />
      )}
      {orders.length > 0 && <OrderTable orders={orders} />}
      <LoadMore list={list} />
    </div>
  );
}

const HEADS = ["Membro", "Produto", "Quando", "Valor", "Situação"];

function OrderTable({ orders }: { orders: StaffOrder[] }) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <NamedTable name="Pedidos" heads={HEADS} className="w-full min-w-176 text-left text-14">
        <tbody>
          {orders.map(({ order, buyer }) => (
            <tr key={order.id} className="border-t border-line hover-mouse:bg-tint/60">
              <th scope="row" className="px-3 py-2.5 font-normal">
                <TextLink to={`/admin/pedidos/${order.id}`}>{buyer.name}</TextLink>
                <span className="block max-w-40 truncate md:max-w-72 text-13 text-muted">{buyer.email}</span>
              </th>
              <td className="px-3 whitespace-nowrap">{productWords[order.product].name}</td>
              <td className="px-3 whitespace-nowrap text-muted tabular-nums">{momentText(order.createdAt)}</td>
              <td className="px-3 whitespace-nowrap tabular-nums">{formatReais(order.centavos)}</td>
              <td className="px-3">
                <Chip tone={stateWords[order.state].tone} className="h-7! px-2.5!">
                  {stateWords[order.state].text}
                </Chip>
              </td>
            </tr>
          ))}
        </tbody>
      </NamedTable>
    </div>
  );
}
