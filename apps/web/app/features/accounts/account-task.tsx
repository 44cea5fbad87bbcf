import type { ReactNode } from "react";
import { takeFocus } from "~/ui/forms/take-focus.ts";

type Props = {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** The screen replaces a form, so its heading takes the focus. */
  isResult?: boolean;
  children: ReactNode;
};

/** A screen for one small task of an account, such as confirming its address. */
export function AccountTask({ icon, title, text, isResult = false, children }: Props) {
  return (
    <div className="mx-auto grid w-full max-w-md px-5 py-8 md:py-16">
      <span
        aria-hidden
        className="mb-4 grid size-12 place-items-center rounded-full bg-tint text-primary [&_svg]:size-5.5 [&_svg]:stroke-[1.75]"
      >
        {icon}
      </span>
      {isResult ? (
        <h1 ref={takeFocus} tabIndex={-1} className="outline-none">
          {title}
        </h1>
      ) : (
        <h1>{title}</h1>
      )}
      {text && <p className="mt-2 text-muted">{text}</p>}
      <div className="mt-6 grid gap-5">{children}</div>
    </div>
  );
}
