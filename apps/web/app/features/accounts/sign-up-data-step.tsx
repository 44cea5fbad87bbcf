import { consentTexts } from "@caramelo/contract/consents";
import { errorCatalogue } from "@caramelo/contract/errors";
import { AGE_MAX, AGE_MIN, EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { Controller, useWatch } from "react-hook-form";
import { useIsHydrated } from "~/platform/hydration.ts";
import { findAboutHint } from "~/platform/person-rules.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { TextLink } from "~/ui/link.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { TextArea } from "~/ui/text-area.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { AccountTypeField, GenderField } from "./account-type-field.tsx";
import { CityField } from "./city-field.tsx";
import { PasswordStrength } from "./password-strength.tsx";
import type { SignUpFormApi } from "./use-sign-up-form.ts";

/** Step 1 of the sign-up: who somebody is and what they look for. */
export function SignUpDataStep({ form, onDone }: { form: SignUpFormApi; onDone: () => void }) {
  const { control, register, formState } = form;
  const faults = formState.errors;
  const isHydrated = useIsHydrated();
  return (
    // Without scripts the fields must not end up in an address: hence post.
    <form method="post" noValidate onSubmit={form.handleSubmit(onDone)} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="voce@exemplo.com.br"
        maxLength={EMAIL_MAX}
        required
        error={faults.email?.message}
        {...register("email")}
      />
      <Passwords form={form} />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 md:grid-cols-[minmax(0,1fr)_10rem] md:gap-4">
        <TextField
          label="Nome"
          autoComplete="given-name"
          placeholder="Seu nome"
          maxLength={NAME_MAX}
          required
          error={faults.name?.message}
          {...register("name")}
        />
        <TextField
          label="Idade"
          type="number"
          inputMode="numeric"
          min={AGE_MIN}
          max={AGE_MAX}
          required
          error={faults.age?.message}
          className="[&_input]:[appearance:textfield] [&_input::-webkit-inner-spin-button]:appearance-none"
          {...register("age")}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <GenderField form={form} />
        <AccountTypeField form={form} />
      </div>
      <Controller
        name="city"
        control={control}
        render={({ field, fieldState }) => (
          <CityField
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      <Abouts form={form} />
      <Consents form={form} />
      {formState.isSubmitted && !formState.isValid && (
        <Alert tone="error">{errorCatalogue.VALIDATION_ERROR.text}</Alert>
      )}
      <Button type="submit" size="large" isWide disabled={!isHydrated} className="disabled:opacity-100">
        Continuar
      </Button>
    </form>
  );
}

function Passwords({ form: { control, register, formState } }: { form: SignUpFormApi }) {
  const [password = "", email = "", name = ""] = useWatch({ control, name: ["password", "email", "name"] });
  return (
    <div className="grid grid-cols-2 gap-x-3 md:gap-x-4">
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        required
        error={formState.errors.password?.message}
        {...register("password", { deps: formState.isSubmitted ? ["passwordConfirmation"] : [] })}
      />
      <TextField
        label="Confirmar senha"
        type="password"
        autoComplete="new-password"
        required
        error={formState.errors.passwordConfirmation?.message}
        {...register("passwordConfirmation")}
      />
      <PasswordStrength password={password} own={[name, ...email.split("@")]} />
    </div>
  );
}

function Abouts({ form: { control, register, formState } }: { form: SignUpFormApi }) {
  const [bio, lookingFor] = useWatch({ control, name: ["bio", "lookingFor"] });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextArea
        label="Sobre você"
        placeholder="Conte um pouco da sua rotina, do que gosta…"
        required
        hint={findAboutHint(bio)}
        error={formState.errors.bio?.message}
        {...register("bio")}
      />
      <TextArea
        label="O que você busca"
        placeholder="Que tipo de companhia faz sentido para você?"
        required
        hint={findAboutHint(lookingFor)}
        error={formState.errors.lookingFor?.message}
        {...register("lookingFor")}
      />
    </div>
  );
}

const LEGAL_PAGES: Record<string, string> = { "Termos de uso": "/termos", "Política de privacidade": "/privacidade" };
// The very text whose hash is stored as what was agreed to, with links where it names a page.
const TERMS_PARTS = consentTexts.terms.text.split(new RegExp(`(${Object.keys(LEGAL_PAGES).join("|")})`));

function Consents({ form: { register, formState } }: { form: SignUpFormApi }) {
  return (
    <div>
      <Checkbox
        required
        hint={consentTexts.sensitiveData.text}
        error={formState.errors.acceptsTerms?.message}
        {...register("acceptsTerms")}
      >
        {TERMS_PARTS.map((part) => {
          const to = LEGAL_PAGES[part];
          return to ? (
            <LegalLink key={part} to={to}>
              {part}
            </LegalLink>
          ) : (
            part
          );
        })}
      </Checkbox>
      <Checkbox {...register("acceptsMarketing")}>{consentTexts.marketing.text}</Checkbox>
    </div>
  );
}

/** In a tab of its own: what was typed, passwords above all, stays here. */
function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (abre em outra aba)</span>
    </TextLink>
  );
}
