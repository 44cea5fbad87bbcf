import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";

export type AuthorityRequest = AnswerOf<Contract["transparency"]["authorityRequests"]>["requests"][number];

const AUTHORITIES = ["staff", "authorities"] as const;

/** One page of the authorities' requests. */
export const authorityListQuery = (page: number) =>
  queryOf([...AUTHORITIES, page], api.transparency.authorityRequests, { query: page > 1 ? { page } : {} });

/** Records a request, then reloads the list. */
export const useRecordAuthority = () => useAction(api.transparency.recordAuthorityRequest, AUTHORITIES);
