const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The member whose conversation the address opens; undefined without an id, null for an invalid id. */
export function readPeerId(params: URLSearchParams): string | null | undefined {
  const id = (params.get("userId") ?? params.get("id"))?.toLowerCase();
  if (id === undefined) return undefined;
  return UUID.test(id) ? id : null;
}

/** Whether the address opens the conversation with this member. */
export function isChatWith({ pathname, search }: Pick<Location, "pathname" | "search">, memberId: string): boolean {
  return pathname === "/mensagens" && readPeerId(new URLSearchParams(search)) === memberId;
}
