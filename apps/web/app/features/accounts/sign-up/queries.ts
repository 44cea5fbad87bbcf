import { useMutation } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { type SignUpForm, toSignUpBody } from "./rules.ts";

type NewAccount = { form: SignUpForm; photos: Blob[]; onProgress: (share: number) => void };

export function useSignUp() {
  return useMutation({
    mutationFn: async ({ form, photos, onProgress }: NewAccount) => {
      const body = toSignUpBody(form);
      if (!body) throw new Error("invalid sign-up");
      return api.accounts.signUp({ body, photos }, { onProgress });
    },
  });
}
