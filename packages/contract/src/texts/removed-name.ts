/** What others read in place of the name of a member whose account is erased. */
export const REMOVED_NAME = "Usuário removido";
