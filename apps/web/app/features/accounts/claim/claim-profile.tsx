import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { claimErrors, claimTexts } from "@caramelo/contract/texts/claim";
import { signUpFields } from "@caramelo/contract/texts/sign-up";
import { UserRoundCheck, UserRoundX } from "lucide-react";
import { useNavigate } from "react-router";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { findAgeError } from "~/platform/person-rules.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { AgeField } from "~/ui/forms/age-field.tsx";
import { keepErrors } from "~/ui/forms/form-rules.ts";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { ConsentFields } from "../consent-fields.tsx";
import { LinkCheckState } from "../mailed-link/link-check-state.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import { NewPasswordFields } from "../password/new-password-fields.tsx";
import { findNewPasswordErrors, type NewPasswordForm } from "../rules.ts";
import type { SignInState } from "../sign-in/rules.ts";

type ClaimAnswer = AnswerOf<Contract["accounts"]["checkClaim"]>;

const doneState: SignInState = { words: claimTexts.claimDone };

/** The screen on which a person takes over a managed profile, opened by the mailed invitation. */
export function ClaimProfile() {
  const token = useLinkToken();
  const { check, setCheck, retry } = useLinkCheck(
    token,
    (secret) => api.accounts.checkClaim({ body: { token: secret } }),
    "CLAIM_LINK_INVALID",
  );
  if (check.state === "refused") {
    return (
      <AccountTask icon={<UserRoundX />} title="Convite inválido" isResult>
        <Alert tone="warning">{claimErrors.CLAIM_LINK_INVALID}</Alert>
        <ButtonLink to="/login" size="large" isWide>
          Ir para o login
        </ButtonLink>
      </AccountTask>
    );
  }
  return (
    <AccountTask
      icon={<UserRoundCheck />}
      title="Assuma seu perfil"
      text="Nossa equipe preparou este perfil. A partir daqui ele é só seu: crie uma senha e confirme os dados."
    >
      <LinkCheckState check={check} text="Conferindo o convite…" onRetry={retry} />
      {check.state === "open" && token && (
        <ClaimForm token={token} profile={check.answer} onRefused={() => setCheck({ state: "refused" })} />
      )}
    </AccountTask>
  );
}

type Values = NewPasswordForm & { age: string; acceptsTerms: boolean; acceptsMarketing: boolean };

const initial: Values = {
  password: "",
  passwordConfirmation: "",
  age: "",
  acceptsTerms: false,
  acceptsMarketing: false,
};

function ClaimForm({ token, profile, onRefused }: { token: string; profile: ClaimAnswer; onRefused: () => void }) {
  const navigate = useNavigate();
  const form = useForm<Values>({
    initial,
    validate: (values) =>
      keepErrors<Values>({
        ...EMPTY,
        ...findNewPasswordErrors(values),
        age: findAgeError(values.age),
        acceptsTerms: values.acceptsTerms ? undefined : signUpFields.termsRequired,
      }),
    submit: async ({ age, acceptsTerms: _, ...values }) => {
      try {
        await api.accounts.claim({ body: { token, ...values, age: Number(age), acceptsTerms: true } });
        await navigate("/login", { state: { ...doneState, newEmail: profile.email }, replace: true });
      } catch (error) {
        // The invitation was used or expired while the form was open.
        if (!isApiError(error, "CLAIM_LINK_INVALID")) throw error;
        onRefused();
      }
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      <dl className="grid gap-1 rounded-card border border-line bg-surface p-3.5 text-14">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Nome</dt>
          <dd className="font-medium wrap-anywhere">{profile.name}</dd>
        </div>
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">E-mail</dt>
          <dd className="font-medium wrap-anywhere">{profile.email}</dd>
        </div>
      </dl>
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      <NewPasswordFields form={form} own={[profile.name, ...profile.email.split("@")]} />
      <AgeField label="Sua idade" {...form.field("age")} />
      <ConsentFields field={form.field} />
      <Button type="submit" size="large" isWide isBusy={form.isBusy} busyLabel="Salvando…">
        Assumir meu perfil
      </Button>
    </form>
  );
}

const EMPTY = { password: undefined, passwordConfirmation: undefined, acceptsMarketing: undefined };
