import { renderSVG } from "uqr";

type Props = {
  text: string;
  /** What it is for, for screen readers. */
  label: string;
  className?: string;
};

/** A text as a QR code, dark on white in every theme, because cameras expect it so. */
export function QrCode({ text, label, className }: Props) {
  // The picture is an address of its own, so that nothing is written into the page as markup.
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img src={picture} alt={label} className={className} />;
}
