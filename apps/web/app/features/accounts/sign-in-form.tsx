import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { signIn } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { TextLink } from "~/ui/link.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { showToast } from "~/ui/toast.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import {
  describeSignInFailure,
  type Faults,
  type SignInForm as Fields,
  findRefusalFaults,
  findSignInFaults,
  hasFaults,
} from "./rules.ts";

type Trouble = {
  text: string;
  faults: Faults<Fields>;
  focus: keyof Fields | undefined;
  /** The address that must be confirmed first. */
  unconfirmed?: string;
};

function readFields(form: HTMLFormElement) {
  const data = new FormData(form);
  return {
    email: String(data.get("email") ?? ""),
    password: String(data.get("password") ?? ""),
    remember: data.has("remember"),
  };
}

function judge(fields: Fields): Trouble | undefined {
  const faults = findSignInFaults(fields);
  if (!hasFaults(faults)) return undefined;
  return { text: errorCatalogue.VALIDATION_ERROR.text, faults, focus: faults.email ? "email" : "password" };
}

/** Refused credentials keep the place: the password is what people mistype. */
function describe(error: unknown, email: string): Trouble {
  const code = isApiError(error) ? error.code : undefined;
  const faults = findRefusalFaults(code);
  return {
    text: describeSignInFailure(code),
    faults,
    focus: faults.password ? "password" : undefined,
    ...(code === "AUTH_EMAIL_NOT_CONFIRMED" && { unconfirmed: email.trim() }),
  };
}

/**
 * The fields keep their own text, so that what was typed before React arrived is not lost. `notice` stands above them
 * until something goes wrong.
 */
export function SignInForm({ notice, onTrouble }: { notice?: ReactNode; onTrouble: (hasTrouble: boolean) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setIsBusy] = useState(false);
  const isHydrated = useIsHydrated();
  useTroubleFocus(form, trouble);

  function show(next: Trouble | undefined) {
    setTrouble(next);
    onTrouble(next !== undefined);
  }
  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = readFields(event.currentTarget);
    const faults = judge(fields);
    show(faults);
    if (faults) return;
    setIsBusy(true);
    try {
      const { wasReactivated } = await signIn(fields);
      if (wasReactivated) showToast({ type: "success", title: memberMessages.reactivated });
    } catch (error) {
      show(describe(error, fields.email));
      setIsBusy(false);
    }
  }
  /** A field that was marked is judged again as it is typed in; the others wait for the next try. */
  function handleInput() {
    if (!trouble || !form.current) return;
    const still = findSignInFaults(readFields(form.current));
    const faults = Object.fromEntries(Object.keys(trouble.faults).flatMap((name) => pickFault(name, still)));
    setTrouble({ ...trouble, faults, focus: undefined });
  }

  return (
    // Without scripts the fields must not end up in an address: hence post.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="grid gap-4 md:gap-5"
    >
      {trouble ? <Alert tone="error">{trouble.text}</Alert> : notice}
      {trouble?.unconfirmed && <ResendConfirmation email={trouble.unconfirmed} className="grid" />}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="voce@exemplo.com.br"
        required
        error={trouble?.faults.email}
      />
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="current-password"
        placeholder="Sua senha"
        required
        error={trouble?.faults.password}
      />
      <div className="-my-2.5 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox name="remember" defaultChecked>
          Lembrar de mim
        </Checkbox>
        <TextLink to="/esqueci-senha" className="inline-flex min-h-11 items-center">
          Esqueci minha senha
        </TextLink>
      </div>
      <Button
        type="submit"
        size="large"
        isWide
        disabled={!isHydrated}
        isBusy={isBusy}
        busyLabel="Entrando…"
        className="disabled:opacity-100"
      >
        Entrar
      </Button>
    </form>
  );
}

function pickFault(name: string, faults: Faults<Fields>): [string, string][] {
  const text = faults[name as keyof Fields];
  return text ? [[name, text]] : [];
}

/** After the words are on screen, so that they are read together with the field. */
function useTroubleFocus(form: React.RefObject<HTMLFormElement | null>, trouble: Trouble | undefined) {
  useLayoutEffect(() => {
    if (!trouble?.focus) return;
    const field = form.current?.elements.namedItem(trouble.focus);
    if (field instanceof HTMLElement) field.focus();
  }, [form, trouble]);
}
