const BRAZIL = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" });

/** The calendar day, "2026-11-21", that a moment belongs to in São Paulo. */
export function dayInBrazil(moment: Date): string {
  return BRAZIL.format(moment);
}
