import type { Random } from "../random.ts";

import { takeInTurn } from "./deck.ts";

// IBGE codes of cities, each repeated as often as it should be drawn, big ones most often. Together with `OTHERS`,
// every state has a city.
const METROPOLES = [
  ...takeInTurn([3_550_308], 11), // São Paulo
  ...takeInTurn([3_304_557], 6), // Rio de Janeiro
  ...takeInTurn([3_106_200], 4), // Belo Horizonte
  ...takeInTurn([5_300_108], 4), // Brasília
  ...takeInTurn([4_106_902], 3), // Curitiba
  ...takeInTurn([4_314_902], 3), // Porto Alegre
  ...takeInTurn([2_927_408], 3), // Salvador
  ...takeInTurn([2_304_400], 3), // Fortaleza
  ...takeInTurn([2_611_606], 3), // Recife
  ...takeInTurn([5_208_707], 3), // Goiânia
  ...takeInTurn([1_302_603], 2), // Manaus
  ...takeInTurn([1_501_402], 2), // Belém
  ...takeInTurn([4_205_407], 3), // Florianópolis
  ...takeInTurn([3_509_502], 3), // Campinas
];

const OTHERS = [
  // The other capitals.
  3_205_309, 2_408_102, 2_507_507, 2_704_302, 2_111_300, 5_103_403, 5_002_704, 2_800_308, 2_211_001, 1_100_205,
  1_600_303, 1_721_000, 1_200_401, 1_400_100,
  // São Paulo: Guarulhos, Santos, Ribeirão Preto, São José dos Campos, Sorocaba, Jundiaí, Osasco, Santo André, São
  // Bernardo.
  3_518_800, 3_548_500, 3_543_402, 3_549_904, 3_552_205, 3_525_904, 3_534_401, 3_547_809, 3_548_708,
  // The rest of the south-east: Niterói, Petrópolis, Búzios, Uberlândia, Juiz de Fora, Ouro Preto, Vila Velha,
  // Guarapari.
  3_303_302, 3_303_906, 3_300_233, 3_170_206, 3_136_702, 3_146_107, 3_205_200, 3_202_405,
  // South: Londrina, Maringá, Foz do Iguaçu, Joinville, Blumenau, Balneário Camboriú, Caxias do Sul, Gramado, Pelotas.
  4_113_700, 4_115_200, 4_108_304, 4_209_102, 4_202_404, 4_202_008, 4_305_108, 4_309_100, 4_314_407,
  // Centre-west: Anápolis, Dourados, Bonito, Rondonópolis, Sinop.
  5_201_108, 5_003_702, 5_002_209, 5_107_602, 5_107_909,
  // North-east: Feira de Santana, Porto Seguro, Ilhéus, Olinda, Caruaru, Petrolina, Campina Grande, Mossoró, Juazeiro
  // do Norte, Sobral, Imperatriz, Arapiraca, Parnaíba.
  2_910_800, 2_925_303, 2_913_606, 2_609_600, 2_604_106, 2_611_101, 2_504_009, 2_408_003, 2_307_304, 2_312_908,
  2_105_302, 2_700_300, 2_207_702,
  // North: Santarém, Ananindeua, Marabá, Parintins, Ji-Paraná, Gurupi.
  1_506_807, 1_500_800, 1_504_208, 1_303_403, 1_100_122, 1_709_500,
];

/** Forty cities: the capitals, and thirteen more. */
export const QUICK_TOWNS = [
  3_550_308, 3_304_557, 3_106_200, 5_300_108, 4_106_902, 4_314_902, 2_927_408, 2_304_400, 2_611_606, 5_208_707,
  1_302_603, 1_501_402, 4_205_407, 3_509_502, 3_205_309, 2_408_102, 2_507_507, 2_704_302, 2_111_300, 5_103_403,
  5_002_704, 2_800_308, 2_211_001, 1_100_205, 1_600_303, 1_721_000, 1_200_401, 1_400_100, 3_518_800, 3_548_500,
  3_543_402, 3_549_904, 3_552_205, 3_303_302, 3_170_206, 3_136_702, 4_113_700, 4_115_200, 4_209_102, 3_205_200,
] as const;

export const SAO_PAULO = 3_550_308;

// Cities within 100 km of São Paulo, where the two accounts live: São Paulo itself most often, then Guarulhos, Osasco,
// Santo André, São Bernardo, Santos, Campinas, Jundiaí, Sorocaba, São José dos Campos, Mogi das Cruzes, Guarujá,
// Atibaia and Cotia.
const NEAR_ACCOUNTS = [
  ...takeInTurn([SAO_PAULO], 7),
  3_518_800,
  3_534_401,
  3_547_809,
  3_548_708,
  3_548_500,
  3_509_502,
  3_525_904,
  3_552_205,
  3_549_904,
  3_530_607,
  3_518_701,
  3_504_107,
  3_513_009,
];

/** Whether a city is listed as one near the two accounts. */
export const isNearAccounts = (cityId: number): boolean => NEAR_ACCOUNTS.includes(cityId);

/** Draws the cities of `count` people: a third near the two accounts, a third in metropolises, the rest in `OTHERS`. */
export function drawTowns(random: Random, count: number): number[] {
  const third = Math.round(count / 3);
  const drawnTowns = [
    ...takeInTurn(random.shuffle(NEAR_ACCOUNTS), third),
    ...takeInTurn(random.shuffle(METROPOLES), third),
    ...takeInTurn(random.shuffle(OTHERS), count - 2 * third),
  ];
  return random.shuffle(drawnTowns);
}
