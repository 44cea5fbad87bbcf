import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

type Props = {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  className?: string;
};

/** The button that loads the next page of a list. Renders nothing at the end of the list. */
export function LoadMore({ list, className }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="outline"
      isBusy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      className={cx("mx-auto flex!", className)}
    >
      Carregar mais
    </Button>
  );
}
