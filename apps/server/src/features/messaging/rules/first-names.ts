/**
 * Usual first names in Brazil, in small letters without accents. A greeting uses no other name, because members may
 * call themselves by any word, and the reader of an opening would send that word as their own.
 */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  (
    "abel abigail adalberto adelia ademir adilson adrian adriana adriane adriano afonso agatha agnes ailton alan " +
    "alana alba alberto alda aldo alessandra alessandro alex alexandra alexandre alexia alfredo alice alicia aline " +
    "alisson allana altair aluisio alvaro amadeu amalia amanda amaury amelia americo ana anabela analia anderson " +
    "andre andrea andreia andressa angela angelica angelo anita anna anselmo antonella antonia antonio aparecida " +
    "ariane ariel aristides arlete arlindo armando arnaldo arthur artur atila augusta augusto aurelio aurora ayla " +
    "ayrton baltazar barbara bartolomeu beatriz belinda belmiro benedita benedito benicio benjamim benjamin bento " +
    "berenice bernadete bernardo betania betina beto bia bianca brenda breno bru bruna bruno bryan caca caetana caio " +
    "camila camilo carina carla carlo carlos carlota carmem carmen carol carolina caroline cassandra cassia cassio " +
    "catarina catia caua cecilia celeste celia celina celso cesar charles chico christian cibele cicero cida cintia " +
    "clara clarice clarissa claudete claudia claudiane claudinei claudio cleber cleide cleiton clemente cleusa " +
    "clovis conceicao creusa cris cristian cristiana cristiane cristiano cristina cyntia dafne dagoberto daiane " +
    "dalva damiao dan dandara dani daniel daniela daniele danielle danilo dante danubia dario davi dayane debora " +
    "deborah deise demetrio denilson denis denise diana diego dilma diogo dirce dirceu domingos donato dora doralice " +
    "douglas duda dulce eder edgar edilson edinaldo edmar edmilson edna edson edu eduarda eduardo edvaldo elaine " +
    "elen elena eliana eliane elias eliezer elis elisa elisabete elisangela eliseu elizabeth eloa eloisa eloy elton " +
    "elza ema emanuel emanuelle emerson emilia emilio emilly emily enio enrico enzo eric erica erick erico erika " +
    "ernesto esmeralda estefania estela ester estevao esther euclides eugenia eugenio eunice eva evaldo evandro " +
    "evelin evelyn everton expedito ezequias ezequiel fabi fabiana fabiano fabio fabiola fabricio fabrizio fatima " +
    "fausto felicia feliciano felipe fernanda fernando filipa filipe firmino flavia flaviana flaviane flavio flora " +
    "franciele francielle francine francisca francisco franco fred frederico gabi gabriel gabriela gael gaspar " +
    "genilson genivaldo geovana geovanna geralda geraldo germano gerson getulio giane gil gilberto gilda gilmar " +
    "gilson giovana giovani giovanna giovanni gisela gisele gislaine giulia glaucia gleice gloria goncalo graciela " +
    "graciele graziela grazielle gregorio greice gui guido guilherme guiomar gustavo guto hamilton haroldo heitor " +
    "helder helen helena heleno helio helo heloisa henri henrique herbert hermes hilda horacio hortensia hugo " +
    "humberto iago ian iara iasmin icaro ieda igor ilda ilma inacio inae ines ingrid iolanda iracema irene iris isa " +
    "isaac isabel isabela isabella isabelle isadora isaias isidoro isis ismael israel italo ivan ivana ivanete ivete " +
    "ivo ivone jackson jaco jacqueline jade jaime jair jairo jamile janaina jandira janete januaria januario " +
    "jaqueline jean jefferson jennifer jeremias jeronimo jessica joana joao joaquim joel joice jonas jonatas " +
    "jonathan jordan jordana jorge jose josefa joselito josiane josue joyce juan juca judite julia juliana juliane " +
    "juliano julio junior juraci jurandir jussara justino kaio karen karina karine karla karol katia kaua kauane " +
    "kelly kelvin kevin kleber ladislau laerte lais lara larissa laura lauren laurinda lauro lavinia lazaro lea " +
    "leandro leda leila lena leo leonardo leonel leonor leopoldo leticia levi lia liana lidia ligia lila lili lilian " +
    "liliane lineu lino lisandra livia liz lorena lorenzo lourdes lourenco lourival luan luana luara luca lucas " +
    "lucca lucelia lucia luciana luciano luciene lucila lucilio lucimar lucio ludmila luis luisa luiz luiza luna " +
    "luzia lya macario magali magda magno maiara maicon maisa maite malena malu manoel manu manuel manuela mara " +
    "marcela marcella marcelle marcello marcelo marcia marcio marco marcos margarete margarida mari maria mariana " +
    "mariane mariangela marianna mariano marilda marilene marilia marina marines mario marisa maristela marlene " +
    "marli marlon marta martha martina mateo mateus matheus matias matilde maura mauricio maurilio mauro max " +
    "maximiliano maya mayara melina melissa mercedes micaela michel michele michelle miguel mikael mila milena " +
    "milene milton mirela miriam mirian moacir moises monica monique morgana murillo murilo nadia nadir naiara nair " +
    "nancy nanda nando nara natalia natan natasha nathalia nathan nayara neide nelio nelson nestor neusa newton " +
    "nicolas nicolau nicole nilda nilson nilton nina nivaldo nivea noah noemi norberto norma nubia octavio odair " +
    "odete olavo olga olimpia oliver olivia omar onofre orestes orlando oscar osmar osvaldo oswaldo otaviano otavio " +
    "otto ovidio pablo paloma pamela patricia patricio paty paula paulina paulo pedro perla peterson petronio pierre " +
    "pietra pilar plinio poliana priscila priscilla quiteria rafa rafael rafaela rafaella railda raimunda raimundo " +
    "raira raissa ramiro ramon raphael raphaela raquel raul rayane rayssa rebeca rebecca regiane regina reginaldo " +
    "regis reinaldo renan renata renato rene rian ricardo richard rita robert roberta roberto robson rodolfo rodrigo " +
    "roger rogerio romano romario romeu romilda romulo ronald ronaldo roque rosa rosalia rosalina rosana rosane " +
    "rosangela rose roseli rosemary rosilene rosimeire ruan rubens rui rute ruth ruy ryan sabrina salete salomao " +
    "salvador samanta samantha samara samir samuel sandra sandro santiago sara sarah saul saulo sebastiana sebastiao " +
    "selma serena sergio severino sheila shirley sidney silas silvana silvano silvia silvio simao simone sofia " +
    "solange sonia sophia soraia stefany stella stephanie suelen sueli suely susana suzana tabata tadeu taina " +
    "tainara tais tales talia talita tamara tamires tania tarcisio tarsila tati tatiana tatiane telma teo teodora " +
    "teodoro tercio teresa teresinha tereza thais thales thalita theo thiago thomas tiago tiao tina tobias tom tomas " +
    "tonho tony tulio ubirajara ulisses ulysses urbano ursula vagner valdemar valdete valdir valdirene valentim " +
    "valentin valentina valeria valmir valter vanda vanderlei vanessa vania vasco venancio vera verena veronica " +
    "vicente victor victoria vinicius virgilio virginia viriato vitor vitoria vitorino vivi vivian viviana viviane " +
    "vladimir wagner walmir walter wanda wanderley washington welington wellington wesley weslley william willian " +
    "wilma wilson yago yan yara yas yasmin yohana yolanda yuri zacarias zara ze zeca zelia zilda zoe zuleica"
  ).split(" "),
);
