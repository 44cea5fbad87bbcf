import type { SessionUser } from "~/platform/session.ts";
import { listSections } from "../rules.ts";

/** The screens that have no entry in the bars, for the menus. The settings come last. */
export function listMenuEntries(user: Pick<SessionUser, "role" | "isPremium" | "isHighlighted">) {
  const sections = listSections(user);
  if (user.role === "admin") return sections;
  const bought = [{ to: "/compras", label: "Minhas compras" }];
  if (user.role !== "baby") bought.unshift({ to: "/fichas", label: "Minhas fichas" });
  const verification = { to: "/verificacao", label: "Verificação" };
  return [...sections.slice(0, -1), ...bought, verification, ...sections.slice(-1)];
}
