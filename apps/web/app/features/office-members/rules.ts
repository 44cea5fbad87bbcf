import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { STAFF_PAGE_MAX, STAFF_SEARCH_MAX, STAFF_USERS_PAGE } from "@caramelo/contract/limits";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { readPage } from "~/ui/lists/list-address-rules.ts";
import type { StaffUser, SwitchName, SwitchSummary, UserFilter, UserListQuery } from "./queries.ts";

/** The search text, trimmed and shortened; undefined when it is blank. */
export function tidyUserSearch(text: string): string | undefined {
  return text.trim().slice(0, STAFF_SEARCH_MAX) || undefined;
}

const YES_NO = { sim: "yes", nao: "no" } as const;
const ROLES = { baby: "baby", daddy: "daddy", mommy: "mommy" } as const;
const STATUSES = {
  ativas: "active",
  suspensas: "suspended",
  desativadas: "deactivated",
  "a-confirmar": "unconfirmed",
} as const;
const SORTS = { nome: "name", idade: "age", cadastro: "created" } as const;

/** The value of an own key of a table; undefined for other keys, such as "toString". */
function pick<T extends object>(table: T, key: string | null): T[keyof T] | undefined {
  // The cast is safe, because `hasOwn` has found the key.
  return key !== null && Object.hasOwn(table, key) ? table[key as keyof T] : undefined;
}

/**
 * Parses the list's query in an address. Ignores unknown values. A sort is written "nome", or "-nome" for the reverse
 * order.
 */
export function readUserList(search: URLSearchParams): UserListQuery {
  const q = tidyUserSearch(search.get("q") ?? "");
  const order = search.get("ordem") ?? "";
  const sort = pick(SORTS, order.replace(/^-/, ""));
  const page = readPage(search, STAFF_PAGE_MAX);
  const filter = {
    q,
    role: pick(ROLES, search.get("tipo")),
    status: pick(STATUSES, search.get("situacao")),
    verified: pick(YES_NO, search.get("verificado")),
    premium: pick(YES_NO, search.get("premium")),
    managed: pick(YES_NO, search.get("gerenciado")),
    wildcard: pick(YES_NO, search.get("coringa")),
  };
  const isReversed = order.startsWith("-");
  return {
    ...keepGiven(filter),
    ...(sort && { sort, direction: (sort === "created") === isReversed ? "asc" : "desc" }),
    ...(page > 1 && { page }),
  };
}

const keepGiven = <T extends object>(values: T) =>
  // The cast is safe, because only keys without a value are dropped.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [key in keyof T]?: NonNullable<T[key]>;
  };

/** The filter of a list without order and page, for counting. */
export function filterOf({ sort: _, direction: __, page: ___, ...filter }: UserListQuery): UserFilter {
  return filter;
}

export const LIST_ADDRESS = "/admin/usuarios";

export const editorOf = (id: string) => `${LIST_ADDRESS}/editar/${id}`;

/** The list state carried by a link to a user, so that the back link can restore it. */
export const toListState = (search: URLSearchParams) => ({ list: search.size > 0 ? `?${search}` : "" });

/** Parses the list's part of the address from the browser's history, which may hold anything. */
export function readListState(state: unknown): string {
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : "";
  return typeof list === "string" && list.startsWith("?") ? list : "";
}

export type SortKey = keyof typeof SORTS;

/** The sort of a column, in the values of `aria-sort`. */
export function sortStateOf(search: URLSearchParams, key: SortKey): "ascending" | "descending" | undefined {
  const { sort = "created", direction = "desc" } = readUserList(search);
  if (sort !== SORTS[key]) return undefined;
  return direction === "asc" ? "ascending" : "descending";
}

/** The next order when a column head is pressed: first the column's usual direction, then the reverse. */
export function nextOrder(search: URLSearchParams, key: SortKey): string {
  const isOwn = sortStateOf(search, key) !== undefined;
  const isReversed = (search.get("ordem") ?? "").startsWith("-");
  return isOwn && !isReversed ? `-${key}` : key;
}

type Count = { count: number; isExact: boolean };

/** A count such as "4.812", or "10.000+" beyond the counting limit. */
export function countText({ count, isExact }: Count): string {
  return `${formatCount(count)}${isExact ? "" : "+"}`;
}

/** The range of a page, such as "21 a 40 de 4.812". Omits the total until it is counted. */
export function pageText(page: number, shownCount: number, count: Count | undefined): string {
  const first = (page - 1) * STAFF_USERS_PAGE + 1;
  const range = `${formatCount(first)} a ${formatCount(first + shownCount - 1)}`;
  return count ? `${range} de ${countText(count)}` : range;
}

type SwitchWords = {
  /** The head of the column and the name of the switch. */
  label: string;
  /** The question before the switch is set, for one and for several members. */
  ask: { on: string; off: string };
  effect: { on: string; off: string };
  /** The words that follow "Erro ao …". */
  action: { on: string; off: string };
  done: { on: string; off: string };
};

export const switchWords: Record<SwitchName, SwitchWords> = {
  verified: {
    label: "Verificado",
    ask: { on: "Marcar como verificado", off: "Remover a verificação" },
    effect: {
      on: "O selo aparece no perfil como concedido pela equipe. Ele não conta como verificação de idade.",
      off: "O selo sai do perfil na hora.",
    },
    action: { on: "verificar usuário", off: "desverificar usuário" },
    done: { on: adminMessages.verifiedOn, off: adminMessages.verifiedOff },
  },
  premium: {
    label: "Premium",
    ask: { on: "Tornar Premium", off: "Remover do Premium" },
    effect: {
      on: "É uma cortesia sem prazo, registrada no extrato.",
      off: "A cortesia termina agora. O que foi pago continua até o fim.",
    },
    action: { on: "promover usuário a Premium", off: "remover usuário do Premium" },
    done: { on: adminMessages.premiumOn, off: adminMessages.premiumOff },
  },
  active: {
    label: "Conta ativa",
    ask: { on: "Ativar a conta", off: "Suspender a conta" },
    effect: {
      on: "A pessoa volta a entrar e a aparecer para os outros.",
      off: "A pessoa sai de todos os aparelhos agora e some para os outros até a equipe ativar a conta.",
    },
    action: { on: "ativar conta", off: "desativar conta" },
    done: { on: adminMessages.activeOn, off: adminMessages.activeOff },
  },
  wildcard: {
    label: "Cidade coringa",
    ask: { on: "Ativar a cidade coringa", off: "Desativar a cidade coringa" },
    effect: {
      on: "O perfil aparece com a cidade de quem o vê, sempre com a etiqueta “Cidade coringa”.",
      off: "O perfil volta a aparecer com a própria cidade.",
    },
    action: { on: "ativar cidade coringa", off: "desativar cidade coringa" },
    done: { on: adminMessages.wildcardOn, off: adminMessages.wildcardOff },
  },
};

/** Needed because the mail about the suspension contains the reason. */
export const SUSPENSION_HINT = "A pessoa recebe este motivo por e-mail: não diga quem denunciou.";

export const SWITCH_NAMES: readonly SwitchName[] = ["verified", "premium", "active", "wildcard"];

export const FLAG_OF = {
  verified: "isVerified",
  premium: "isPremium",
  active: "isActive",
  wildcard: "isWildcardCity",
} as const satisfies Record<SwitchName, keyof StaffUser>;

export function failureText(name: SwitchName, isOn: boolean, message: string): string {
  return adminMessages.toggleFailed(switchWords[name].action[isOn ? "on" : "off"], message);
}

export const refusalText = (why: SwitchSummary["refused"][number]["why"]): string => adminMessages.switchRefused[why];

const countedWords = (count: number, one: string, many: string) => (count === 0 ? [] : [countWords(count, one, many)]);

/** The result of an action on several members, such as "2 usuários alterados, 1 já estava assim, 1 recusado". */
export function summaryText({ changed, unchanged, refused }: SwitchSummary): string {
  const parts = [
    ...countedWords(changed.length, "usuário alterado", "usuários alterados"),
    ...countedWords(unchanged.length, "já estava assim", "já estavam assim"),
    ...countedWords(refused.length, "recusado", "recusados"),
  ];
  return parts.join(", ");
}

export const userStatusNames = {
  active: "Ativa",
  deactivated: "Desativada pela própria pessoa",
  suspended: "Suspensa",
  unconfirmed: "E-mail a confirmar",
  hidden: "Oculta até a análise",
  banned: "Banida",
} as const satisfies Record<StaffUser["status"], string>;

/** The account marks of a row, next to its switches. */
export function listMarks({ status, isManaged, isDemo }: Pick<StaffUser, "status" | "isManaged" | "isDemo">) {
  const isDanger = status === "suspended" || status === "banned";
  return [
    ...(status === "active" ? [] : [{ text: userStatusNames[status], isDanger }]),
    // Shorter than on the profile, so that they fit next to the name.
    ...(isManaged ? [{ text: "Gerenciado", isDanger: false }] : []),
    ...(isDemo ? [{ text: "Demo", isDanger: false }] : []),
  ];
}
