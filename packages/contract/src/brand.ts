/** Somebody of the team, shown on /sobre. Real people, with their consent. */
type TeamMember = { name: string; role: string; text: string };
/** Words of a real member who agreed that they are shown; `consentedOn` is the day, as "2026-11-21". */
type Testimonial = { name: string; text: string; consentedOn: string };

type Brand = {
  name: string;
  tagline: string;
  supportEmail: string;
  companyName: string;
  cnpj: string;
  address: string;
  dpoContact: string;
  team: TeamMember[];
  testimonials: Testimonial[];
};

/**
 * The one file that names the product and the company behind it: pages, mails and legal texts read it.
 * An operator rebrands by editing this file; what is empty is not shown, and production refuses to start
 * without company data.
 */
export const brand: Brand = {
  name: "Caramelo",
  tagline: "Encontros à altura do seu momento.",
  supportEmail: "suporte@exemplo.invalid",
  companyName: "",
  cnpj: "",
  address: "",
  dpoContact: "",
  team: [],
  testimonials: [],
};
