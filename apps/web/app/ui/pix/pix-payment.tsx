import { type ReactNode, useRef, useState } from "react";
import { CopyButton } from "~/ui/basics/copy-button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Countdown } from "~/ui/basics/payment-parts.tsx";
import { QrCode } from "~/ui/basics/qr-code.tsx";
import { CONTROL_FRAME } from "~/ui/forms/control-class.ts";

type Props = {
  code: string;
  /** The payment deadline. */
  until: string;
  /** Below the code, and on phones above its picture. */
  children: ReactNode;
};

/** The code of a Pix to copy and its picture to scan. The text comes first, because a phone cannot scan its screen. */
export function PixPayment({ code, until, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 min-[35rem]:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-4">
        <PixCode code={code} until={until} />
        {children}
      </div>
      <QrCode text={code} label="QR code do Pix" className="size-56 justify-self-center rounded-control bg-white p-1" />
    </div>
  );
}

function PixCode({ code, until }: { code: string; until: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor="pix-code" className="text-14 font-semibold">
          Pix copia e cola
        </label>
        <Countdown until={until} />
      </div>
      {/* The frame has the padding, so that the field shows whole lines. */}
      <div className={cx(CONTROL_FRAME, "px-3 py-2")}>
        <textarea
          ref={field}
          id="pix-code"
          readOnly
          rows={2}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
          className="block h-[2lh] flex-1 resize-none bg-transparent text-13 break-all outline-none"
        />
      </div>
      <CopyButton
        text={code}
        label="Copiar código"
        doneLabel="Código copiado"
        size="large"
        isWide
        onDone={() => setIsCopied(true)}
        onFailed={() => field.current?.select()}
      />
      {/* Two lines high, so that nothing moves when the text changes. */}
      <p role="status" className="min-h-[2lh] text-center min-[35rem]:min-h-[1lh] text-14 text-balance text-muted">
        {isCopied ? (
          <strong className="font-semibold text-ok">Pague no app do seu banco. Esta página avança sozinha.</strong>
        ) : (
          "Copie o código, ou leia o QR code com o app do seu banco."
        )}
      </p>
    </div>
  );
}
