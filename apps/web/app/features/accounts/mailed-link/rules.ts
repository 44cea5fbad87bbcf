/**
 * The secret token of a mailed link: the part of the address after the #. Undefined for anything that is not a token.
 */
export const findLinkToken = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];
