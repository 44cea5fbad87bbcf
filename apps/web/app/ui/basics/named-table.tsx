import { type ReactNode, useId } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  /** What the table lists, for screen readers. */
  name: string;
  heads: readonly string[];
  className: string;
  headClass?: string;
  children: ReactNode;
};

/** A table with a name and a row of heads; its children are the body. */
export function NamedTable({ name, heads, className, headClass, children }: Props) {
  const captionId = useId();
  return (
    <table aria-labelledby={captionId} className={className}>
      <caption id={captionId} className="sr-only">
        {name}
      </caption>
      <thead className={cx("text-13 text-muted", headClass)}>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-2.5 font-semibold whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}
