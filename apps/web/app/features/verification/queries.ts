import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { listPictures, type RequestForm } from "./rules.ts";

export type OwnVerification = AnswerOf<Contract["verification"]["mine"]>;

export const ownVerificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => api.verification.mine({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Sends the documents and reports the progress. `prepare` makes a large picture smaller. */
export function useSendDocuments(prepare: (file: File) => Promise<Blob>) {
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  const { mutateAsync } = useMutation({
    mutationFn: async (form: RequestForm) => {
      setShare(0);
      const photos: Blob[] = [];
      // Prepare the pictures in sequence, because each needs memory for all its pixels.
      for (const file of listPictures(form)) photos.push(await prepare(file));
      return api.verification.request({ body: { birthOn: form.birthOn }, photos }, { onProgress: setShare });
    },
    onSuccess: (answer) => client.setQueryData(ownVerificationQuery.queryKey, answer),
    onSettled: () => setShare(undefined),
  });
  return { share, send: mutateAsync };
}
