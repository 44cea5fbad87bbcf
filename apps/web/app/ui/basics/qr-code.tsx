import { renderSVG } from "uqr";

type Props = {
  text: string;
  /** The purpose of the code, for screen readers. */
  label: string;
  className?: string;
};

/** A text as a QR code, dark on white in every theme, as cameras expect. */
export function QrCode({ text, label, className }: Props) {
  // The picture is a data URL, so that no markup is inserted into the page.
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img src={picture} alt={label} className={className} />;
}
