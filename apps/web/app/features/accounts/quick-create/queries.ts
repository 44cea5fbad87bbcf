import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

export type QuickPerson = AnswerOf<Contract["accounts"]["drawPerson"]>;
type CreateBody = InputOf<Contract["accounts"]["createManaged"]>["body"];
type CreateRequest = { body: CreateBody; photos: File[]; onProgress: (share: number) => void };

/** Loads the generated pictures of a made-up person as files for the photo picker. */
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
  const draw = useAction(() => api.accounts.drawPerson());
  const drawPhotos = useAction(loadPhotos);
  const create = useAction(
    ({ body, photos, onProgress }: CreateRequest) => api.accounts.createManaged({ body, photos }, { onProgress }),
    ["staff"],
  );
  return { draw, drawPhotos, create };
}

export const useInvitation = (memberId: string) =>
  useAction(() => api.accounts.inviteToClaim({ params: { id: memberId } }));
