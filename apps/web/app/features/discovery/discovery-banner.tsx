import { Crown, Sparkles } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import type { BannerKind } from "./rules.ts";

const BANNERS = {
  highlight: {
    icon: Sparkles,
    title: "Destaque seu perfil",
    text: "Apareça primeiro nas buscas durante 30 dias.",
    to: "/destaque",
    action: "Destacar Perfil",
  },
  premium: {
    icon: Crown,
    title: "Seja Premium",
    text: "Mensagens ilimitadas e seu perfil em destaque.",
    to: "/premium",
    action: "Ver planos",
  },
} as const;

type Props = { kind: BannerKind; look: "column" | "strip" };

/** Offers what this member can buy, across the grid or below the filters. */
export function DiscoveryBanner({ kind, look }: Props) {
  const { icon: Icon, title, text, to, action } = BANNERS[kind];
  const isStrip = look === "strip";
  return (
    <aside
      aria-label={title}
      className={cx(
        "bg-dusk rounded-card",
        isStrip
          ? "flex min-h-28 items-center gap-3 md:min-h-20 px-4 py-3.5 md:gap-5 md:px-5 md:py-4"
          : "grid gap-4 p-5",
      )}
    >
      {isStrip && (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-dusk-button/14 text-photo-gold max-md:hidden"
        >
          <Icon className="size-5" strokeWidth={1.75} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="text-18 text-on-dusk md:text-[1.25rem]">{title}</h2>
        <p className="mt-0.5 text-14 text-on-dusk-soft">{text}</p>
      </div>
      <ButtonLink to={to} variant="dusk" size="snug" className="md:px-5">
        {action}
      </ButtonLink>
    </aside>
  );
}
