import { VERIFICATION_PAGES_MAX } from "@caramelo/contract/limits";
import type { VerificationStatus } from "@caramelo/contract/verification/calls";
import { readPage } from "~/ui/lists/list-address-rules.ts";

type StatusWords = { text: string; decided: string; tone: "ok" | "warn" | "danger" };

/** The words of each state. The date follows `decided`. */
export const statusWords: Record<VerificationStatus, StatusWords> = {
  pending: { text: "Pendente", decided: "", tone: "warn" },
  approved: { text: "Aprovado", decided: "Aprovado em", tone: "ok" },
  rejected: { text: "Rejeitado", decided: "Rejeitado em", tone: "danger" },
};

/** The filters with their names in the address and their labels. */
export const filterWords: readonly { value: string; status: VerificationStatus | undefined; label: string }[] = [
  { value: "", status: undefined, label: "Todas" },
  { value: "pendentes", status: "pending", label: "Pendentes" },
  { value: "aprovadas", status: "approved", label: "Aprovadas" },
  { value: "rejeitadas", status: "rejected", label: "Rejeitadas" },
];

export const staffTexts = {
  none: "Nenhuma solicitação de verificação encontrada",
  nameless: "Nome não disponível",
  addressless: "Email não disponível",
  approved: "Verificação aprovada",
  rejected: "Verificação rejeitada",
  revoked: "Aprovação desfeita",
  queueDone: "Nenhum pedido na fila",
  noOther: "Nenhum outro pedido na fila",
  queueFailed: "A fila não carregou",
} as const;

/** The filter and page in the address. Ignores unknown ones. */
export function readListAddress(search: URLSearchParams) {
  const filter = filterWords.find(({ value }) => value === search.get("situacao"));
  const page = readPage(search, VERIFICATION_PAGES_MAX);
  return { value: filter?.value ?? "", status: filter?.status, page };
}

/** The next request to review: the next in the queue, or the first if this one is no longer in it. */
export function findNext(queue: readonly string[], current: string): string | undefined {
  const rest = queue.filter((id) => id !== current);
  const at = queue.indexOf(current);
  return at === -1 ? rest[0] : (queue[at + 1] ?? rest[0]);
}

export type ReviewKey = "approve" | "reject" | "next" | "turn" | "larger" | "smaller" | "reset" | `picture ${number}`;

const KEYS = new Map<string, ReviewKey>(
  Object.entries({
    a: "approve",
    r: "reject",
    n: "next",
    g: "turn",
    "+": "larger",
    "=": "larger",
    "-": "smaller",
    "0": "reset",
    1: "picture 1",
    2: "picture 2",
    3: "picture 3",
    4: "picture 4",
  } as const),
);

/** The action of a key in a review; undefined for other keys. */
export const findReviewKey = (key: string): ReviewKey | undefined => KEYS.get(key.toLowerCase());

export type Look = { zoom: number; turn: number };
export const PLAIN_LOOK: Look = { zoom: 1, turn: 0 };
const ZOOM_MAX = 5;

/** The zoom and rotation of a picture after a key or a button. */
export function changeLook({ zoom, turn }: Look, change: "turn" | "larger" | "smaller" | "reset"): Look {
  if (change === "turn") return { zoom, turn: (turn + 90) % 360 };
  if (change === "larger") return { zoom: Math.min(ZOOM_MAX, zoom + 0.5), turn };
  if (change === "smaller") return { zoom: Math.max(1, zoom - 0.5), turn };
  return PLAIN_LOOK;
}
