import type { ReactNode } from "react";
import { BankPicture, CheckPicture, PastePicture } from "~/ui/pix/step-pictures.tsx";

/** How a Pix is paid, in three pictures. */
export function PixSteps() {
  return (
    <section aria-labelledby="pix-steps" className="border-t border-line pt-5">
      <h2 id="pix-steps" className="text-18">
        Como pagar
      </h2>
      <ol className="mt-3 grid gap-4 min-[35rem]:grid-cols-3">
        <Step picture={<BankPicture />} title="Abra o app do seu banco" text="Escolha Pix na tela de início." />
        <Step picture={<PastePicture />} title="Cole o código" text="Em “Pix copia e cola”, ou leia o QR code." />
        <Step
          picture={<CheckPicture />}
          title="Confira e confirme"
          text="Assim que o banco avisar, esta página avança sozinha."
        />
      </ol>
    </section>
  );
}

function Step({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 min-[35rem]:grid-cols-[minmax(0,1fr)] min-[35rem]:content-start">
      {picture}
      <div>
        <h3 className="text-16">{title}</h3>
        <p className="mt-0.5 text-14 text-muted">{text}</p>
      </div>
    </li>
  );
}
