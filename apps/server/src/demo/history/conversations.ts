/**
 * The messages of a demo conversation, day by day. Each message begins with its sender: `b` the baby, `p` the payer.
 */
export type DemoConversation = {
  days: readonly (readonly string[])[];
  /** Minutes since the last message. */
  endedAgo: number;
  /** Whether the messages after the account's own last one are unread. */
  isUnread: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

/** The conversation of the two demo accounts with each other. */
export const conversationOfBoth: DemoConversation = {
  endedAgo: 21 * HOUR,
  isUnread: false,
  days: [
    [
      "pBoa noite, Marina. Li no seu perfil que você é arquiteta. Trabalha com restauro também?",
      "bBoa noite, Ricardo! Trabalho sim, é a minha parte favorita. Casa antiga tem segredo em cada parede.",
      "pConcordo. Passei anos derrubando parede antes de aprender a olhar para ela.",
      "bEngenheiro arrependido, que raridade 🙂",
      "pArrependido não, reformado.",
      "bGostei. E cozinha mesmo ou é propaganda?",
      "pUm risoto honesto e um peixe com sorte.",
    ],
    [
      "bBom dia! Tem uma exposição de plantas originais do centro velho, abre quinta. Lembrei da nossa conversa.",
      "pEssa eu quero ver. Você iria comigo?",
      "bVou, desde que a gente almoce depois.",
      "pCombinado. Escolho um lugar pequeno, sem música alta.",
      "bPerfeito. Quinta, às onze, na porta?",
      "pÀs onze, na porta. Eu sou o de gravata perdido no mapa.",
    ],
  ],
};

/** The conversations of the baby account with daddies. */
export const conversationsOfBaby: readonly DemoConversation[] = [
  {
    endedAgo: 14,
    isUnread: true,
    days: [
      [
        "pOlá, Marina, tudo bem? Vi que você gosta de serra. Conhece Monte Verde?",
        "bOi! Tudo ótimo. Conheço de passagem, choveu o fim de semana inteiro.",
        "pEntão não conta como ter conhecido.",
        "bVerdade, vi só o chocolate quente.",
        "pQue não é pouco.",
      ],
      [
        "bBoa tarde! Passei em frente a uma loja de botas e lembrei da serra.",
        "pIsso é quase um sinal. Vai no feriado?",
      ],
      [
        "pMarina, consegui aquela pousada de que falei.",
        "pTem lareira e fica longe de tudo. Quartos separados, como você preferiu.",
        "pMe diga com calma se a data serve.",
      ],
    ],
  },
  {
    endedAgo: 3 * HOUR,
    isUnread: true,
    days: [
      [
        "bOi, adorei a foto na livraria. É sua?",
        "pA foto ou a livraria? A segunda é, a primeira quem tirou foi minha filha.",
        "bAs duas respostas são ótimas.",
        "pE você, o que anda lendo?",
        "bUm sobre cidades inventadas, pela terceira vez.",
        "pAcho que sei qual. Tenho uma edição antiga que você ia gostar de ver.",
      ],
      ["pAchei a edição. Está com a lombada cansada, mas inteira."],
    ],
  },
  {
    endedAgo: 26 * HOUR,
    isUnread: false,
    days: [
      [
        "pBom dia! Você prefere café ou chá?",
        "bCafé, sempre. Por quê?",
        "pPorque exporto um e não entendo nada do outro.",
        "bEntão estamos salvos.",
        "pPosso mandar um pacote do último lote?",
        "bPrefiro tomar junto, num lugar com mesa na calçada.",
        "pMelhor ainda. Sábado de manhã?",
        "bSábado às dez.",
      ],
    ],
  },
  {
    endedAgo: 4 * DAY,
    isUnread: false,
    days: [
      [
        "pOlá. Seu perfil foi o mais bem escrito que li aqui.",
        "bObrigada! Reescrevi umas cinco vezes.",
        "pDeu para notar, no bom sentido.",
        "bE o seu, quem escreveu?",
        "pEu e um corretor ortográfico paciente.",
      ],
      [
        "bComo foi a viagem a Lisboa?",
        "pLonga e boa. Trouxe azulejo demais e sono de menos.",
        "bQuero ver os azulejos!",
      ],
    ],
  },
  {
    endedAgo: 6 * HOUR,
    isUnread: true,
    days: [["pOi, Marina. Gosto de jazz, de estrada e de gente pontual. Acertei em alguma?"]],
  },
  {
    endedAgo: 9 * DAY,
    isUnread: false,
    days: [
      [
        "bBoa noite! Você ainda toca saxofone?",
        "pToco, para desespero do prédio.",
        "bUm dia quero ouvir, do outro lado da rua.",
        "pAceito a distância de segurança.",
        "bVou viajar a trabalho esta semana, conversamos na volta?",
        "pClaro. Boa viagem e bom trabalho.",
      ],
    ],
  },
];

/**
 * The conversations of the daddy account with babies.
 */
export const conversationsOfDaddy: readonly DemoConversation[] = [
  {
    endedAgo: 33,
    isUnread: true,
    days: [
      [
        "pBoa noite! Vi que você estuda e trabalha ao mesmo tempo. Como dá conta?",
        "bBoa noite! Com café e uma agenda colorida.",
        "pA minha agenda é toda cinza, preciso de aulas.",
        "bPosso dar, cobro em jantar.",
        "pJusto. Italiano ou japonês?",
        "bJaponês, sempre.",
        "pConheço um com oito lugares e um senhor que não sorri.",
        "bEsses são os melhores.",
        "pReservo para a semana que vem?",
        "bReserva! Só não pode ser na terça, tenho prova.",
        "pQuarta, então. Boa sorte na prova.",
        "bVou precisar.",
      ],
      [
        "pE a prova?",
        "bAcho que fui bem! Caiu tudo o que estudei e uma coisa que inventei.",
        "pInventar com convicção é meio diploma.",
        "bMinha professora discorda.",
        "pAs minhas também discordavam.",
        "bE você se formou assim mesmo.",
        "pCom louvor e duas dependências.",
        "bAgora confio menos nos prédios da cidade.",
        "pOs meus estão todos de pé, pode conferir.",
        "bVou conferir. Amanhã é a nossa quarta, está de pé?",
        "pDe pé. Oito e meia?",
        "bOito e meia. Vou de táxi, obrigada por oferecer o carro.",
      ],
      [
        "bCheguei bem em casa! Obrigada pela noite.",
        "pEu que agradeço. O senhor sorriu, você viu?",
        "bVi! Foi quando você deixou o peixe cair.",
        "pFoi técnica, não acidente.",
        "bClaro, claro.",
        "pFaz tempo que não ria tanto.",
        "bEu também. Gostei de como você escuta.",
        "pGostei de como você conta.",
        "bDurma bem, Ricardo.",
        "pVocê também.",
        "bAh, esqueci: o livro de que falei é aquele da capa azul.",
        "pJá encomendei.",
      ],
      [
        "pO livro chegou. Li cinquenta páginas numa sentada.",
        "bE aí?",
        "pA personagem da avó é a melhor.",
        "bEu sabia! Lembra a minha.",
        "pAquela do arroz-doce?",
        "bEla mesma. Faz noventa anos em dezembro.",
        "pVai ter festa?",
        "bVai, na roça, com sanfona e tudo.",
        "pQue beleza. Meu pai tocava sanfona.",
        "bNão acredito. E você, aprendeu?",
        "pSó a segurar.",
        "bJá é mais do que eu.",
      ],
      [
        "bFim de semana que vem tem feira de livros usados no parque.",
        "pSábado ou domingo?",
        "bOs dois. Domingo é mais vazio.",
        "pDomingo, então. Levo o carrinho de feira.",
        "bPara os livros ou para você?",
        "pPara os livros. Eu ainda ando.",
        "bQue bom, porque é longe do metrô 🙂",
        "pPosso buscar você, se preferir.",
        "bPrefiro ir até lá e te encontrar no portão dois.",
        "pPortão dois, às nove?",
        "bDez, por favor. É domingo.",
        "pDez.",
      ],
      [
        "bRicardo, olha a previsão: chuva no domingo.",
        "bMas lá é coberto, então não tem desculpa!",
        "bMe diz se continua de pé.",
      ],
    ],
  },
  {
    endedAgo: 2 * HOUR,
    isUnread: true,
    days: [
      [
        "pOlá! Você dança mesmo forró ou só gosta da música?",
        "bDanço mesmo, desde os doze anos.",
        "pEu danço desde ontem, metaforicamente.",
        "bTodo mundo aprende. É só ouvir o triângulo.",
      ],
      ["bHoje tem aula aberta na praça. Se quiser aprender, é de graça e ninguém julga."],
    ],
  },
  {
    endedAgo: 30 * HOUR,
    isUnread: false,
    days: [
      [
        "bOi, Ricardo! Como foi a obra?",
        "pBarulhenta. E a sua semana?",
        "bEntreguei o trabalho final. Nem acredito.",
        "pParabéns! Isso pede comemoração.",
        "bPede um doce, pelo menos.",
        "pConheço uma confeitaria que fecha tarde.",
        "bVocê sempre conhece um lugar.",
        "pTrinta anos almoçando fora.",
      ],
    ],
  },
  {
    endedAgo: 3 * DAY,
    isUnread: false,
    days: [
      [
        "pBoa tarde. Seu cachorro da foto é de que raça?",
        "bDa melhor: nenhuma. Chama Farofa.",
        "pO nome já me ganhou.",
        "bEle também gostou de você, lambeu a tela.",
        "pPrimeiro encontro no parque, os três?",
        "bOs três, de manhã, antes do calor.",
      ],
      ["pAinda rindo do Farofa no lago.", "bEle dormiu o dia todo. Obrigada pela paciência!"],
    ],
  },
  {
    endedAgo: 9 * HOUR,
    isUnread: true,
    days: [["bOi, Ricardo! Também prefiro mesa pequena a festa grande. O que você cozinha melhor?"]],
  },
  {
    endedAgo: 12 * DAY,
    isUnread: false,
    days: [
      [
        "pOlá, tudo bem? Vi que você quer aprender italiano.",
        "bQuero! Já sei pedir sorvete.",
        "pÉ o essencial. O resto são gestos.",
        "bVocê fala?",
        "pFalo com as mãos.",
        "bAchei alguém que ensina aos sábados, quer dividir as aulas?",
        "pSábado estou na obra até o fim do mês. Depois, com gosto.",
        "bEntão fica combinado para o mês que vem.",
      ],
    ],
  },
];
