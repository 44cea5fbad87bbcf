import { EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { aboutTexts } from "@caramelo/contract/texts/about";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { commonErrors } from "@caramelo/contract/texts/common";
import { Dices } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isApiError, messageOf } from "~/platform/api.ts";
import { messageOr } from "~/platform/message-or.ts";
import { GENDERS, type Gender } from "~/platform/person-rules.ts";
import { Button } from "~/ui/basics/button.tsx";
import { CopyButton } from "~/ui/basics/copy-button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { AgeField } from "~/ui/forms/age-field.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { CityField } from "~/ui/forms/city-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { EmailField, TextField } from "~/ui/forms/text-field.tsx";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { useBanner } from "~/ui/states/use-banner.tsx";
import { AccountTypeField } from "../sign-up/account-type-field.tsx";
import { listAccountTypes } from "../sign-up/rules.ts";
import { type QuickPerson, useQuickCreate } from "./queries.ts";
import { findPhotosError, findQuickErrors, type QuickForm, toCreateBody, toQuickForm } from "./rules.ts";

/** The photos chosen in the picker, which belongs to another feature. */
export type QuickPhotos = { files: File[]; replace: (files: readonly File[]) => void };
type PickerState = { error: string | undefined; share: number | undefined };

type Props = { photos: QuickPhotos; renderPicker: (state: PickerState) => ReactNode };

/**
 * The form that creates a managed profile. It starts with a made-up person, and loads another one after each profile.
 */
export function QuickCreate({ photos, renderPicker }: Props) {
  const { draw, drawPhotos, create } = useQuickCreate();
  const [person, setPerson] = useState<QuickPerson>();
  const [createdForm, setCreatedForm] = useState<QuickForm>();
  const { banner, show } = useBanner();
  const face = useRef<string>(undefined);
  const credentials = useRef<HTMLDivElement>(null);
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  });

  async function drawAnother() {
    const drawnPerson = await draw.mutateAsync();
    face.current = drawnPerson.face;
    photos.replace([]);
    setPerson(drawnPerson);
    const files = await drawPhotos.mutateAsync(drawnPerson);
    // The pictures may arrive after other photos were picked, or after the form moved on to another person.
    if (face.current === drawnPerson.face && latest.current.files.length === 0) latest.current.replace(files);
  }
  const start = useRef(drawAnother);
  useEffect(() => void start.current().catch(() => {}), []);

  function handleCreated(form: QuickForm) {
    flushSync(() => {
      setCreatedForm(form);
      show({ tone: "success", text: adminMessages.quickCreateDone(form.name.trim()) });
    });
    // The focus scrolls the credentials into view, because no screen shows them again.
    credentials.current?.focus();
    void drawAnother().catch(() => {});
  }
  const isDrawing = draw.isPending || drawPhotos.isPending;
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-22">Cadastro rápido</h1>
        <Button variant="outline" mayWrap isBusy={isDrawing} onClick={() => void drawAnother().catch(() => {})}>
          {/* The spinner takes the place of the icon, so that the button keeps its width. */}
          {!isDrawing && <Dices aria-hidden strokeWidth={1.75} />}
          <span>Gerar novos dados aleatórios</span>
        </Button>
      </div>
      {banner}
      {createdForm && (
        <div ref={credentials} tabIndex={-1} className="scroll-mt-36 rounded-control">
          <Credentials form={createdForm} onClose={() => setCreatedForm(undefined)} />
        </div>
      )}
      {!person && draw.isError && (
        <LoadFailed
          title="Não conseguimos gerar os dados"
          text={messageOf(draw.error)}
          onRetry={() => drawAnother().catch(() => {})}
        />
      )}
      {!person && !draw.isError && <SkeletonRows />}
      {drawPhotos.isError && (
        <Alert tone="warning">
          Não conseguimos gerar as fotos. Gere outros dados ou envie fotos do seu computador.
        </Alert>
      )}
      {person && (
        <Form
          key={person.face}
          person={person}
          photos={photos}
          renderPicker={renderPicker}
          create={create.mutateAsync}
          onCreated={handleCreated}
        />
      )}
    </div>
  );
}

type FormProps = Props & {
  person: QuickPerson;
  create: ReturnType<typeof useQuickCreate>["create"]["mutateAsync"];
  onCreated: (form: QuickForm) => void;
};

function Form({ person, photos, renderPicker, create, onCreated }: FormProps) {
  const [share, setShare] = useState<number>();
  const [refusal, setRefusal] = useState<{ text: string | undefined; count: number }>();
  const picker = useRef<HTMLFieldSetElement>(null);
  const count = photos.files.length;
  const form = useForm<QuickForm>({
    initial: toQuickForm(person),
    validate: findQuickErrors,
    recheck: "clear",
    submit: async (values) => {
      const body = toCreateBody(values);
      if (findPhotosError(count) !== undefined) return picker.current?.querySelector("input")?.focus();
      if (!body) return;
      try {
        await create({ body, photos: photos.files, onProgress: setShare });
      } catch (failure) {
        setShare(undefined);
        if (isApiError(failure, "VALIDATION_ERROR")) setRefusal({ text: failure.fields.photos, count });
        throw failure;
      }
      onCreated(values);
    },
  });
  const { field, values, setValues, errors } = form;
  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    // The photo error appears together with the field errors, not after they are fixed.
    setRefusal({ text: findPhotosError(count), count });
    return form.props.onSubmit(event);
  }
  return (
    <form
      {...form.props}
      onSubmit={handleSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <Alert tone="info" title="O usuário é criado não verificado">
        O perfil leva a etiqueta “Perfil gerenciado” até a própria pessoa assumi-lo por um convite. Até lá ele pode ser
        visto, mas ninguém escreve para ele nem paga por isso.
      </Alert>
      <LoginFields form={form} />
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-18">Dados pessoais</legend>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
          <TextField label="Nome" maxLength={NAME_MAX} autoComplete="off" required {...field("name")} />
          <AgeField {...field("age")} />
        </div>
        <div className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
          <ChoiceGroup
            label="Gênero"
            name="gender"
            choices={GENDERS}
            value={values.gender || null}
            onValueChange={(gender: Gender) => setValues({ gender, accountType: listAccountTypes(gender)[0] ?? "" })}
            required
            error={errors.gender}
          />
          <AccountTypeField form={form} />
        </div>
        <CityField value={values.city} onChange={(city) => setValues({ city })} error={errors.city} />
      </fieldset>
      <fieldset ref={picker} className="grid gap-4">
        <legend className="mb-3 font-display text-18">Fotos</legend>
        {renderPicker({ error: refusal?.count === count ? refusal.text : undefined, share })}
      </fieldset>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-display text-18">Textos do perfil</legend>
        {aboutTexts.map(({ name, staff }) => (
          <TextArea key={name} label={staff.label} rows={5} required {...field(name)} />
        ))}
      </fieldset>
      {form.isInvalid && <Alert tone="error">{commonErrors.VALIDATION_ERROR}</Alert>}
      {!form.isInvalid && form.failure !== undefined && (
        <Alert tone="error">{messageOr(adminMessages.quickCreateFailed, form.failure)}</Alert>
      )}
      <div className="flex flex-col-reverse gap-2.5 md:flex-row md:justify-end md:gap-3">
        <ButtonLink to="/admin/usuarios" variant="outline">
          Voltar para Lista
        </ButtonLink>
        <Button type="submit" mayWrap isBusy={form.isBusy} busyLabel="Criando…">
          Criar Usuário (Não Verificado)
        </Button>
      </div>
    </form>
  );
}

function LoginFields({ form: { field } }: { form: FormApi<QuickForm> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-18">Login</legend>
      <div className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
        <EmailField
          label="E-mail"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          hint="Um e-mail gerado não recebe mensagens."
          {...field("email")}
        />
        <TextField
          label="Senha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Aleatória; só aparece aqui, uma vez."
          {...field("password")}
        />
      </div>
      <Checkbox {...field("sendsInvitation")} hint="Só para um e-mail de verdade. O link vale por 7 dias.">
        Enviar convite para a pessoa assumir o perfil
      </Checkbox>
    </fieldset>
  );
}

/** The e-mail and password entered for the profile. No screen shows them again. */
function Credentials({ form: { name, email, password }, onClose }: { form: QuickForm; onClose: () => void }) {
  return (
    <Alert
      tone="info"
      title={`Login de ${name}`}
      action={
        <div className="mt-2 flex flex-wrap gap-2">
          <CopyButton
            size="small"
            variant="outline"
            text={`${email} ${password}`}
            label="Copiar login"
            doneLabel="Copiado"
          />
          <Button size="small" variant="ghost" onClick={onClose}>
            Já anotei
          </Button>
        </div>
      }
    >
      <span className="wrap-anywhere">
        {email} · <span className="font-mono">{password}</span>
      </span>
      <br />A senha não aparece de novo. Para usar o perfil, a pessoa o assume pelo convite.
    </Alert>
  );
}
