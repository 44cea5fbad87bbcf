import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A call that changes something. `after`: the key of the queries reloaded after success or failure, or a function that
 * puts the answer into the cache.
 */
export function useAction<Input = void, Answer = unknown>(
  act: (input: Input) => Promise<Answer>,
  after: QueryKey | ((answer: Answer, client: QueryClient) => unknown) = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    // The arrow function hides the library's second argument (its context).
    mutationFn: (input: Input) => act(input),
    ...(typeof after === "function"
      ? { onSuccess: (answer: Answer) => after(answer, client) }
      : { onSettled: () => client.invalidateQueries({ queryKey: after }) }),
  });
}
