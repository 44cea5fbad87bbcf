import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { loadBytes } from "~/platform/api-bytes.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { useAction } from "~/platform/use-action.ts";

export type Answer = AnswerOf<Contract["exports"]["find"]>;
export type OwnExport = NonNullable<Answer["export"]>;

const EXPORT = ["own export"] as const;
/** The polling interval while the file is being made. */
const ASK_AGAIN_MS = 2_000;

export const ownExportQuery = () =>
  queryOptions({
    queryKey: EXPORT,
    queryFn: ({ signal }) => api.exports.find({}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === "waiting" ? ASK_AGAIN_MS : false),
  });

/** Requests an export; asks for a proof. */
export const useRequestExport = () => useAction(() => withFreshFactor(() => api.exports.request()), EXPORT);

/** Downloads the file; asks for a proof, which a link could not do. */
export const useDownloadExport = () =>
  useAction(async ({ id, requestedAt }: OwnExport) => {
    const file = await withFreshFactor(() => loadBytes(`/api/account/exports/${id}`));
    save(file, `meus-dados-${dayInBrazil(new Date(requestedAt))}.zip`);
  }, EXPORT);

// By then the browser has started to save the file.
const SAVED_AFTER_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_AFTER_MS);
}
