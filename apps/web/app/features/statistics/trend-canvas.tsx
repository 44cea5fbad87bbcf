import { shortDayText } from "@caramelo/contract/formats/moments";
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { useEffect, useRef } from "react";
import type { TrendDay } from "./queries.ts";
import { isAlone, type Trend } from "./rules.ts";
import { type ChartColors, useChartColors } from "./use-chart-colors.ts";

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

type Props = { days: readonly TrendDay[]; trend: Trend; label: string };

/** One number by day, drawn by Chart.js. This is the only file that imports the library. */
export function TrendCanvas({ days, trend, label }: Props) {
  const probe = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useChartColors(probe);
  useEffect(() => {
    if (!canvas.current || !colors) return;
    const chart = new Chart(canvas.current, configOf(days, trend, colors));
    return () => chart.destroy();
  }, [days, trend, colors]);
  return (
    <div ref={probe} className="relative h-44 border-line text-primary outline-muted">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function configOf(days: readonly TrendDay[], { name, look, format }: Trend, colors: ChartColors) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const font = { family: "Figtree, system-ui, sans-serif", size: 12 };
  const ticks = { color: colors.text, font, maxRotation: 0 };
  const values = days.map((day) => day[name]);
  const config: ChartConfiguration<"line" | "bar", (number | null)[], string> = {
    type: look,
    data: {
      labels: days.map(({ day }) => shortDayText(day)),
      datasets: [
        {
          data: values,
          borderColor: colors.line,
          backgroundColor: look === "bar" ? colors.line : withAlpha(colors.line),
          borderWidth: look === "bar" ? 0 : 2,
          ...(look === "line" && { fill: true, tension: 0.25, pointHoverRadius: 4 }),
          ...(look === "line" && { pointRadius: values.map((_, at) => (isAlone(values, at) ? 3 : 0)) }),
          ...(look === "bar" && { borderRadius: 3, maxBarThickness: 18 }),
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: isStill ? false : { duration: 200 },
      interaction: { mode: "index", intersect: false },
      plugins: { tooltip: { displayColors: false, callbacks: { label: ({ parsed }) => format(parsed.y ?? 0) } } },
      scales: {
        x: { grid: { display: false }, border: { color: colors.grid }, ticks: { ...ticks, maxTicksLimit: 6 } },
        y: {
          beginAtZero: true,
          // Gives the axis a height even when all values are 0, so that they lie at the bottom and not in the middle.
          suggestedMax: 1,
          grid: { color: colors.grid },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 4, precision: 0, callback: (value) => format(Number(value)) },
        },
      },
    },
  };
  return config;
}

/** The colour of a line made transparent, for the area below it. */
function withAlpha(color: string): string {
  return color.replace(/^rgb\((.*)\)$/, "rgba($1, 0.12)");
}
