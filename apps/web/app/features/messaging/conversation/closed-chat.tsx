import { messagingErrors } from "@caramelo/contract/texts/messaging";

/** Replaces the composer where the member may not write. */
export function ClosedChat({ writing }: { writing: "unavailable" | "managed" }) {
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-14 text-muted">
      {writing === "unavailable" && <p>{messagingErrors.PEER_UNAVAILABLE}</p>}
      {writing === "managed" && (
        <>
          <p className="font-semibold text-ink">Perfil gerenciado</p>
          <p>Ninguém lê mensagens aqui ainda: este perfil espera pela pessoa a quem pertence.</p>
        </>
      )}
    </div>
  );
}
