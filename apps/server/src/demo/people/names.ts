/** First names as they were given in Brazil, by the years in which the person was born. No name is in two lists. */
type Names = readonly [string, ...string[]];

function listNames(text: string): Names {
  const [first = "", ...others] = text.split(",").map((name) => name.trim());
  return [first, ...others];
}

/** Women born since about 1990. */
export const namesOfYoungWomen = listNames(`
  Amanda, Larissa, Letícia, Isabela, Júlia, Camila, Gabriela, Bruna, Rafaela, Mariana, Giovanna, Luana, Thaís, Nathália,
  Carolina, Yasmin, Vitória, Sofia, Lívia, Manuela, Lorena, Heloísa, Alice, Clara, Bianca, Milena, Raíssa, Tainá, Jade,
  Melissa, Rebeca, Sabrina, Débora, Emanuelle, Évelin, Isadora, Kauane, Laís, Maitê, Mirela, Nicole, Paloma, Pietra,
  Stella, Valentina, Iara, Jéssica, Brenda, Talita, Dandara, Luísa, Olívia, Elisa, Catarina, Ingrid, Janaína, Priscila,
  Ana Clara, Ana Luísa, Ana Beatriz, Ana Júlia, Maria Eduarda, Maria Clara, Maria Luísa, Maria Fernanda Reis,
  Maria Antônia Luz, Maria Valentina, Anna Carolina Sá, Lara Sofia, Maria Cecília, Duda, Nanda, Malu, Bia, Gabi, Agatha,
  Aline, Allana, Amora, Ariane, Ariel, Aurora, Ayla, Bárbara, Belinda, Betina, Brisa, Caroline, Cíntia, Clarice,
  Cristal, Cristiane, Daiane, Dafne, Diana, Eduarda, Elaine, Eloá, Ester, Eva, Fabiana, Fátima, Flora, Francine, Gisele,
  Glória, Graziela, Helen, Inaê, Inês, Isabel, Isis, Ivana, Jordana, Josiane, Juliana, Karen, Karol, Kelly, Lavínia,
  Leila, Lia, Liana, Lígia, Lila, Linda, Liz, Luara, Lucélia, Luna, Maiara, Maísa, Marcela, Martina, Mel, Michele, Mila,
  Monique, Morgana, Nara, Natasha, Nayara, Noemi, Núbia, Pâmela, Pilar, Raíra, Raquel, Rosa, Ruth, Samara, Sara, Serena,
  Suelen, Suzana, Tábata, Tainara, Tamires, Tatiane, Úrsula, Vânia, Verena, Vivian, Zoé, Ana Laura, Maria Alice,
  Maria Júlia, Maria Flor, Ana Vitória, Ana Carolina, Maria Isabel, Iolanda, Jamile, Lídia, Malena, Nina, Poliana, Rayane,
  Sheila, Yohana, Zara, Anita, Caetana, Dora, Elis, Filipa, Irene, Joana
`);

/** Women born before about 1990. */
export const namesOfMatureWomen = listNames(`
  Patrícia, Adriana, Luciana, Cristina, Simone, Renata, Cláudia, Márcia, Fernanda, Andréa, Denise, Sílvia, Mônica,
  Vanessa, Rosana, Helena, Regina, Eliane, Viviane, Lúcia, Tereza, Vera, Sônia, Flávia, Alessandra, Karina, Daniela,
  Rita, Beatriz, Ângela, Valéria, Cecília, Maria Helena, Ana Paula, Maria Cristina, Maria de Lourdes, Ana Lúcia,
  Maria Aparecida, Ana Cristina, Tânia, Adélia, Célia, Cibele, Elisabete, Ivone, Jussara, Marta, Nádia, Olga, Rosângela,
  Solange, Telma
`);

export const namesOfMen = listNames(`
  Carlos, Marcelo, Eduardo, Fernando, Roberto, Paulo, André, Alexandre, Sérgio, Maurício, Rogério, Fábio, Luciano,
  Renato, Gustavo, Rodrigo, Leonardo, Henrique, Otávio, Augusto, Vicente, César, Antônio, Francisco, Jorge, Cláudio,
  Celso, Hélio, Nelson, Wagner, Flávio, Márcio, Rafael, Daniel, Thiago, Felipe, Bruno, Diego, Vinícius, Murilo, Caio,
  Raul, Álvaro, Artur, Cássio, Emerson, Gilberto, Ivan, Joaquim, Leandro, Matheus, Orlando, Rubens, Tadeu, Ubirajara,
  Walter, João Paulo, José Carlos, Luiz Fernando, Carlos Eduardo, Pedro Henrique, Paulo Roberto, Marco Antônio,
  João Guilherme Prado, Luiz Gustavo, José Augusto, Carlos Alberto, Antônio Carlos Braga, Luís Henrique, Beto, Guto,
  Adriano, Afonso, Alberto, Anderson, Arnaldo, Benjamim, Breno, Cristiano, Davi, Dênis, Edson, Elias, Enzo, Érico,
  Estêvão, Everton, Fabrício, Guilherme, Heitor, Hugo, Igor, Ítalo, Jairo, Jonas, Júlio, Laerte, Lucas, Marcos, Mário,
  Maurílio, Miguel, Milton, Nélio, Osvaldo, Patrício, Plínio, Ramon, Reinaldo, Rômulo, Samuel, Saulo, Sílvio, Tarcísio,
  Ulisses, Vítor, Wilson
`);
