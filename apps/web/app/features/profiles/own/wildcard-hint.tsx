import { profileTexts } from "@caramelo/contract/texts/profile";
import { Globe } from "lucide-react";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { useWildcardLeave } from "../queries.ts";
import { WILDCARD_LABEL } from "../rules.ts";
import { WILDCARD_HINT } from "./own-rules.ts";

/** Explains a wildcard city to its member, and lets them leave it. */
export function WildcardHint() {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useWildcardLeave();
  async function handleConfirm() {
    try {
      // The hint unmounts with the wildcard city, so nothing after this line may depend on another render.
      await leave.mutateAsync();
      showToast({ type: "success", title: profileTexts.wildcardLeft });
    } catch (error) {
      showToast({ type: "error", title: messageOf(error) });
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <div className="flex items-start gap-3 rounded-control bg-tint px-3.5 py-3 text-14">
      <Globe aria-hidden className="mt-px size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-semibold">{WILDCARD_LABEL}</p>
        <p>{WILDCARD_HINT}.</p>
        <Button variant="ghost" size="small" className="mt-1 -mb-1 -ml-3.5" onClick={() => setIsAsking(true)}>
          Mostrar minha cidade
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Mostrar sua própria cidade?"
        text="Seu perfil passa a aparecer só com a sua cidade, e as buscas por distância contam a partir dela. Só a nossa equipe pode ligar a cidade coringa de novo."
        confirmLabel="Mostrar minha cidade"
        isBusy={leave.isPending}
        onConfirm={handleConfirm}
      />
    </div>
  );
}
