/**
 * The technical name of the product. Cookies, the database, its role and connections, and the ledger's own entries
 * contain it. Members never see it, so a rebranding (contract/brand.ts) does not change it.
 */
export const PRODUCT_NAME = "caramelo";
