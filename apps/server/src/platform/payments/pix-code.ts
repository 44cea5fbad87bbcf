import { createDynamicPix, hasError } from "pix-utils";

type Receiver = { name: string; city: string };

/**
 * Returns the text of the Pix QR code (BR Code, EMV) of a charge, from the address of its payload without "https://".
 * @throws when a part does not fit the standard
 */
export function pixCodeOf(location: string, { name, city }: Receiver): string {
  // The standard allows 25 and 15 characters.
  const receiver = { merchantName: name.slice(0, 25), merchantCity: city.slice(0, 15) };
  const pix = createDynamicPix({ ...receiver, url: location, oneTime: true });
  if (hasError(pix)) throw new Error("a location does not fit a Pix code");
  return pix.toBRCode();
}
