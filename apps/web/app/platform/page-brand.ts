import { adoptBrandMarks } from "@caramelo/contract/brand/brand";

// The root imports this file first. Prerendered pages get placeholders, which the server replaces with the brand.
if (import.meta.env.SSR && import.meta.env.PROD) adoptBrandMarks();
