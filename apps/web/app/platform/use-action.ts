import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A call that changes something. `after` is the key of the queries that are loaded again when it has succeeded or
 * failed, or a function that puts its answer into the cache.
 */
export function useAction<Input = void, Answer = unknown>(
  act: (input: Input) => Promise<Answer>,
  after: QueryKey | ((answer: Answer, client: QueryClient) => unknown) = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    // The arrow function keeps the library from passing its context as the second argument.
    mutationFn: (input: Input) => act(input),
    ...(typeof after === "function"
      ? { onSuccess: (answer: Answer) => after(answer, client) }
      : { onSettled: () => client.invalidateQueries({ queryKey: after }) }),
  });
}
