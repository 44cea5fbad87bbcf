import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A call that changes something. Once it has ended, done or refused, what `queryKey` names is asked for again. */
export function useAction<Input = void, Answer = unknown>(act: (input: Input) => Promise<Answer>, queryKey: QueryKey) {
  const client = useQueryClient();
  return useMutation({
    // The library would give its own context as the second argument.
    mutationFn: (input: Input) => act(input),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
