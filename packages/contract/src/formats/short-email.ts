/** An address as the office shows it, with its first character and the host: "a•••@exemplo.com.br". */
export function shortEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? email : `${[...email][0]}•••${email.slice(at)}`;
}
