import { galleryTexts } from "@caramelo/contract/texts/gallery";
import { BadgeCheck, ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { type StaffUserDetail, useUserPhotos } from "../queries.ts";

const SLOT = { ratio: 3 / 4, widths: [["", "180px"]] } as const;

type Props = { user: StaffUserDetail; onFailure: (text: string) => void };

/** The photos of a member. Staff can choose the main photo or remove photos, but not add any. */
export function UserPhotos({ user, onFailure }: Props) {
  const { choose, remove } = useUserPhotos(user.id);
  const [askedId, setAskedId] = useState<string>();
  return (
    <section aria-labelledby="fotos-do-usuario" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="fotos-do-usuario" className="text-18">
          Fotos
        </h2>
        {user.isVerified ? (
          <Chip text="Verificado" tone="info" icon={<BadgeCheck aria-hidden />} />
        ) : (
          <Chip text="Não verificado" icon={<ShieldQuestion aria-hidden />} />
        )}
      </div>
      {user.photos.length === 0 && <p className="text-muted">Nenhuma foto.</p>}
      <ul className="grid grid-cols-2 gap-3">
        {user.photos.map((photo, index) => (
          <li key={photo.id} className="grid content-start gap-1.5">
            <div className="relative aspect-3/4">
              <MemberPhoto
                photo={photo}
                alt={`Foto ${index + 1} de ${user.name}`}
                slot={SLOT}
                className="rounded-card"
              />
            </div>
            {index === 0 ? (
              <p className="grid min-h-9 place-items-center text-14 font-semibold">Foto de perfil</p>
            ) : (
              <Button
                variant="outline"
                size="small"
                isBusy={choose.isPending && choose.variables === photo.id}
                onClick={() => choose.mutate(photo.id, { onError: () => onFailure(galleryTexts.mainPhotoFailed) })}
                mayWrap
                className="px-2! text-13!"
              >
                <span className="sr-only">Foto {index + 1}: </span>Usar no perfil
              </Button>
            )}
            <Button variant="danger" size="small" onClick={() => setAskedId(photo.id)}>
              <span className="sr-only">Foto {index + 1}: </span>Remover
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={askedId !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAskedId(undefined)}
        tone="danger"
        title="Remover esta foto?"
        text={
          user.isManaged
            ? "Ela sai do perfil na hora e não pode ser recuperada."
            : "Ela sai do perfil na hora, não pode ser recuperada, e a pessoa recebe um e-mail."
        }
        confirmLabel="Remover foto"
        isBusy={remove.isPending}
        onConfirm={() =>
          askedId !== undefined &&
          remove.mutate(askedId, {
            onError: (error) => onFailure(messageOf(error)),
            onSettled: () => setAskedId(undefined),
          })
        }
      />
    </section>
  );
}
