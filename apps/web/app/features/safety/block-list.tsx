import { dayText } from "@caramelo/contract/formats/moments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { blockList, useUnblock } from "./block-queries.ts";

type BlockedMember = { id: string; name: string; blockedAt: string };

/** Lists the members blocked by this one, each with an unblock button. */
export function BlockList() {
  const blocks = useInfiniteQuery(blockList());
  const [memberToUnblock, setMemberToUnblock] = useState<BlockedMember>();
  if (blocks.isPending) return <Skeleton className="my-3 h-6 w-64 max-w-full" />;
  if (!blocks.data)
    return <LoadFailed look="section" title={messageOf(blocks.error)} onRetry={() => void blocks.refetch()} />;
  const members = blocks.data.pages.flatMap((page) => page.members);
  if (members.length === 0) return <p className="py-3 text-muted">Você não bloqueou ninguém.</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <div className="min-w-32 flex-1">
              <p className="font-medium wrap-anywhere">{member.name}</p>
              <p className="text-14 text-muted">Desde {dayText(member.blockedAt)}</p>
            </div>
            <Button variant="outline" size="small" onClick={() => setMemberToUnblock(member)}>
              Desbloquear
              <span className="sr-only"> {member.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore list={blocks} className="mt-2 w-full" />
      {memberToUnblock && (
        <UnblockDialog
          key={memberToUnblock.id}
          member={memberToUnblock}
          onClose={() => setMemberToUnblock(undefined)}
        />
      )}
    </>
  );
}

function UnblockDialog({ member, onClose }: { member: BlockedMember; onClose: () => void }) {
  const unblock = useUnblock();
  function handleConfirm() {
    unblock.mutate(member.id, {
      onSuccess: () => {
        onClose();
        showToast({ type: "success", title: `Você desbloqueou ${member.name}` });
      },
      onError: (error) => showToast({ type: "error", title: messageOf(error) }),
    });
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Desbloquear ${member.name}?`}
      text="Vocês voltam a se ver no site e podem trocar mensagens, a não ser que a outra pessoa também tenha bloqueado você."
      confirmLabel="Desbloquear"
      isBusy={unblock.isPending}
      onConfirm={handleConfirm}
    />
  );
}
