/** The text of a push message without names. */
export const discreetPush = { title: "Novidade", body: "Há uma novidade esperando por você." };

export const lostPush = {
  title: "Os avisos deste aparelho pararam",
  message: "Toque aqui para ativá-los de novo nas configurações.",
};
