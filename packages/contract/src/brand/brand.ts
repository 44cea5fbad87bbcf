import preset from "./preset-brand.json" with { type: "json" };

/** Somebody of the staff, shown on /sobre. Real people, with their consent. */
type TeamMember = { name: string; role: string; text: string };
/** Words of a real member who agreed that they are shown; `consentedOn` is the day, as "2026-11-21". */
type Testimonial = { name: string; text: string; consentedOn: string };

/** What an operator may set at /admin/configuracoes or by the environment. */
export type BrandTexts = {
  name: string;
  tagline: string;
  supportEmail: string;
  companyName: string;
  cnpj: string;
  address: string;
  dpoContact: string;
};

/** Texts that follow from the others, so that a page written at build needs no decision about an empty one. */
type DerivedTexts = {
  /** The tagline in two halves, of which the sign-in page shows the second in italics. */
  taglineStart: string;
  taglineEnd: string;
  /** Who sells: the company, or the product while none is named. */
  seller: string;
  /** The seller with CNPJ and address, as far as they are known. */
  sellerLine: string;
  /** Whom to ask about personal data. */
  dataContact: string;
};

export type Brand = BrandTexts & DerivedTexts & { team: TeamMember[]; testimonials: Testimonial[] };

/**
 * Its file is the one that names the product and the company behind it. An operator rebrands at /admin/configuracoes, by the
 * environment, or by editing that file; what is empty is not shown, and production refuses to start without company data.
 */
export const presetBrand: Readonly<BrandTexts> = preset;

/** The texts without which production does not start. */
export const COMPANY_TEXTS = ["companyName", "cnpj", "address", "dpoContact"] as const satisfies (keyof BrandTexts)[];

/** The texts of a complete brand, with what follows from them. */
export function deriveBrand(texts: Readonly<BrandTexts>): BrandTexts & DerivedTexts {
  const { name, companyName, cnpj, address, supportEmail, dpoContact } = texts;
  const seller = companyName || name;
  const words = texts.tagline.split(" ");
  const middle = Math.ceil(words.length / 2);
  const parts = [seller, cnpj && `CNPJ ${cnpj}`, address].filter((part) => part !== "");
  return {
    ...texts,
    taglineStart: words.slice(0, middle).join(" "),
    taglineEnd: words.slice(middle).join(" "),
    seller,
    sellerLine: parts.join(", "),
    dataContact: dpoContact || supportEmail,
  };
}

/** The brand in force: pages, mails and legal texts read it when they are written, and keep no copy. */
export const brand: Brand = { ...deriveBrand(presetBrand), team: [], testimonials: [] };

/** Puts a brand in force in this process. */
export function adoptBrand(texts: Readonly<BrandTexts>): void {
  Object.assign(brand, deriveBrand(texts));
}

/**
 * Pages are built with a mark in place of each text of the brand, and the server writes the text in force there. Marks are
 * of Unicode's private use area, which no text of ours uses.
 */
export const BRAND_MARK = /\uE000(\w+)\uE001/g;
export const brandMark = (name: string): string => `\uE000${name}\uE001`;

/** The name of the element of a page that brings the brand in force as JSON, and the mark of that text. */
export const PAGE_BRAND = "pageBrand";

/** Puts marks in force where pages are built. */
export function adoptBrandMarks(): void {
  for (const name of Object.keys(deriveBrand(presetBrand))) Reflect.set(brand, name, brandMark(name));
}
