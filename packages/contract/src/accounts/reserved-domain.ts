/** The domain of addresses that the product makes up, and that no mail can reach (RFC 2606). */
export const RESERVED_DOMAIN = "exemplo.invalid";
