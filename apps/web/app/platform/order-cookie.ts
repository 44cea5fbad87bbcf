import { ORDER_COOKIE } from "@caramelo/contract/call/first-answers";

function write(value: string, seconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: pages without TLS have no Cookie Store
  document.cookie = `${ORDER_COOKIE}=${value}; Path=/busca; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** Tells the server, for the given number of seconds, this browser's order of the search. */
export const storeOrder = (seed: number, seconds: number): void => write(String(seed), seconds);

export const forgetOrder = (): void => write("", 0);
