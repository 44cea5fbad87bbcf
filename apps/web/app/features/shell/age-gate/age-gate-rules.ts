import { isOpen } from "../rules.ts";

// Each of these screens shows only the member's own data, by calls that are declared `isOpenBeforeAge`.
const SCREENS = ["/verificacao", "/compras", "/fichas", "/configuracoes", "/medidas"];

/** Where a member with only their own screens begins: where they give the consent again, or where their age is assured. */
export const findOwnStart = ({ lacksConsent }: { lacksConsent: boolean }): string =>
  lacksConsent ? "/configuracoes/dados" : "/verificacao";

/**
 * Whether a member may open a screen before their age is assured. Public screens have a frame of their own, which does
 * not call this.
 */
export function isOpenBeforeAge(path: string): boolean {
  return path === "/perfil" || SCREENS.some((screen) => isOpen(path, screen));
}
