import type { BioPlace } from "./places.ts";

/**
 * The words of a bio that lead to a place. They are beginnings of words, so that "livr" stands for livro, livros and
 * livraria; a word with a dot stands for itself alone.
 */
const wordsOf: Record<BioPlace, string> = {
  beach:
    "praia mar. areia concha surf nadar natação mergulh barco canoa veleiro vela. marinha baleia tartaruga vôlei oceano naval pesca navegação pescaria",
  park: "cachorro vira-lata labrador veterinári bichos",
  music:
    "violão música samba bossa canto. cantora violoncelo piano jazz saxofone cavaquinho blues mpb. rock discos vinil orquestra forró karaokê concerto som. tango coral fado assobiar óperas ópera",
  kitchen:
    "cozinh confeit risoto bolo. bolos gastronomia chef brigadeiro pão moqueca torta churrasco receita nutri doce doces marmita tapioca peixe bacalhau azeite arroz pudim suflê camarão comida mesa. alimentos tomates",
  trail:
    "trilha serra montanha cachoeira caminhada caminho fazenda rural acamp mata. estrada patagônia geólogo pedras paraquedas balão sítio bicicleta ciclismo cavalos botas",
  books:
    "livr. livro livros livraria livrarias biblioteca leitor leitora leitur leio letras romance editora poesia sebo jornal jornalis crônica direito advogad juiz juíz escrev escrevo sonetos professor história histórias psicó psica",
  gallery:
    "arte. exposi museu ateli pint cerâmica galer desenh arquitet ilustr aquarela design moda. costur figurinos fotó fotograf antiquário leilões jóias joias joalheira teatro colagens engenh restauro",
  garden:
    "planta plantas jardim jardins jardinagem jardineira flor flores floricultura agronom agrônomo quintal piquenique paisagista biólog bióloga rios samambaia ioga mel. abelhas oliveiras vinícola enólog",
  cafe: "café cafeteria barista torrefação chá. padaria padarias sorvete sobremesa",
  city: "cidade bar. cinema drinques restaurante restaurantes jantar jantares noite noites prédio trânsito empresa empresário empresária executiv financeiro mercado imóveis imobiliária startup tecnologia viagem viajo viagens",
};

const isLetter = /\p{L}/u;

/** Where the word first stands in the text, which is in lower case; -1 when it does not. */
function findWord(text: string, word: string): number {
  const isWhole = word.endsWith(".");
  const wanted = isWhole ? word.slice(0, -1) : word;
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const isStart = at === 0 || !isLetter.test(text.charAt(at - 1));
    const isEnd = !isWhole || !isLetter.test(text.charAt(at + wanted.length));
    if (isStart && isEnd) return at;
    at = text.indexOf(wanted, at + 1);
  }
  return -1;
}

/** The places that a bio speaks of, in the order in which it does. */
export function findBioPlaces(bio: string): BioPlace[] {
  const text = bio.toLowerCase();
  // The cast is safe, because a literal has exactly the keys that are written in it.
  return (Object.keys(wordsOf) as BioPlace[])
    .map((place) => {
      const positions = wordsOf[place].split(" ").map((word) => findWord(text, word));
      return { place, at: Math.min(...positions.filter((at) => at !== -1)) };
    })
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);
}
