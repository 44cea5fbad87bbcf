import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A call that changes something. When it has succeeded or failed, the queries of `queryKey` are loaded again. */
export function useAction<Input = void, Answer = unknown>(act: (input: Input) => Promise<Answer>, queryKey: QueryKey) {
  const client = useQueryClient();
  return useMutation({
    // The arrow function keeps the library from passing its context as the second argument.
    mutationFn: (input: Input) => act(input),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
