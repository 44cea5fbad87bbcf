import { formatCount } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { BadgeCheck, Coins, Crown, Eye, type LucideIcon, ReceiptText, Settings, Sparkles } from "lucide-react";
import { MenuLink } from "~/ui/overlays/menu.tsx";
import { useShell } from "../shell-context.ts";
import { listMenuEntries } from "./menu-rules.ts";

const ICONS: Record<string, LucideIcon> = {
  "/premium": Crown,
  "/destaque": Sparkles,
  "/visitas": Eye,
  "/fichas": Coins,
  "/compras": ReceiptText,
  "/verificacao": BadgeCheck,
  "/configuracoes": Settings,
};

/** The screens that have no entry in the bars, and the tokens that a payer has left. */
export function SectionEntries() {
  const { user } = useShell();
  return listMenuEntries(user).map(({ to, label }) => {
    const Icon = ICONS[to];
    // A screen that has no icon here, such as "/admin", already has an entry in the bar.
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
