import { useRef } from "react";
import { CopyButton } from "~/ui/basics/copy-button.tsx";
import { QrCode } from "~/ui/basics/qr-code.tsx";

export function PixCode({ code }: { code: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid justify-items-center gap-4">
      {/* On phones the code to copy comes first, because a phone cannot scan its own screen. */}
      <QrCode text={code} label="QR code do Pix" className="size-56 rounded-control bg-white p-1 max-md:order-last" />
      <div className="grid w-full gap-1.5">
        <label htmlFor="pix-code" className="text-14 font-semibold">
          Pix copia e cola
        </label>
        <textarea
          ref={field}
          id="pix-code"
          readOnly
          rows={5}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
          className="field-sizing-content w-full resize-none rounded-control border border-field-line bg-field p-3 text-13 break-all"
        />
      </div>
      <CopyButton
        text={code}
        label="Copiar código"
        doneLabel="Código copiado"
        isWide
        onFailed={() => field.current?.select()}
      />
    </div>
  );
}
