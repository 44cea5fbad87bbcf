import { signInTexts } from "@caramelo/contract/texts/sign-in";
import { useLayoutEffect } from "react";
import { isApiError } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { signIn } from "~/platform/session.ts";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { emptySignIn, findRefusalErrors, findSignInErrors, type SignInValues } from "./rules.ts";

export type SignInFormApi = FormApi<SignInValues>;

/** Shows the invitation to add a key. Loaded when needed: few people with a short password see it, once a month. */
function inviteToKey(): void {
  import("./key-invitation.ts").then(
    ({ showKeyInvitation }) => showKeyInvitation(),
    (error: unknown) => logFailure("loading the invitation to add a key", error),
  );
}

/** `newEmail`: the e-mail of a new account, filled in so that only the password is missing. */
export function useSignInForm(newEmail: string | undefined): SignInFormApi {
  const form = useForm<SignInValues>({
    initial: emptySignIn,
    validate: findSignInErrors,
    submit: async (values) => {
      const { wasReactivated, invitesKey } = await signIn(values);
      if (wasReactivated) showToast({ type: "success", title: signInTexts.reactivated });
      if (invitesKey) inviteToKey();
    },
    findErrors: (error) => findRefusalErrors(isApiError(error) ? error.code : undefined),
    // A refused sign-in marks both fields. The password gets the focus, because people mistype it more often.
    focusOnFailure: "password",
  });
  const { setValues, props } = form;
  // The e-mail is not an initial value, because the HTML written at build, which a reload shows first, does not contain
  // it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, or it would undo what is typed
  useLayoutEffect(() => {
    const typedEmail = props.ref.current?.querySelector<HTMLInputElement>("[name=email]")?.value;
    if (newEmail === undefined || typedEmail) return;
    setValues({ email: newEmail });
    props.ref.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
  }, [newEmail]);
  return form;
}
