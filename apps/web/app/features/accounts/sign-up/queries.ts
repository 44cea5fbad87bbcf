import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { type SignUpForm, toSignUpBody } from "./rules.ts";

type NewAccount = { form: SignUpForm; photos: Blob[]; onProgress: (share: number) => void };

export const useSignUp = () =>
  useAction(async ({ form, photos, onProgress }: NewAccount) => {
    const body = toSignUpBody(form);
    if (!body) throw new Error("invalid sign-up");
    return api.accounts.signUp({ body, photos }, { onProgress });
  });
