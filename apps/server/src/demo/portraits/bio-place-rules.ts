import type { BioPlace } from "./places.ts";

/**
 * The words of a bio that lead to a place. Each is the beginning of a word: "praia" matches praia and praias; a word
 * with a dot matches only itself. Words with many other uses, such as "caminho", are left out.
 */
const wordsOf: Record<BioPlace, string> = {
  beach:
    "praia mar. areia concha surf nadar natação mergulh barco canoa veleiro vela. marinha baleia tartaruga vôlei oceano naval pesca navegação",
  park: "cachorro vira-lata labrador veterinári",
  guitar: "violão música samba bossa mpb. rock",
  music:
    "canto. cantora violoncelo piano jazz saxofone cavaquinho blues discos vinil orquestra forró karaokê concerto tango coral fado assobiar ópera",
  kitchen:
    "cozinh confeit risoto bolo. bolos gastronomia chef brigadeiro pão moqueca churrasco receita nutri doce marmita tapioca peixe bacalhau azeite arroz pudim suflê camarão comida alimentos",
  trail:
    "trilha serra montanha cachoeira caminhada santiago fazenda rural acamp mata. estrada patagônia geólogo paraquedas balão sítio bicicleta ciclismo cavalos botas",
  books:
    "livro livraria biblioteca leitor leitora leitur letras romance editora poesia sebo jornalis crônica direito advogad juiz. juíza escrevo sonetos professor. psicó psica",
  gallery:
    "arte. exposi museu ateli pint cerâmica galer desenhando desenhista arquitet ilustr aquarela design moda. costur figurinos fotó fotograf antiquário leilões jóias joias joalheira teatro colagens restauro",
  garden:
    "planta jardim jardins jardinagem jardineira flor agronom agrônomo quintal piquenique paisagist biólog rios samambaia ioga mel. abelhas oliveiras vinícola enólog tomates",
  cafe: "café cafeteria barista torrefação chá. padaria sorvete sobremesa",
  city: "cidade bar. cinema drinques restaurante jantar noite prédio trânsito empresa empresário empresária executiv financeiro mercado imóveis imobiliária startup tecnologia viagem viajo viagens",
};

const isLetter = /\p{L}/u;

/** Returns the index of the word's first occurrence in the lower-case text; -1 when there is none. */
function findWord(text: string, word: string): number {
  const isWhole = word.endsWith(".");
  const searchedWord = isWhole ? word.slice(0, -1) : word;
  let at = text.indexOf(searchedWord);
  while (at !== -1) {
    const isStart = at === 0 || !isLetter.test(text.charAt(at - 1));
    const isEnd = !isWhole || !isLetter.test(text.charAt(at + searchedWord.length));
    if (isStart && isEnd) return at;
    at = text.indexOf(searchedWord, at + 1);
  }
  return -1;
}

/**
 * The places that a bio mentions, in the bio's order. The guitar stands for music in general, so a bio with another
 * instrument or kind of music gets none.
 */
export function findBioPlaces(bio: string): BioPlace[] {
  const text = bio.toLowerCase();
  // The cast is safe, because a literal has exactly the keys that are written in it.
  const places = (Object.keys(wordsOf) as BioPlace[])
    .map((place) => {
      const positions = wordsOf[place].split(" ").map((word) => findWord(text, word));
      return { place, at: Math.min(...positions.filter((at) => at !== -1)) };
    })
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);
  return places.includes("music") ? places.filter((place) => place !== "guitar") : places;
}
