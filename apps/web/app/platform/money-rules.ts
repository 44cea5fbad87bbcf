const REAIS = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** "R$ 139,00". */
export const formatReais = (centavos: number): string => REAIS.format(centavos / 100);
