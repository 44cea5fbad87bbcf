import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { useMutation } from "@tanstack/react-query";
import { EllipsisVertical, Trash2, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "~/platform/api.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/overlays/menu.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { requestSync } from "../messaging-client.ts";
import type { Peer } from "../types.ts";

type Props = {
  peer: Peer;
  /** The seq up to which the conversation would be cleared; undefined while it is empty. */
  lastSeq: number | undefined;
  /** Menu entries to report and block the other member; the route passes them. */
  safety: ReactNode;
  /** On phones: the entries of the top bar's menu. */
  entries: ReactNode;
};

export function ChatMenu({ peer, lastSeq, safety, entries }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const clearing = useMutation({
    mutationFn: (upTo: number) => api.messaging.clear({ params: { memberId: peer.id }, body: { upTo } }),
    onSuccess: () => {
      requestSync();
      setIsConfirming(false);
    },
    onError: () => showToast({ type: "error", title: messagingTexts.conversationDeleteFailed }),
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Mais opções" className="ml-auto">
            <EllipsisVertical aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
      >
        <MenuLink to={`/perfil/${peer.id}`} icon={<UserRound aria-hidden />}>
          Ver perfil
        </MenuLink>
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden />}
          isDisabled={lastSeq === undefined}
          onSelect={() => setIsConfirming(true)}
        >
          Excluir conversa
        </MenuItem>
        {safety}
        {entries && <MenuSeparator />}
        {entries}
      </Menu>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title="Excluir conversa"
        text={`Tem certeza que deseja excluir a conversa com ${peer.name}?`}
        confirmLabel="Excluir"
        tone="danger"
        isBusy={clearing.isPending}
        onConfirm={() => lastSeq !== undefined && clearing.mutate(lastSeq)}
      />
    </>
  );
}
