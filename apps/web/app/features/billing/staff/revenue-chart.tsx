import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { shortDayText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { useQuery } from "@tanstack/react-query";
import { serverNow } from "~/platform/use-moment.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { productWords } from "../rules.ts";
import { revenueQuery } from "./queries.ts";
import { barsOf, splitRevenue } from "./rules.ts";

const DAYS = 30;
const [WIDTH, HEIGHT] = [600, 120];

/** Net revenue of the last 30 days: low bars by day, and a table by day and product. Trials never count as revenue. */
export function RevenueChart() {
  const { data, isPending, refetch } = useQuery(revenueQuery);
  if (!data && !isPending)
    return <LoadFailed look="section" title="Não conseguimos carregar a receita" onRetry={refetch} />;
  // While data loads, the chart has its full size, so that nothing moves later.
  const { isTrial, shown: shownDays, trialCentavos } = splitRevenue(data?.days ?? []);
  const bars = barsOf(shownDays, dayInBrazil(new Date(serverNow())), DAYS);
  const highest = Math.max(1, ...bars.map(({ centavos }) => centavos));
  const total = bars.reduce((sum, { centavos }) => sum + centavos, 0);
  const returnedTotal = bars.reduce((sum, { returnedCentavos }) => sum + returnedCentavos, 0);
  const step = WIDTH / DAYS;
  return (
    <section aria-labelledby="revenue" className="min-w-0 rounded-card border border-line bg-surface p-4">
      <h2 id="revenue" className="text-18">
        {isTrial ? "Testes" : "Receita"} dos últimos {DAYS} dias
      </h2>
      <p className="mt-1 text-14 text-muted">
        <span className="font-display text-22 text-ink tabular-nums">{data ? formatReais(total) : "…"}</span>
        {returnedTotal > 0 && <span>{` · ${formatReais(returnedTotal)} reembolsados`}</span>}
      </p>
      <p className="min-h-10.5 text-14 text-muted sm:min-h-5.25">
        {isTrial && <span>Nenhum dinheiro real entrou neste período.</span>}
        {trialCentavos > 0 && <span>{`Fora da receita: ${formatReais(trialCentavos)} em pagamentos de teste.`}</span>}
      </p>
      <div aria-hidden className="mt-2 flex items-end gap-2 text-13 leading-none text-muted tabular-nums">
        <span className="shrink-0">{bars[0] && shortDayText(bars[0].day)}</span>
        <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-14 min-w-0 flex-1" preserveAspectRatio="none">
          {bars.map(({ day, centavos }, index) => {
            const height = Math.max(centavos > 0 ? 3 : 1, (centavos / highest) * HEIGHT);
            return (
              <rect
                key={day}
                x={index * step + 2}
                y={HEIGHT - height}
                width={step - 4}
                height={height}
                className={centavos > 0 ? "fill-primary" : "fill-line"}
              />
            );
          })}
        </svg>
        <span className="shrink-0">Hoje</span>
      </div>
      <details className="-mb-2 text-14">
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium">Ver como tabela</summary>
        {shownDays.length === 0 ? (
          <p className="text-muted">Nenhum pagamento neste período.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
          <section aria-label="Tabela da receita" tabIndex={0} className="overflow-x-auto">
            <table className="w-full min-w-120 text-left">
              <thead className="text-13 text-muted">
                <tr>
                  {["Dia", "Produto", "Pedidos", isTrial ? "Valor" : "Receita", "Reembolsado"].map((name) => (
                    <th key={name} scope="col" className="py-1.5 pr-3 font-semibold">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {shownDays.map(({ day, product, orders, centavos, returnedCentavos }) => (
                  <tr key={`${day} ${product}`} className="border-t border-line">
                    <th scope="row" className="py-1.5 pr-3 font-normal">
                      {shortDayText(day)}
                    </th>
                    <td className="pr-3">{productWords[product].name}</td>
                    <td className="pr-3">{orders}</td>
                    <td className="pr-3">{formatReais(centavos)}</td>
                    <td>{formatReais(returnedCentavos)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </details>
    </section>
  );
}
