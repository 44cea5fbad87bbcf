// What production and the payment providers need from the environment, and how the start reports what is missing. It is
// plain JavaScript without imports, because the launcher uses it before anything is installed; config.ts uses the same
// file.

/** @typedef {Record<string, string | undefined>} Environment */
/** @typedef {"supportEmail" | "companyName" | "cnpj" | "address" | "dpoContact"} CompanyText */

/**
 * The texts that may also be saved at /admin/configuracoes, each with its variable and the rest of the error about it.
 * @type {readonly { name: CompanyText, variable: string, needed: string }[]}
 */
export const COMPANY_SETTINGS = [
  { name: "companyName", variable: "COMPANY_NAME", needed: "name the company" },
  { name: "cnpj", variable: "COMPANY_CNPJ", needed: "be the company's CNPJ" },
  { name: "address", variable: "COMPANY_ADDRESS", needed: "be the company's address" },
  { name: "dpoContact", variable: "DPO_CONTACT", needed: "name who answers for personal data" },
  // The product's mails are sent from this address, and mail servers refuse a sender that cannot exist.
  { name: "supportEmail", variable: "SUPPORT_EMAIL", needed: "be an address that somebody reads" },
];

/**
 * What each payment provider needs.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const PROVIDER_SETTINGS = {
  pix: [
    "PIX_URL",
    "PIX_TOKEN_URL",
    "PIX_CLIENT_ID",
    "PIX_CLIENT_SECRET",
    "PIX_CERTIFICATE",
    "PIX_PRIVATE_KEY",
    "PIX_KEY",
  ],
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  mercadopago: ["MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"],
};

/** What a bucket needs. */
const BUCKET_NEEDED = ["BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"];

/** With only some of them, files would stay in one process. @param {Environment} env @param {string} name */
function listMissingOfBucket(env, name) {
  const neededSettings = BUCKET_NEEDED.map((end) => `${name}_${end}`);
  const presentSetting = [...neededSettings, `${name}_ENDPOINT`, `${name}_PREFIX`].find((setting) => env[setting]);
  if (presentSetting === undefined) return [];
  return neededSettings
    .filter((setting) => !env[setting])
    .map((setting) => `${setting} must be set when ${presentSetting} is.`);
}

/**
 * The site's key may remove everything in its bucket, so backups need a separate bucket and key. The store must not be
 * able to read them. @param {Environment} env
 */
function listErrorsOfBackups(env) {
  if (!env.BACKUP_S3_BUCKET) return [];
  const isSameStore = storeOf(env.S3_ENDPOINT) === storeOf(env.BACKUP_S3_ENDPOINT);
  return [
    env.BACKUP_KEY ? "" : "BACKUP_KEY must be set when BACKUP_S3_BUCKET is.",
    isSameStore && env.S3_BUCKET === env.BACKUP_S3_BUCKET
      ? "BACKUP_S3_BUCKET must be another bucket than S3_BUCKET, whose key could remove the backups."
      : "",
    // One store may have several addresses, such as a private one.
    env.S3_ACCESS_KEY_ID && env.S3_ACCESS_KEY_ID === env.BACKUP_S3_ACCESS_KEY_ID
      ? "BACKUP_S3_ACCESS_KEY_ID must be another key than S3_ACCESS_KEY_ID, which could remove the backups."
      : "",
  ].filter((error) => error !== "");
}

/** An address of AWS is the one without an endpoint. @param {string | undefined} endpoint */
function storeOf(endpoint) {
  const host = endpoint && URL.canParse(endpoint) ? new URL(endpoint).host : "";
  return host.endsWith(".amazonaws.com") ? "" : host;
}

/**
 * Processes are distinguished by their master key and their bucket: with the same key and no bucket, nothing would show
 * that each has a separate data folder. @param {Environment} env
 */
function listMissingOfSharedKey(env) {
  if (!env.MASTER_KEY || !env.REDIS_URL || env.S3_BUCKET) return [];
  return [
    "S3_BUCKET must be set when MASTER_KEY and REDIS_URL are: processes that share a data folder take the key in it.",
  ];
}

/** Names without a dot, such as those of containers, and the networks that no router passes on. */
const PRIVATE_HOST = /^(?:[^.:]+|127\..+|10\..+|192\.168\..+|172\.(?:1[6-9]|2\d|3[01])\..+|\[::1\]|\[f[cd].+\])$/;

/** Over http every network on the way can read photos. @param {string | undefined} endpoint */
function mayBeSeen(endpoint) {
  const url = endpoint && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  return url?.protocol === "http:" && !PRIVATE_HOST.test(url.hostname);
}

/** `.invalid` is reserved for addresses that reach nobody. @param {string | undefined} address */
const reachesNobody = (address) => !address || /\.invalid$/i.test(address);

/** @param {{ PUBLIC_URL?: string | undefined }} env */
const isHttps = ({ PUBLIC_URL = "" }) => /^\s*https:/i.test(PUBLIC_URL);

/**
 * Without a MODE a site with an https address is in production.
 * @param {{ MODE?: string | undefined, PUBLIC_URL?: string | undefined }} env
 * @returns {"demo" | "production"}
 */
export function modeOf(env) {
  if (env.MODE === "demo" || env.MODE === "production") return env.MODE;
  return isHttps(env) ? "production" : "demo";
}

/** @param {Environment} env */
const providersOf = ({ PAYMENTS = "" }) =>
  PAYMENTS.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** @param {Environment} env */
function listMissingOfProviders(env) {
  return providersOf(env).flatMap((provider) => {
    const missingSettings = (PROVIDER_SETTINGS[provider] ?? []).filter((name) => !env[name]);
    return missingSettings.map((name) => `${name} must be set when PAYMENTS names ${provider}.`);
  });
}

/** With test keys anybody who knows a provider's test cards could buy for nothing. @param {Environment} env */
function listTestKeyErrors({ SANDBOX_IN_PRODUCTION, STRIPE_SECRET_KEY, MERCADOPAGO_ACCESS_TOKEN }) {
  if (SANDBOX_IN_PRODUCTION === "on") return [];
  const unless = "when MODE=production, unless SANDBOX_IN_PRODUCTION=on.";
  return [
    STRIPE_SECRET_KEY?.includes("_test_") ? `STRIPE_SECRET_KEY must be a live key ${unless}` : "",
    MERCADOPAGO_ACCESS_TOKEN?.startsWith("TEST-") ? `MERCADOPAGO_ACCESS_TOKEN must be a live one ${unless}` : "",
  ];
}

/**
 * Returns an error for each text of the company that neither the environment nor `texts` has.
 * @param {Environment} env
 * @param {Partial<Record<CompanyText, string>>} texts
 */
function listCompanyErrors(env, texts) {
  const missingTexts = COMPANY_SETTINGS.filter(({ name, variable }) => {
    const text = env[variable] || texts[name];
    return name === "supportEmail" ? reachesNobody(text) : !text;
  });
  return missingTexts.map(({ variable, needed }) => `${variable} must ${needed} when MODE=production.`);
}

/** @param {Environment} env @param {Partial<Record<CompanyText, string>>} texts */
function listMissingOfProduction(env, texts) {
  const providers = providersOf(env);
  return [
    isHttps(env) ? "" : "PUBLIC_URL must be the https address of the site when MODE=production.",
    env.DEMO === "on" ? "DEMO must be off when MODE=production." : "",
    reachesNobody(env.ADMIN_EMAIL) ? "ADMIN_EMAIL must be an address that somebody reads when MODE=production." : "",
    env.ADMIN_PASSWORD ? "" : "ADMIN_PASSWORD must be set when MODE=production.",
    ...listCompanyErrors(env, texts),
    env.SMTP_URL ? "" : "SMTP_URL must be the mail server when MODE=production.",
    providers.length > 0 ? "" : "PAYMENTS must name who takes payments when MODE=production.",
    providers.includes("sandbox") && env.SANDBOX_IN_PRODUCTION !== "on"
      ? "PAYMENTS must not name the sandbox when MODE=production, unless SANDBOX_IN_PRODUCTION=on."
      : "",
    ...listTestKeyErrors(env),
    ...["S3_ENDPOINT", "BACKUP_S3_ENDPOINT"]
      .filter((name) => mayBeSeen(env[name]))
      .map((name) => `${name} must be an https address when MODE=production, unless it is in a private network.`),
  ].filter((error) => error !== "");
}

/**
 * What is missing or unsafe, one sentence each, beginning with the name of the setting. An empty value means "not set".
 * @param {Environment} env
 * @param {Partial<Record<CompanyText, string>>} texts the company's texts, for those that the environment lacks
 * @returns {string[]}
 */
export function listMissingSettings(env, texts) {
  return [
    ...listMissingOfProviders(env),
    ...listMissingOfBucket(env, "S3"),
    ...listMissingOfBucket(env, "BACKUP_S3"),
    ...listErrorsOfBackups(env),
    ...listMissingOfSharedKey(env),
    ...(modeOf(env) === "production" ? listMissingOfProduction(env, texts) : []),
  ];
}

/**
 * The chapter of docs/operations.md for each kind of setting.
 * @type {readonly [RegExp, string][]}
 */
const CHAPTERS = [
  [/^PIX_/, "Pix through your bank"],
  [/^STRIPE_/, "Cards by Stripe"],
  [/^MERCADOPAGO_/, "Pix and cards by Mercado Pago"],
  [/^(?:SMTP|MAIL|EMAIL)_/, "Mail"],
  [/^DATABASE_READ_URL/, "Read replicas"],
  [/^DATABASE_URL/, "Embedded PostgreSQL or yours"],
  [/^REDIS_URL/, "Several processes"],
  [/^S3_/, "Objects in S3"],
  [/^BACKUP_/, "Backups"],
  [/^TRUST_PROXY/, "Behind a proxy"],
  [/^(?:BRAND|COMPANY|DPO|SUPPORT)_/, "Production"],
];
const IS_OF_PRODUCTION = /MODE=production/;
const IS_OF_BRAND = /^(?:BRAND|COMPANY|DPO|SUPPORT)_/;

/**
 * What the start prints when it refuses: every error, each with where to set it right.
 * @param {readonly string[]} errors
 * @param {string} envFile
 * @returns {string[]}
 */
export function describeErrors(errors, envFile) {
  return [
    "Caramelo cannot start with these settings:",
    ...errors.flatMap((error) => [`  - ${error}`, `      ${placeOf(error)}`]),
    `Settings are environment variables, or lines of ${envFile}.`,
  ];
}

/** @param {string} error */
function placeOf(error) {
  const chapter =
    CHAPTERS.find(([pattern]) => pattern.test(error))?.[1] ?? (IS_OF_PRODUCTION.test(error) ? "Production" : undefined);
  const also = IS_OF_BRAND.test(error) ? ", or save it at /admin/configuracoes while the site runs with MODE=demo" : "";
  const explained = chapter === undefined ? "docs/environment-settings.md" : `docs/operations.md, "${chapter}"`;
  return `Set it in the environment or in .env${also}; ${explained}.`;
}
