/**
 * The technical name of the product. The cookies, the database, its role and its connections are named after it, and
 * backups and some ledger entries contain it. Members never see it, so a rebranding
 * (packages/contract/src/brand/brand.ts) does not change it.
 */
export const PRODUCT_NAME = "caramelo";
