import { renderSVG } from "uqr";

type Props = {
  text: string;
  /** What the code is for, for screen readers. */
  label: string;
  className?: string;
};

/** A text as a QR code. It is dark on white in every theme, because cameras expect that. */
export function QrCode({ text, label, className }: Props) {
  // The picture is a data URL, so that no markup is written into the page.
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img src={picture} alt={label} className={className} />;
}
