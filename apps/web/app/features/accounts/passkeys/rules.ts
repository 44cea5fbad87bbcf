import { dayText } from "@caramelo/contract/formats/moments";
import { commonErrors } from "@caramelo/contract/texts/common";

/** The facts that decide whether this browser can use passkeys at this address. */
type Surroundings = { isSecure: boolean; hasCredentials: boolean; hostname: string; port: string };

const IP_ADDRESS = /^\[|^[\d.]+$/;
const THIS_MACHINE = /^\[::1\]$|^127\./;

/** Why passkeys cannot be used here; undefined when they can. */
export function findObstacle({ isSecure, hasCredentials, hostname, port }: Surroundings): string | undefined {
  if (!isSecure) return "As chaves de acesso só funcionam em um endereço seguro, que começa com https.";
  // Passkeys need a host name; an IP address has none.
  if (THIS_MACHINE.test(hostname))
    return `As chaves de acesso precisam de um endereço com nome. Abra o site em http://localhost${port && `:${port}`}.`;
  if (IP_ADDRESS.test(hostname)) return "As chaves de acesso precisam de um endereço com nome, não com números.";
  return hasCredentials ? undefined : "Este navegador ainda não tem chaves de acesso.";
}

/** Errors of the browser's dialogs, by name (Web Authentication, 5.1). */
const BROWSER_ERRORS: Readonly<Record<string, string>> = {
  AbortError: "A chave de acesso não foi confirmada. Tente de novo.",
  ConstraintError: "Este aparelho não consegue guardar uma chave de acesso.",
  InvalidStateError: "Este aparelho já tem uma chave de acesso da sua conta.",
  NotAllowedError: "A chave de acesso não foi confirmada. Tente de novo.",
  NotSupportedError: "Este aparelho não consegue guardar uma chave de acesso.",
  SecurityError: "Este endereço não aceita chaves de acesso.",
};

/** Describes an error of the browser's dialog. */
export const browserErrorText = (name: string): string => BROWSER_ERRORS[name] ?? commonErrors.UNKNOWN_ERROR;

type Times = { createdAt: string; addedOn?: string | null | undefined; lastUsedAt: string | null };

/** When and in which browser a passkey was added, and when it was last used. */
export function passkeyDates({ createdAt, addedOn, lastUsedAt }: Times): string {
  const place = addedOn ? ` em ${addedOn}` : "";
  const use = lastUsedAt === null ? "nunca usada" : `último uso em ${dayText(lastUsedAt)}`;
  return `Adicionada em ${dayText(createdAt)}${place}, ${use}`;
}
