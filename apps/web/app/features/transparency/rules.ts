import { formatCount } from "@caramelo/contract/formats/counts";
import { spanText } from "@caramelo/contract/formats/spans";
import { FIGURE_MIN } from "@caramelo/contract/limits";
import { MEDIAN_HOURS, type QuarterCount, type QuarterMedian } from "@caramelo/contract/transparency/figures";
import type { Figure, Quarter } from "./queries.ts";

/** "3º trimestre de 2026". */
export const quarterName = ({ year, number }: Quarter): string => `${number}º trimestre de ${year}`;

const MONTHS = ["janeiro a março", "abril a junho", "julho a setembro", "outubro a dezembro"];

/** "julho a setembro". */
export const quarterMonths = ({ number }: Quarter): string => MONTHS[number - 1] ?? "";

const UNCOUNTED = "não contado";

export function countText({ look, value }: Figure): string {
  if (look === "few") return `menos de ${FIGURE_MIN}`;
  if (look === "withheld") return "total não mostrado";
  return value === null ? UNCOUNTED : formatCount(value);
}

export function medianText({ look, value }: Figure): string {
  if (look === "few") return `menos de ${FIGURE_MIN} decisões`;
  return value === null ? UNCOUNTED : spanText(value * 1_000, MEDIAN_HOURS);
}

type Row = { label: string; count: QuarterCount } | { label: string; median: QuarterMedian };

/** The numbers of a quarter in the order of the page, under their headings. */
export const GROUPS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: "Denúncias entre membros",
    rows: [
      { label: "Denúncias recebidas", count: "reports" },
      { label: "Tempo mediano até a decisão", median: "reportSeconds" },
    ],
  },
  {
    title: "Escondidos antes da análise",
    rows: [
      { label: "Fotos", count: "photosHidden" },
      { label: "Perfis", count: "profilesHidden" },
    ],
  },
  {
    title: "Medidas da equipe",
    rows: [
      { label: "Advertências", count: "warnings" },
      { label: "Fotos retiradas", count: "photosTaken" },
      { label: "Contas suspensas", count: "suspensions" },
      { label: "Contas banidas", count: "bans" },
    ],
  },
  {
    title: "Recursos contra medidas",
    rows: [
      { label: "Recebidos", count: "appeals" },
      { label: "Medida desfeita", count: "appealsGranted" },
      { label: "Medida mantida", count: "appealsRefused" },
    ],
  },
  {
    title: "Denúncias enviadas sem login",
    rows: [
      { label: "Recebidas", count: "notices" },
      { label: "Aceitas", count: "noticesAccepted" },
      { label: "Recusadas", count: "noticesRefused" },
    ],
  },
  {
    title: "Pedidos de autoridades",
    rows: [
      { label: "Registrados", count: "authorityRequests" },
      { label: "Atendidos", count: "authorityGranted" },
      { label: "Atendidos em parte", count: "authorityPartlyGranted" },
      { label: "Recusados", count: "authorityRefused" },
    ],
  },
  { title: "Verificações", rows: [{ label: "Tempo mediano até a resposta", median: "verificationSeconds" }] },
];
