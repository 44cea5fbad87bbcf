import { errorCatalogue } from "@caramelo/contract/errors";
import { Crown } from "lucide-react";
import { ButtonLink } from "~/ui/link.tsx";
import type { Room } from "./types.ts";

/** Asks a payer to buy, where the next message would stand. */
export function UpgradePanel({ balance }: { balance: Room["balance"] }) {
  const hasTokens = (balance?.tokens ?? 0) > 0;
  return (
    <section
      aria-label={errorCatalogue.UPGRADE_REQUIRED.text}
      className="mt-2 mb-2 flex flex-col gap-4 rounded-card bg-gold-soft p-4 text-ink lg:flex-row lg:items-center lg:p-5"
    >
      <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-gold/20 max-lg:hidden">
        <Crown className="size-5 text-gold" strokeWidth={1.75} />
      </span>
      <div className="flex-1">
        <h3>{hasTokens ? "Suas conversas novas acabaram" : "Suas fichas acabaram"}</h3>
        <p className="mt-1 text-14">
          Com o Premium as mensagens são ilimitadas.{" "}
          {hasTokens ? "Ou compre fichas e escreva para mais pessoas." : "Ou compre fichas e continue esta conversa."}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <ButtonLink to="/premium" variant="outline" className="px-2!">
          Comprar Fichas
        </ButtonLink>
        <ButtonLink to="/premium" className="px-2!">
          Tornar-se Premium
        </ButtonLink>
      </div>
    </section>
  );
}

/** Stands in the composer's place where nobody may write. */
export function ClosedNote({ writing }: { writing: "unavailable" | "managed" }) {
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-14 text-muted">
      {writing === "unavailable" && <p>{errorCatalogue.PEER_UNAVAILABLE.text}</p>}
      {writing === "managed" && (
        <>
          <p className="font-semibold text-ink">Perfil gerenciado</p>
          <p>Ninguém lê mensagens aqui ainda: este perfil espera pela pessoa a quem pertence.</p>
        </>
      )}
    </div>
  );
}
