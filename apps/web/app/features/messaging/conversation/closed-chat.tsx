import { messagingErrors } from "@caramelo/contract/texts/messaging";
import { TextLink } from "~/ui/basics/link.tsx";

/** Replaces the composer where the member may not write. */
export function ClosedChat({ writing }: { writing: "unavailable" | "managed" | "age" }) {
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-14 text-muted">
      {writing === "unavailable" && <p>{messagingErrors.PEER_UNAVAILABLE}</p>}
      {writing === "age" && (
        <>
          <p className="font-semibold text-ink">Confirme sua idade para conversar</p>
          <p>
            É rápido, e só a nossa equipe vê seus documentos. <TextLink to="/verificacao">Confirmar idade</TextLink>
          </p>
        </>
      )}
      {writing === "managed" && (
        <>
          <p className="font-semibold text-ink">Perfil gerenciado</p>
          <p>Nossa equipe ainda cuida deste perfil. As mensagens abrem quando a própria pessoa o assumir.</p>
        </>
      )}
    </div>
  );
}
