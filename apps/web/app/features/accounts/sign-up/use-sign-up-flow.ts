import { tidyEmail } from "@caramelo/contract/formats/email";
import { SIGN_UP_REDIRECT_MS, TOAST_DELAY_MS, TOAST_EXIT_MS } from "@caramelo/contract/limits";
import { signUpTexts } from "@caramelo/contract/texts/sign-up";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api, isApiError, preloadRareCalls } from "~/platform/api.ts";
import { forgetSignUp } from "~/platform/device-traces.ts";
import { hasErrors } from "~/ui/forms/form-rules.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import type { SignInState } from "../sign-in/rules.ts";
import { findDraft, forgetDraft } from "./draft.ts";
import { findStepOneErrors, lacksOnlyPassword, type SignUpForm, toSignUpBody } from "./rules.ts";
import { checkPassword, useSignUpForm } from "./use-sign-up-form.ts";

const STEP = "etapa";

/**
 * The form and its two steps as entries of the history, so that "back" leads from the photos to the form. Step 2 opens
 * only after a valid step 1, and a refusal of its fields by the server leads back to step 1.
 */
export function useSignUpFlow() {
  const form = useSignUpForm(openPhotos);
  const [search, setSearch] = useSearchParams();
  const [isDataValid, setIsDataValid] = useState(false);
  const [asksForPassword, setAsksForPassword] = useState(false);
  const [share, setShare] = useState(0);
  const signUp = useSignUp();
  const step = isDataValid && search.get(STEP) === "2" ? 2 : 1;
  // If addresses must be confirmed, the next step is in the mail, not on the sign-in screen.
  const awaits = signUp.data?.awaitsConfirmation === true;
  useLeaveWhenDone(signUp.isSuccess && !awaits, tidyEmail(form.values.email));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a reload opens step 2 by itself
  useEffect(() => {
    if (search.get(STEP) !== "2" || !lacksOnlyPassword(findDraft())) return;
    setIsDataValid(true);
    setAsksForPassword(true);
  }, []);
  // Stored photos may exist although their step has not been opened since the last reload.
  useEffect(() => forgetSignUp, []);

  function openPhotos() {
    preloadRareCalls();
    setIsDataValid(true);
    setAsksForPassword(false);
    setSearch({ [STEP]: "2" });
  }
  function goBack() {
    setIsDataValid(false);
    setSearch({}, { replace: true });
  }
  /** Rejects with errors of step 2. `password` is asked for there after a reload, because it is never stored. */
  async function createAccount(photos: Blob[], password: string) {
    setShare(0);
    const values = asksForPassword ? { ...form.values, password, passwordConfirmation: password } : form.values;
    try {
      if (asksForPassword) await checkPassword(password);
      await signUp.mutateAsync({ form: values, photos, onProgress: setShare });
      forgetDraft();
    } catch (error) {
      const errors = isApiError(error) ? findStepOneErrors(error.code, error.fields) : {};
      if (!hasErrors(errors) || (asksForPassword && errors.password)) throw error;
      form.showErrors(errors);
      goBack();
    }
  }
  const isSending = signUp.isPending || signUp.isSuccess;
  return {
    form,
    step,
    goBack,
    createAccount,
    /** The address to which the confirmation link was sent. */
    awaiting: awaits ? tidyEmail(form.values.email) : undefined,
    asksForPassword,
    isDone: signUp.isSuccess,
    /** The uploaded share of the photos, from 0 to 1; undefined before the upload and after a failure. */
    share: isSending ? share : undefined,
  } as const;
}

export type SignUpFlow = ReturnType<typeof useSignUpFlow>;

/** Opens the sign-in screen. The toast ends with this screen, because the next one shows the same text. */
function useLeaveWhenDone(isDone: boolean, email: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const texts = { title: signUpTexts.signUpDoneTitle, message: signUpTexts.signUpDone };
    showToast({ type: "success", ...texts, duration: SIGN_UP_REDIRECT_MS - TOAST_DELAY_MS - TOAST_EXIT_MS });
    const state: SignInState = { words: signUpTexts.signUpDone, newEmail: email };
    const timer = setTimeout(() => navigate("/login", { state }), SIGN_UP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, email, navigate]);
}

type NewAccount = { form: SignUpForm; photos: Blob[]; onProgress: (share: number) => void };

function useSignUp() {
  return useMutation({
    mutationFn: async ({ form, photos, onProgress }: NewAccount) => {
      const body = toSignUpBody(form);
      if (!body) throw new Error("invalid sign-up");
      return api.accounts.signUp({ body, photos }, { onProgress });
    },
  });
}
