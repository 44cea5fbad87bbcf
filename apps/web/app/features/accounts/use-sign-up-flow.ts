import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { SIGN_UP_REDIRECT_MS } from "@caramelo/contract/limits";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isApiError, messageOf } from "~/platform/api.ts";
import { showToast } from "~/ui/toast.ts";
import type { NoticeState } from "./notice.ts";
import { useSignUp } from "./queries.ts";
import { type Faults, hasFaults } from "./rules.ts";
import { forgetDraft } from "./sign-up-draft.ts";
import { findStepOneFaults, type SignUpForm } from "./sign-up-rules.ts";
import type { SignUpFormApi } from "./use-sign-up-form.ts";

const STEP = "etapa";

/**
 * The two steps as places in the history, so that "back" leads from the photos to the form; step 2 opens only through
 * a valid step 1. What the server has against step 1 leads back there.
 */
export function useSignUpFlow(form: SignUpFormApi) {
  const [search, setSearch] = useSearchParams();
  const [isDataValid, setIsDataValid] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<Faults<SignUpForm>>({});
  const [share, setShare] = useState(0);
  const signUp = useSignUp();
  const step = isDataValid && search.get(STEP) === "2" ? 2 : 1;
  // Where addresses are confirmed, the next step is in the mail, not on the sign-in screen.
  const awaits = signUp.data?.awaitsConfirmation === true;
  useLeaveWhenDone(signUp.isSuccess && !awaits);
  useRefusedFields(form, refused, step);

  function openPhotos() {
    setRefused({});
    setIsDataValid(true);
    setFailure(undefined);
    setSearch({ [STEP]: "2" });
  }
  function goBack() {
    setIsDataValid(false);
    setSearch({}, { replace: true });
  }
  function handleFailure(error: unknown) {
    const faults = isApiError(error) ? findStepOneFaults(error.code, error.fields) : {};
    if (!hasFaults(faults))
      return setFailure(isApiError(error) ? messageOf(error) : errorCatalogue.SIGNUP_UNEXPECTED_ERROR.text);
    setRefused(faults);
    goBack();
  }
  function createAccount(photos: Blob[]) {
    setFailure(undefined);
    setShare(0);
    signUp.mutate(
      { form: form.getValues(), photos, onProgress: setShare },
      { onSuccess: forgetDraft, onError: handleFailure },
    );
  }
  const isBusy = signUp.isPending || signUp.isSuccess;
  return {
    step,
    openPhotos,
    goBack,
    createAccount,
    /** The address that a confirmation link was sent to. */
    awaiting: awaits ? form.getValues("email").trim() : undefined,
    failure,
    isBusy,
    busyLabel: describeProgress(share, signUp.isSuccess),
  } as const;
}

/** Marks what the server refused once step 1 is on screen again, so that the first field can take the focus. */
function useRefusedFields(form: SignUpFormApi, refused: Faults<SignUpForm>, step: 1 | 2) {
  useEffect(() => {
    if (step !== 1) return;
    const faults = Object.entries(refused);
    for (const [index, [name, message]] of faults.entries()) {
      // The entries of a Faults are fields of the form.
      form.setError(name as keyof SignUpForm, { type: "server", message }, { shouldFocus: index === 0 });
    }
  }, [form, refused, step]);
}

function describeProgress(share: number, isDone: boolean): string {
  if (isDone) return memberMessages.signUpDoneTitle;
  return share < 1 ? `Enviando fotos… ${Math.round(share * 100)}%` : "Criando conta…";
}

function useLeaveWhenDone(isDone: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    showToast({ type: "success", title: memberMessages.signUpDoneTitle, message: memberMessages.signUpDone });
    const state: NoticeState = { notice: memberMessages.signUpDone };
    const timer = setTimeout(() => navigate("/login", { state }), SIGN_UP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
