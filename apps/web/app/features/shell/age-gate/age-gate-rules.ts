import { isOpen } from "../rules.ts";

// Each of these screens shows only the member's own data, by calls that are declared `isOpenBeforeAge`.
const SCREENS = ["/verificacao", "/compras", "/fichas", "/configuracoes", "/medidas"];

/**
 * Whether a member may open a screen before their age is assured. Public screens have a frame of their own, which does
 * not call this.
 */
export function isOpenBeforeAge(path: string): boolean {
  return path === "/perfil" || SCREENS.some((screen) => isOpen(path, screen));
}
