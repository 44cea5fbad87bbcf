/** The host to which nothing of the site may lead. */
export const ELSEWHERE = "x.invalid";

/** Names by which sites are asked where to go next. */
const NAMES =
  "next redirect redirect_uri redirectTo redirect_url return returnTo return_to returnUrl url uri to continue dest destination goto go target from back callback forward path ref referrer r u link out view voltar volta destino para origem proximo retorno continuar saida state";

/** Ways to write an address elsewhere that a check of its beginning takes for one of ours, or that is code. */
const TARGETS = [
  `https://${ELSEWHERE}/`,
  `//${ELSEWHERE}`,
  `///${ELSEWHERE}`,
  `/\\${ELSEWHERE}`,
  `\\\\${ELSEWHERE}`,
  `/\t/${ELSEWHERE}`,
  `https:${ELSEWHERE}`,
  `/%2F${ELSEWHERE}`,
  `/..//${ELSEWHERE}`,
  `@${ELSEWHERE}`,
  `javascript:location="//${ELSEWHERE}"`,
  `data:text/html,<script>location="//${ELSEWHERE}"</script>`,
  `/busca\r\nLocation: //${ELSEWHERE}`,
];

/** A query and a hash that ask under every name to go elsewhere; `turn` gives each name another way to write it. */
export function askToLeave(turn: number): string {
  const query = new URLSearchParams(
    NAMES.split(" ").map((name, index) => [name, TARGETS[(index + turn) % TARGETS.length] ?? ""]),
  );
  return `?${query}#//${ELSEWHERE}`;
}

/** Paths that a careless redirect, as to the same path without its slash at the end, would take for another host. */
export const PATHS_ELSEWHERE = [
  `//${ELSEWHERE}`,
  `//${ELSEWHERE}/`,
  `//${ELSEWHERE}/busca`,
  `//${ELSEWHERE}/%2e%2e`,
  `///${ELSEWHERE}`,
  `/\\${ELSEWHERE}`,
  `/\\/${ELSEWHERE}`,
  `/%2F${ELSEWHERE}`,
  `/%2F%2F${ELSEWHERE}`,
  `/%5C${ELSEWHERE}`,
  `/%5C%5C${ELSEWHERE}`,
  `/%09/${ELSEWHERE}`,
  `/%0D%0ALocation:%20//${ELSEWHERE}`,
  `/.//${ELSEWHERE}`,
  `/busca/..//${ELSEWHERE}`,
  `/busca//${ELSEWHERE}`,
  `/login/%2F${ELSEWHERE}/`,
  `/@${ELSEWHERE}`,
  `/;@${ELSEWHERE}`,
  `/api//${ELSEWHERE}`,
  `/https://${ELSEWHERE}`,
];
