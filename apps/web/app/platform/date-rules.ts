// Days and moments as people read them, in São Paulo.
const zone = { timeZone: "America/Sao_Paulo" } as const;
const DAY = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", ...zone });
const LONG_DAY = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", ...zone });
const MOMENT = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short", ...zone });

/** "22/11/2026". */
export const dayText = (at: string): string => DAY.format(new Date(at));
/** "22 de novembro de 2026". */
export const longDayText = (at: string): string => LONG_DAY.format(new Date(at));
/** "22/11/2026, 14:05". */
export const momentText = (at: string): string => MOMENT.format(new Date(at));
