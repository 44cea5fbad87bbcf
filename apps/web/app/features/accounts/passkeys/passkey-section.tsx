import { brand } from "@caramelo/contract/brand/brand";
import { PASSKEYS_MAX } from "@caramelo/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { ActionFailure } from "../proof/action-failure.tsx";
import { describePasskeyError, passkeyObstacle } from "./describe-passkey-error.ts";
import { PasskeyRow } from "./passkey-row.tsx";
import { type Passkey, passkeyList, useAddPasskey } from "./queries.ts";

/** Explains passkeys. A function, because it contains the brand, which may change. */
export const passkeyText = () =>
  `Com uma chave de acesso você entra com a digital, o rosto ou o PIN do seu aparelho, sem digitar a senha. Entre as senhas guardadas no aparelho, ela aparece com o nome ${brand.name}.`;

/** The member's passkeys, with a button to add one. `onAdded` is called once one is added. */
export function PasskeySection({ onAdded }: { onAdded?: () => void }) {
  const list = useQuery(passkeyList());
  // The skeleton is as high as the button of a member without passkeys.
  if (list.isPending) return <Skeleton className="mt-3 h-11 w-64" />;
  if (!list.data)
    return <LoadFailed look="section" title={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.data.length > 0 && <Passkeys passkeys={list.data} />}
      <AddPasskey isFull={list.data.length >= PASSKEYS_MAX} onAdded={onAdded} />
    </>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <ul aria-label="Suas chaves de acesso" className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} {...passkey} />
      ))}
    </ul>
  );
}

function AddPasskey({ isFull, onAdded }: { isFull: boolean; onAdded: (() => void) | undefined }) {
  const adding = useAddPasskey();
  const obstacle = passkeyObstacle();
  if (obstacle !== undefined) return <Alert className="mt-3">{obstacle}</Alert>;
  async function add() {
    const addedPasskey = await adding.mutateAsync().catch(() => undefined);
    if (!addedPasskey) return;
    showToast({ type: "success", title: "Chave de acesso adicionada", message: addedPasskey.name });
    onAdded?.();
  }
  return (
    <div className="grid justify-items-start gap-3 pt-3">
      {isFull ? (
        <p className="text-14 text-muted">Você já tem {PASSKEYS_MAX} chaves. Remova uma para adicionar outra.</p>
      ) : (
        <Button variant="outline" isBusy={adding.isPending} onClick={() => void add()}>
          Adicionar chave de acesso
        </Button>
      )}
      <ActionFailure error={adding.error} describe={describePasskeyError} />
    </div>
  );
}
