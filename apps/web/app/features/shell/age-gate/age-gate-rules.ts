import { isOpen } from "../rules.ts";

// Each of these screens shows only the member's own data, through calls declared `isOpenBeforeAge`.
const SCREENS = ["/verificacao", "/compras", "/fichas", "/configuracoes", "/medidas"];

/** The start path of a member limited to their own screens: renewing the consent, or assuring their age. */
export const findOwnStart = ({ lacksConsent }: { lacksConsent: boolean }): string =>
  lacksConsent ? "/configuracoes/dados" : "/verificacao";

/**
 * Whether a member may open a screen before their age is assured. Public screens have another frame, which does not
 * call this.
 */
export function isOpenBeforeAge(path: string): boolean {
  return path === "/perfil" || SCREENS.some((screen) => isOpen(path, screen));
}
