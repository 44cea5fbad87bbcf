import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";

type Calls = Contract["personalData"];
export type DataRequest = AnswerOf<Calls["staffDataRequests"]>["requests"][number];

const LIST = ["staff", "data-requests"] as const;

export const dataRequestListQuery = (query: NonNullable<InputOf<Calls["staffDataRequests"]>["query"]>) =>
  queryOf([...LIST, query], api.personalData.staffDataRequests, { query });

export const useAnswer = () => useAction(api.personalData.answerDataRequest, LIST);
