import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

export type Report = InputOf<Contract["moderation"]["report"]>["body"];

export const useReport = () => useAction((body: Report) => api.moderation.report({ body }));
