import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { useStore } from "~/platform/store.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import type { CaseDetail } from "../queries.ts";
import { dismiss, dismissalStore, isDismissed, undoDismissal } from "./dismissals.ts";
import { MeasureDialog, type MeasureForm, type MeasureKind } from "./measure-dialog.tsx";
import { caseQuery, type Moderation, toastCallbacks } from "./queries.ts";
import { daysOf, isSuspendedForDays, mayTakePhoto, personName, suggestedDays, suggestedReason } from "./rules.ts";
import { ACTION_KEYS, type Action, useShortcutSwitch, useShortcuts } from "./use-shortcuts.ts";

type Props = {
  detail: CaseDetail;
  moderation: Moderation;
  /** The photo that "Retirar foto" would remove. */
  photoId: string | undefined;
};

const DONE: Record<MeasureKind, string> = {
  warn: "Advertência enviada",
  photo: "Foto retirada",
  suspend: "Conta suspensa",
  ban: "Conta banida",
  reinstate: "Conta reintegrada",
};

/** The actions of staff on a case, each with a shortcut key. An action that decides the case opens the next one. */
export function CaseActions({ detail, moderation, photoId }: Props) {
  const [measureKind, setMeasureKind] = useState<MeasureKind>();
  const [isOn, switchShortcuts] = useShortcutSwitch();
  const me = useMember();
  const next = useNextCase(detail);
  const dismissals = useStore(dismissalStore);
  const isPending = detail.status === "pending" && !isDismissed(dismissals, detail.id);
  // The account no longer exists, so no measure applies.
  const isThere = detail.member.status !== "erased";
  const isOut = detail.member.status === "banned" || detail.member.status === "suspended";
  const isPossible: Record<Action, boolean> = {
    warn: isThere,
    photo: isThere && mayTakePhoto(detail, photoId),
    suspend: isThere && (!isOut || isSuspendedForDays(detail.member)) && mayStaff(me, "suspendMembers"),
    ban: isThere && detail.member.status !== "banned" && mayStaff(me, "banMembers"),
    reinstate: isOut && mayStaff(me, "suspendMembers"),
    dismiss: isPending,
    review: isPending,
    next: detail.nextId !== null,
  };

  function review() {
    if (moderation.close.isPending) return;
    const { onSuccess, onError } = toastCallbacks("Denúncia analisada");
    moderation.close.mutate(
      { params: { id: detail.id }, body: { status: "reviewed" } },
      {
        onSuccess: () => {
          onSuccess();
          next();
        },
        onError,
      },
    );
  }
  function act(action: Action) {
    if (!isPossible[action]) return;
    if (action === "dismiss") {
      dismiss({ id: detail.id, name: personName(detail.reported) });
      next();
    } else if (action === "review") review();
    else if (action === "next") next();
    else startMeasure(action);
  }
  function startMeasure(kind: MeasureKind) {
    // The measure decides the case, so the waiting dismissal must not close it first.
    if (kind !== "reinstate" && dismissals.waiting?.id === detail.id) undoDismissal();
    setMeasureKind(kind);
  }
  useShortcuts(act);

  async function submit(form: MeasureForm) {
    if (!measureKind) return;
    await take(moderation, { measureKind, form, detail, photoId });
    showToast({ type: "success", title: DONE[measureKind] });
    setMeasureKind(undefined);
    if (isPending && measureKind !== "reinstate") next();
  }
  const button = (action: Action, label: string, variant: "primary" | "outline" | "danger" = "outline") => (
    <Button
      variant={variant}
      size="small"
      disabled={!isPossible[action]}
      onClick={() => act(action)}
      aria-keyshortcuts={isOn ? ACTION_KEYS[action] : undefined}
    >
      <span>{label}</span>
      {isOn && <Key>{ACTION_KEYS[action].toUpperCase()}</Key>}
    </Button>
  );
  return (
    <section aria-label="Ações" className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap gap-2">
        {button("warn", "Advertir")}
        {button("photo", "Retirar foto")}
        {button("suspend", "Suspender", "danger")}
        {button("ban", "Banir", "danger")}
        {isOut && button("reinstate", "Reintegrar")}
      </div>
      <div className="flex flex-wrap gap-2">
        {isPending && button("dismiss", "Descartar")}
        {isPending && button("review", "Concluir sem medida")}
        {button("next", "Próxima")}
      </div>
      <Checkbox
        className="max-md:hidden"
        checked={isOn}
        onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
      >
        Atalhos de uma tecla
      </Checkbox>
      {measureKind && (
        <MeasureDialog
          key={measureKind}
          measureKind={measureKind}
          name={personName(detail.reported)}
          suggestion={
            measureKind === "reinstate"
              ? { reason: "", days: "" }
              : { reason: suggestedReason(detail), days: suggestedDays(detail) }
          }
          onCancel={() => setMeasureKind(undefined)}
          onSubmit={submit}
        />
      )}
    </section>
  );
}

const Key = ({ children }: { children: ReactNode }) => (
  <kbd aria-hidden className="rounded-small border border-current/30 px-1.5 font-sans text-13 opacity-80 max-md:hidden">
    {children}
  </kbd>
);

type MeasureRequest = { measureKind: MeasureKind; form: MeasureForm; detail: CaseDetail; photoId: string | undefined };

async function take(moderation: Moderation, { measureKind, form, detail, photoId }: MeasureRequest): Promise<void> {
  const { reason, documentNumber } = form;
  const params = { id: detail.reported.id };
  // A closed case keeps its decision, so a later measure does not name the case.
  const body = { reason, ...(detail.status === "pending" && { caseId: detail.id }) };
  if (measureKind === "warn") await moderation.warn.mutateAsync({ params, body });
  if (measureKind === "photo" && photoId) await moderation.hidePhoto.mutateAsync({ params: { id: photoId }, body });
  if (measureKind === "suspend") {
    const days = daysOf(form.days);
    await moderation.suspend.mutateAsync({ params, body: { ...body, ...(days !== undefined && { days }) } });
  }
  if (measureKind === "reinstate") {
    const why = reason.trim();
    await moderation.reinstate.mutateAsync({ params, body: why === "" ? {} : { reason: why } });
  }
  const number = documentNumber.trim();
  if (measureKind === "ban")
    await moderation.ban.mutateAsync({ params, body: { ...body, ...(number !== "" && { documentNumber: number }) } });
}

/** Opens the next waiting case, or the list if there is none. */
function useNextCase(detail: CaseDetail): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    // Read from the cache now: the case was reloaded after the decision, because other staff may have decided the next
    // one.
    const { nextId } = client.getQueryData(caseQuery(detail.id).queryKey) ?? detail;
    const isLast = nextId === null || isDismissed(dismissalStore.get(), nextId);
    void navigate(isLast ? "/admin/denuncias" : `/admin/denuncias/${nextId}`);
  };
}
