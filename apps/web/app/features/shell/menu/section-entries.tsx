import { formatCount } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { BadgeCheck, Coins, Crown, Eye, type LucideIcon, ReceiptText, Settings, Sparkles } from "lucide-react";
import type { SessionUser } from "~/platform/session.ts";
import { MenuLink } from "~/ui/overlays/menu.tsx";
import { listSections } from "../rules.ts";
import { useShell } from "../shell-context.ts";

/** The screens without an entry in the bars, for the menus. The settings come last. */
export function listMenuEntries(user: Pick<SessionUser, "role" | "isPremium" | "isHighlighted">) {
  const sections = listSections(user);
  if (user.role === "admin") return sections;
  const boughtEntries = [{ to: "/compras", label: "Minhas compras" }];
  if (user.role !== "baby") boughtEntries.unshift({ to: "/fichas", label: "Minhas fichas" });
  const verification = { to: "/verificacao", label: "Verificação" };
  return [...sections.slice(0, -1), ...boughtEntries, verification, ...sections.slice(-1)];
}

const ICONS: Record<string, LucideIcon> = {
  "/premium": Crown,
  "/destaque": Sparkles,
  "/visitas": Eye,
  "/fichas": Coins,
  "/compras": ReceiptText,
  "/verificacao": BadgeCheck,
  "/configuracoes": Settings,
};

/** The screens without an entry in the bars, and a payer's remaining tokens. */
export function SectionEntries() {
  const { user } = useShell();
  return listMenuEntries(user).map(({ to, label }) => {
    const Icon = ICONS[to];
    // A screen without an icon here, such as "/admin", already has an entry in the bar.
    return (
      Icon && (
        <MenuLink key={to} to={to} icon={<Icon aria-hidden />}>
          <span>{label}</span>
          {to === "/fichas" && user.balance && <TokensLeft tokens={user.balance.tokens} />}
        </MenuLink>
      )
    );
  });
}

function TokensLeft({ tokens }: { tokens: number }) {
  return (
    <span className="ml-auto text-14 text-muted tabular-nums">
      {formatCount(tokens)}
      <span className="sr-only"> {tokensWord(tokens)}</span>
    </span>
  );
}
