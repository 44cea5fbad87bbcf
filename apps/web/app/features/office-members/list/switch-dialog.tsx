import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { Button } from "~/ui/basics/button.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import type { SwitchName } from "../queries.ts";
import { SUSPENSION_HINT, switchWords } from "../rules.ts";

export type Question = {
  name: SwitchName;
  isOn: boolean;
  ids: string[];
  /** The name of the one member, or the number of several. */
  who: string;
};

type Props = {
  question: Question;
  onClose: () => void;
  onConfirm: (question: Question, reason: string) => Promise<unknown>;
};

/** Asks for a confirmation before setting a switch of one or more members. Only a suspension needs a reason. */
export function SwitchDialog({ question, onClose, onConfirm }: Props) {
  const { name, isOn, who } = question;
  const way = isOn ? "on" : "off";
  const isSuspension = name === "active" && !isOn;
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) =>
      keepErrors({ reason: isSuspension ? errorIfBlank(reason, staffFields.reasonRequired) : undefined }),
    submit: async ({ reason }) => {
      await onConfirm(question, reason.trim());
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${switchWords[name].ask[way]}?`}
      description={
        <>
          <b className="font-semibold wrap-anywhere text-ink">{who}</b>: {switchWords[name].effect[way]}
        </>
      }
    >
      <form {...form.props} className="grid gap-4">
        <TextArea
          label={isSuspension ? "Motivo" : "Motivo (opcional)"}
          hint={isSuspension ? SUSPENSION_HINT : "Fica só na auditoria."}
          rows={2}
          maxLength={REASON_MAX}
          required={isSuspension}
          {...form.field("reason")}
        />
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3">
          <DialogClose render={<Button variant="outline">Cancelar</Button>} />
          <Button type="submit" variant={isSuspension ? "danger" : "primary"} isBusy={form.isBusy}>
            Confirmar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
