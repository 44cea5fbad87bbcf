/**
 * The one place that names the product and the company behind it: pages, mails and legal texts read it.
 * An operator rebrands by editing this file; what is empty is not shown, and production refuses to start
 * without company data.
 */
export const brand = {
  name: "Caramelo",
  tagline: "Encontros à altura do seu momento.",
  supportEmail: "suporte@exemplo.invalid",
  companyName: "",
  cnpj: "",
  address: "",
  dpoContact: "",
};
