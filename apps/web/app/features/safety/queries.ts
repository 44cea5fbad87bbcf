import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { useMutation } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Report = InputOf<Contract["moderation"]["report"]>["body"];

export const useReport = () => useMutation({ mutationFn: (body: Report) => api.moderation.report({ body }) });
