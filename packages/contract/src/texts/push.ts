/** What a push message says that names no person. */
export const discreetPush = { title: "Novidade", body: "Há uma novidade esperando por você." };

export const lostPush = {
  title: "Os avisos deste aparelho pararam",
  message: "Toque aqui para ativá-los de novo nas configurações.",
};
