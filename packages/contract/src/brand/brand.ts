import preset from "./preset-brand.json" with { type: "json" };

/** A staff member shown on /sobre: a real person, with their consent. */
type TeamMember = { name: string; role: string; text: string };
/** A quote of a real member who agreed to its publication. `consentedOn` is the day, such as "2026-11-21". */
type Testimonial = { name: string; text: string; consentedOn: string };

/** The texts that an operator may set at /admin/configuracoes or in the environment. */
export type BrandTexts = {
  name: string;
  tagline: string;
  supportEmail: string;
  companyName: string;
  cnpj: string;
  address: string;
  dpoContact: string;
};

/** Texts derived from the others, so that a prerendered page need not handle an empty text. */
type DerivedTexts = {
  /** The tagline in two halves; the sign-in page shows the second in italics. */
  taglineStart: string;
  taglineEnd: string;
  /** The name of the seller: the company, or the product if no company is set. */
  seller: string;
  /** The seller with CNPJ and address, as far as known. */
  sellerLine: string;
  /** The contact for questions about personal data. */
  dataContact: string;
};

export type Brand = BrandTexts & DerivedTexts & { team: TeamMember[]; testimonials: Testimonial[] };

/**
 * The brand of the brand file, the only file that names the product and its company. An operator rebrands at
 * /admin/configuracoes, in the environment, or by editing that file. Empty texts are not shown, and production refuses
 * to start without the company's data.
 */
export const presetBrand: Readonly<BrandTexts> = preset;

/** The texts required to start in production. */
export const COMPANY_TEXTS = ["companyName", "cnpj", "address", "dpoContact"] as const satisfies (keyof BrandTexts)[];

/** Returns a complete brand: the given texts, and those derived from them. */
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

/** The brand in force. Pages, mails and legal texts read it on each use and store no copy. */
export const brand: Brand = { ...deriveBrand(presetBrand), team: [], testimonials: [] };

/** Puts a brand in force in this process. */
export function adoptBrand(texts: Readonly<BrandTexts>): void {
  Object.assign(brand, deriveBrand(texts));
}

/**
 * Pages are built with a placeholder for each brand text, which the server replaces with the text in force. The
 * placeholders use Unicode's private use area, which our texts never use.
 */
export const BRAND_MARK = /\uE000(\w+)\uE001/g;
export const brandMark = (name: string): string => `\uE000${name}\uE001`;

/**
 * The id of the page element that contains the brand in force as JSON, and the name of the placeholder for that JSON.
 */
export const PAGE_BRAND = "pageBrand";

/** Puts placeholders in force, for building the pages. */
export function adoptBrandMarks(): void {
  for (const name of Object.keys(deriveBrand(presetBrand))) Reflect.set(brand, name, brandMark(name));
}
