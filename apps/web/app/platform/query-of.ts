import { type QueryKey, queryOptions } from "@tanstack/react-query";

type CallFunction<Input, Answer> = (input: Input, options: { signal: AbortSignal }) => Promise<Answer>;

/** The answer of a call as a query; the call is given up when nobody waits for it any more. */
export const queryOf = <Input, Answer>(queryKey: QueryKey, ask: CallFunction<Input, Answer>, input: Input) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => ask(input, { signal }) });
