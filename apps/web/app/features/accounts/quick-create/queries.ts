import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type QuickPerson = AnswerOf<Contract["accounts"]["drawPerson"]>;
type CreateBody = InputOf<Contract["accounts"]["createManaged"]>["body"];
type CreateRequest = { body: CreateBody; photos: File[]; onProgress: (share: number) => void };

/** The drawn pictures of a made-up person, as files for the photo picker. */
async function loadPhotos({ face, photos, accountType, age }: QuickPerson): Promise<File[]> {
  const query = new URLSearchParams({ role: accountType, age: String(age) });
  return Promise.all(
    Array.from({ length: photos }, async (_, at) => {
      const reply = await fetch(`/api/admin/quick-person/${face}/photos/${at}?${query}`);
      if (!reply.ok) throw new Error(`the picture answered ${reply.status}`);
      return new File([await reply.blob()], `retrato-${at + 1}.webp`, { type: "image/webp" });
    }),
  );
}

export function useQuickCreate() {
  const client = useQueryClient();
  const draw = useMutation({ mutationFn: () => api.accounts.drawPerson() });
  const drawPhotos = useMutation({ mutationFn: loadPhotos });
  const create = useMutation({
    mutationFn: ({ body, photos, onProgress }: CreateRequest) =>
      api.accounts.createManaged({ body, photos }, { onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["staff"] }),
  });
  return { draw, drawPhotos, create };
}

export function useInvitation(memberId: string) {
  return useMutation({ mutationFn: () => api.accounts.inviteToClaim({ params: { id: memberId } }) });
}
