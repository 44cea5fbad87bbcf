import { memberMessages } from "@caramelo/contract/errors";
import { useMutation } from "@tanstack/react-query";
import { Trash2, UserRound } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { api } from "~/platform/api.ts";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/menu.tsx";
import { showToast } from "~/ui/toast.ts";
import { nudgeStream } from "./desk.ts";
import type { Peer } from "./types.ts";

export type RoomMenuProps = {
  button: ReactElement;
  peer: Peer;
  /** The place up to which it would be emptied; undefined while there is nothing. */
  lastSeq: number | undefined;
  /** On phones: what the menu of the top bar holds. */
  entries: ReactNode;
};

/** What can be done with a conversation. It is there when it has been asked for. */
export function RoomMenu({ button, peer, lastSeq, entries }: RoomMenuProps) {
  const [isAsking, setIsAsking] = useState(false);
  const clearing = useMutation({
    mutationFn: (upTo: number) => api.messaging.clear({ params: { memberId: peer.id }, body: { upTo } }),
    onSuccess: () => {
      nudgeStream();
      setIsAsking(false);
    },
    onError: () => showToast({ type: "error", title: memberMessages.conversationDeleteFailed }),
  });
  return (
    <>
      <Menu startsOpen trigger={button}>
        <MenuLink to={`/perfil/${peer.id}`} icon={<UserRound aria-hidden />}>
          Ver perfil
        </MenuLink>
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden />}
          isDisabled={lastSeq === undefined}
          onSelect={() => setIsAsking(true)}
        >
          Excluir conversa
        </MenuItem>
        {entries && <MenuSeparator />}
        {entries}
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
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
