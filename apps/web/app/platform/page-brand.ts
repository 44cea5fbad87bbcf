import { adoptBrandMarks } from "@caramelo/contract/brand/brand";

// Imported by the root before all other modules: when the build writes pages, they get marks in place of the brand.
if (import.meta.env.SSR && import.meta.env.PROD) adoptBrandMarks();
