import { type QueryKey, queryOptions } from "@tanstack/react-query";

type CallFunction<Input, Answer> = (input: Input, options: { signal: AbortSignal }) => Promise<Answer>;

/** A call as a query. The call is aborted when no component uses its answer. */
export const queryOf = <Input, Answer>(queryKey: QueryKey, ask: CallFunction<Input, Answer>, input: Input) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => ask(input, { signal }) });
