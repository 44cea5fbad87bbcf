import type { ReactNode } from "react";

/** A phone on a warm background; each payment step draws its screen inside. */
function PhonePicture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 90" aria-hidden="true" focusable="false" className="w-24 min-[35rem]:w-full">
      <rect x="1" y="1" width="118" height="88" rx="14" className="fill-tint" />
      <circle cx="93" cy="30" r="23" className="fill-gold/12" />
      <rect x="38" y="10" width="44" height="92" rx="9" strokeWidth="1.5" className="fill-surface stroke-field-line" />
      <rect x="53" y="14" width="14" height="3" rx="1.5" className="fill-line" />
      {children}
    </svg>
  );
}

const LINE = { fill: "none", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** The bank's app, with the entry of Pix. */
export const BankPicture = () => (
  <PhonePicture>
    <path d="M48 34l12-7 12 7zM50 38v9M57 38v9M63 38v9M70 38v9M48 51h24" {...LINE} className="stroke-muted" />
    <rect x="45" y="58" width="30" height="20" rx="6" className="fill-primary" />
    <path d="M60 62.5l5.5 5.5-5.5 5.5-5.5-5.5z" {...LINE} className="stroke-on-primary" />
  </PhonePicture>
);

/** The code pasted into the field of the bank's app. */
export const PastePicture = () => (
  <PhonePicture>
    <rect x="44" y="28" width="32" height="20" rx="5" strokeWidth="1.5" className="fill-field stroke-field-line" />
    <path d="M49 35h22M49 41h14" {...LINE} className="stroke-muted" />
    <rect x="44" y="56" width="32" height="13" rx="6.5" className="fill-primary" />
    <path d="M53 62.5h14" {...LINE} className="stroke-on-primary" />
    <circle cx="80" cy="67" r="11" className="fill-gold/25" />
    <circle cx="80" cy="67" r="5" className="fill-gold" />
  </PhonePicture>
);

/** The confirmed payment. */
export const CheckPicture = () => (
  <PhonePicture>
    <circle cx="60" cy="44" r="15" className="fill-ok-soft" />
    <path d="M53 44.5l5 5 9.5-10" {...LINE} strokeWidth={2.75} className="stroke-ok" />
    <path d="M50 68h20M54 75h12" {...LINE} className="stroke-line" />
  </PhonePicture>
);
