import { messageOf } from "~/platform/api.ts";
import { ConfirmBox } from "~/ui/overlays/confirm-box.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { useBlock } from "./block-queries.ts";

type Props = {
  member: { id: string; name: string };
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBlocked: () => void;
  onBlocking?: (isBlocking: boolean) => void;
};

/** Confirms the blocking of a member, and explains its effect. */
export function BlockDialog({ member, isOpen, onOpenChange, onBlocked, onBlocking }: Props) {
  const block = useBlock(member.id);
  function handleConfirm() {
    onBlocking?.(true);
    block.mutate(undefined, {
      onError: () => onBlocking?.(false),
      onSuccess: () => {
        onOpenChange(false);
        showToast({
          type: "success",
          title: `Você bloqueou ${member.name}`,
          message: "Para desfazer: Configurações, Pessoas bloqueadas.",
        });
        onBlocked();
      },
    });
  }
  return (
    <ConfirmBox
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Bloquear ${member.name}?`}
      text={
        <>
          <span>
            {member.name} e você deixam de se ver em todo o site: nas buscas, nos perfis, nos favoritos e nas mensagens.
            Só você fica sabendo, e pode desfazer em Configurações.
          </span>
          {block.isError && (
            <Alert tone="error" className="mt-4">
              {messageOf(block.error)}
            </Alert>
          )}
        </>
      }
      confirmLabel="Bloquear"
      tone="danger"
      isBusy={block.isPending}
      onConfirm={handleConfirm}
    />
  );
}
