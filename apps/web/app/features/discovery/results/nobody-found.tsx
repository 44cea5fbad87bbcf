import type { DiscoveryTab } from "@caramelo/contract/discovery/address";
import { BadgeCheck, Moon, Search, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";

export type Empty = {
  tab: DiscoveryTab;
  /** Clears the chosen filters; undefined when none is chosen. */
  clear: (() => void) | undefined;
  /** Opens the tab with all profiles; undefined when that tab is empty as well. */
  showAll: (() => void) | undefined;
  /** The next step when there is neither a filter nor another tab to try. */
  action: ReactNode;
};

const TEXTS = {
  todos: {
    icon: Search,
    title: "Nenhum perfil encontrado",
    filtered: "Ajuste os filtros: uma faixa de idade maior ou outra cidade mostram mais gente.",
    plain: "Ajuste os filtros ou volte mais tarde: pessoas novas chegam todos os dias.",
  },
  destaque: {
    icon: BadgeCheck,
    title: "Nenhum perfil em destaque encontrado",
    filtered: "Nenhum perfil premium ou verificado combina com os seus filtros.",
    plain: "Ainda não há perfis premium ou verificados por aqui. Volte mais tarde.",
  },
  novos: {
    icon: Sparkles,
    title: "Nenhum perfil novo encontrado",
    filtered: "Ninguém que combina com os seus filtros chegou nos últimos dois dias.",
    plain: "Ninguém se cadastrou nos últimos dois dias. Volte amanhã.",
  },
} as const;

/** An empty list with a next step. */
export function NobodyFound({ tab, clear, showAll, action }: Empty) {
  const { icon: Icon, title, filtered, plain } = TEXTS[tab];
  return (
    <EmptyState
      icon={<Icon aria-hidden className="text-primary" />}
      title={title}
      text={clear ? filtered : plain}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {clear && <Button onClick={clear}>Limpar Filtros</Button>}
          {showAll && (
            <Button variant={clear ? "outline" : "primary"} onClick={showAll}>
              Ver todos os perfis
            </Button>
          )}
          {!clear && !showAll && action}
        </div>
      }
    />
  );
}

/** Replaces the list when the member has already reached the day's profile allowance. */
export function DayOver({ text, action }: { text: string; action: ReactNode }) {
  return (
    <EmptyState
      icon={<Moon aria-hidden className="text-primary" />}
      title="Por hoje é só"
      text={text}
      action={action}
    />
  );
}
