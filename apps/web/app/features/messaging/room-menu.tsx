import { memberMessages } from "@caramelo/contract/errors";
import { useMutation } from "@tanstack/react-query";
import { EllipsisVertical, Trash2, UserRound } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { api } from "~/platform/api.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/menu.tsx";
import { showToast } from "~/ui/toast.ts";
import { nudgeStream } from "./desk.ts";
import type { Peer } from "./types.ts";

// The question is larger than the room around it, and seldom asked.
const ConfirmDialog = lazy(() => import("~/ui/confirm-dialog.tsx").then((file) => ({ default: file.ConfirmDialog })));

type Props = {
  peer: Peer;
  /** The place up to which it would be emptied; undefined while there is nothing. */
  lastSeq: number | undefined;
  /** What can be done about the other one; the route brings it. */
  safety: ReactNode;
  /** On phones: what the menu of the top bar holds. */
  entries: ReactNode;
};

/** What can be done with a conversation. */
export function RoomMenu({ peer, lastSeq, safety, entries }: Props) {
  const [isAsking, setIsAsking] = useState<boolean>();
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
          onSelect={() => setIsAsking(true)}
        >
          Excluir conversa
        </MenuItem>
        {safety}
        {entries && <MenuSeparator />}
        {entries}
      </Menu>
      {isAsking !== undefined && (
        <Suspense>
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
        </Suspense>
      )}
    </>
  );
}
