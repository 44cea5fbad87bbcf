import { type MailKind, mailTexts } from "@caramelo/contract/mail/texts";
import { useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { type MailSetting, type TextSetting, useSettingActions } from "../queries.ts";
import { listPlaceholders, previewMail, readMailKind, toMailForm, toMailText, validateMail } from "../rules.ts";
import { MailPreview } from "./mail-preview.tsx";
import { SourceMark } from "./setting-field.tsx";

type Props = { mails: readonly MailSetting[]; brand: readonly TextSetting[] };

/** The words of each mail, with a preview and a test mail to oneself. The chosen mail is stored in the address. */
export function MailEditor({ mails, brand }: Props) {
  const [search, setSearch] = useSearchParams();
  const kind = readMailKind(search.get("email"));
  const mail = mails.find(({ name }) => name === `mail:${kind}`);
  const textOf = (name: string) => brand.find((setting) => setting.name === name)?.value ?? "";
  const choose = (email: string) => setSearch({ aba: "emails", email }, { replace: true, preventScrollReset: true });
  return (
    <div className="grid gap-5">
      <SelectField
        label="E-mail"
        value={kind}
        onChange={(event) => choose(event.currentTarget.value)}
        options={mails.map(({ name, source }) => {
          const own = readMailKind(name.replace("mail:", ""));
          return [own, `${mailTexts[own].title}${source === "saved" ? " (alterado)" : ""}`];
        })}
        className="max-w-xl"
      />
      {mail && (
        <MailForm
          // The key resets the form for another mail, or for a newly saved version.
          key={JSON.stringify(mail)}
          kind={kind}
          mail={mail}
          brand={{ marca: textOf("brand:name"), suporte: textOf("brand:supportEmail") }}
        />
      )}
    </div>
  );
}

type FormProps = { kind: MailKind; mail: MailSetting; brand: { marca: string; suporte: string } };

function MailForm({ kind, mail, brand }: FormProps) {
  const { save, testMail } = useSettingActions();
  const { props, field, values, isBusy, failure, showErrors } = useForm({
    initial: toMailForm(mail),
    validate: (form) => validateMail(kind, form),
    submit: async (form) => {
      await save.mutateAsync([{ name: `mail:${kind}`, value: toMailText(kind, form) }]);
      showToast({ type: "success", title: "Texto salvo" });
    },
  });
  async function restore() {
    await save.mutateAsync([{ name: `mail:${kind}`, value: null }]);
    showToast({ type: "success", title: "Texto original de volta" });
  }
  async function sendTest() {
    const errors = validateMail(kind, values);
    if (Object.keys(errors).length > 0) return showErrors(errors);
    const { to, isSending } = await testMail.mutateAsync({ kind, text: toMailText(kind, values) });
    const where = isSending ? `Para ${to}` : "Sem servidor de e-mail: leia em E-mails";
    showToast({ type: "success", title: "E-mail de teste enviado", message: where });
  }
  const problem = failure ?? save.error ?? testMail.error ?? undefined;
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <form {...props} className="grid content-start gap-4">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-18">{mailTexts[kind].title}</h2>
          <SourceMark setting={mail} />
        </div>
        <TextField label="Assunto" hint="Aparece na tela bloqueada: diga pouco." {...field("subject")} />
        <TextArea label="Texto" hint="Uma linha vazia separa os parágrafos." rows={6} {...field("body")} />
        {mail.label !== null && <TextField label="Botão" {...field("label")} />}
        <TextArea label="Rodapé" rows={2} {...field("footnote")} />
        <dl className="rounded-control bg-tint px-3.5 py-3 text-14">
          {listPlaceholders(kind, brand).map(({ name, example }) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-medium">{`{${name}}`}</dt>
              <dd className="min-w-0 wrap-anywhere text-muted">{example}</dd>
            </div>
          ))}
        </dl>
        {problem !== undefined && <Alert tone="error">{messageOf(problem)}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isBusy} busyLabel="Salvando…" className="max-md:w-full">
            Salvar texto
          </Button>
          <Button
            variant="outline"
            isBusy={testMail.isPending}
            busyLabel="Enviando…"
            onClick={() => void sendTest().catch(() => {})}
            className="max-md:w-full"
          >
            Enviar teste para mim
          </Button>
          {mail.source === "saved" && (
            <Button variant="ghost" onClick={() => void restore().catch(() => {})} className="max-md:w-full">
              Voltar ao original
            </Button>
          )}
        </div>
      </form>
      <MailPreview mail={previewMail(kind, values, { ...brand, origin: location.origin })} brand={brand} />
    </div>
  );
}
