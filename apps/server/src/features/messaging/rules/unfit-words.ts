// Words that no opening repeats, in small letters without accents: what is intimate, vulgar or about money, ways to meet
// elsewhere, beliefs and quarrels, and people, whom a stranger should not bring up. Words of the first and the second
// person are among them, because a quotation turns them around.

const PERSONS =
  "me mim comigo meu meus minha minhas nos nosso nossa nossos nossas conosco eu te ti voce voces vc vcs tu seu sua seus suas " +
  "teu tua teus tuas contigo lhe ele ela eles elas dele dela isso isto aquilo tudo todos todas nada algo coisa coisas outro outra outros outras produto produtos";
const PEOPLE =
  "homem homens mulher mulheres rapaz rapazes moca mocas menina meninas menino meninos crianca criancas gente pessoa pessoas " +
  "alguem ninguem quem mae pai maes pais avo avos filho filha filhos filhas irma irmao irmaos irmas sobrinho sobrinha sobrinhos " +
  "marido esposa namorado namorada ex coroa coroas velho velha velhos velhas jovem jovens novinha novinhas amante amantes " +
  "cavalheiro cavalheiros parceiro parceira companheiro companheira companhia japonesas japoneses asiaticas asiaticos orientais brancas brancos pretas pretos";
const INTIMATE =
  "cama corpo corpos pele boca bocas beijo beijos beijar beijinho colo abraco abracos carinho carinhos amor amar peito peitos seios " +
  "bunda bundas coxa coxas pe pes pernas oral anal nu nua nus nuas nude nudes motel suruba menage swing bdsm tesao calcinha lingerie " +
  "ser fumar obedecer apanhar massagem massagens noite noites namorar seduzir provocar prazer prazeres rola pau pinto vara dar comer chupar sentar";
const MONEY =
  "dinheiro grana pix real reais mesada mimo mimos mimar mimada mimado presente presentes presentear luxo luxos joia joias cartao pagar " +
  "paga pagamento banco conta contas bitcoin cripto aposta apostas bet tigrinho ajuda ajudar bancar gastar gasto compras valor lucro renda";
const ELSEWHERE =
  "whatsapp whats zap zapzap wpp insta instagram telegram facebook face snap snapchat tiktok twitter onlyfans privacy telefone celular " +
  "numero contato email e-mail mail gmail link links site sites arroba ponto com br chama perfil";
const QUARRELS =
  "politica politicos bolsonaro bolsonarista lula petista esquerda direita deus jesus igreja religiao orar biblia arma armas tiro tiros morte matar " +
  "suicidio droga drogas maconha cocaina beck erva guerra crime";
const VIRTUES =
  "atencao respeito sinceridade honestidade verdade educacao discricao sigilo cuidado gentileza clareza lealdade fidelidade confianca planos joguinhos drama";

const WORDS = new Set([PERSONS, PEOPLE, INTIMATE, MONEY, ELSEWHERE, QUARRELS, VIRTUES].join(" ").split(" "));
/** Beginnings of such words, and of words for the looks of people. */
const STEMS =
  /^(?:sex|trans[ae]|fod|put[ao]|caralh|porr|bucet|xoxot|xereca|piroc|pelad|safad|gostos|orgasm|goz|fetich|domina|submis|adolesc|investi|patrocin|viad|sapat|traves|moren[ao]|loir|ruiv|mulat|negr[ao]|gord|magr|algem|chicot|amarr)/;
/** No Portuguese word has one letter three times in a row. */
const STRETCHED = /(.)\1\1/;

/** "dividi-lo", "cuidar-me" */
const WITH_PRONOUN = /-(?:l[oa]s?|n?[oa]s?|me|te|se|lhes?|nos)$/;

/** Whether a word, in small letters without accents, may not stand in an opening. */
export const isUnfit = (word: string): boolean =>
  WORDS.has(word) || STEMS.test(word) || STRETCHED.test(word) || WITH_PRONOUN.test(word);
