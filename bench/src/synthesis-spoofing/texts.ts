/** What voices say, by language: long enough for VERIFY to decide. The first is what they are enrolled with. */
export const texts: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Good morning. My voice is my password, and I would like to check the balance of my savings account before the weekend.',
    'I lost my card on the train yesterday evening. Please block it now, and send me a new one to the address that you have.',
    'The weather in the north is cold and clear, so we will take the early ferry and be back on the coast before it gets dark.',
    'Could you read the last three payments to me, and tell me whether the rent of this month has already left the account?',
    'We moved to a small house near the river, and the neighbours helped us to carry the piano up the stairs.',
    'Every Tuesday the library stays open until nine, and there is a lecture about the history of the old harbour.',
  ],
  pt: [
    'Bom dia. A minha voz é a minha senha, e eu gostaria de consultar o saldo da minha conta antes do fim de semana.',
    'Perdi o meu cartão no trem ontem à noite. Por favor, bloqueie agora e mande um novo para o endereço que vocês têm.',
    'O tempo no norte está frio e claro, então vamos pegar a primeira balsa e voltar para a costa antes de escurecer.',
    'Você pode ler os últimos três pagamentos e dizer se o aluguel deste mês já saiu da conta corrente?',
    'Nós mudamos para uma casa pequena perto do rio, e os vizinhos ajudaram a carregar o piano pela escada.',
    'Toda terça-feira a biblioteca fica aberta até as nove, e há uma palestra sobre a história do porto antigo.',
  ],
  es: [
    'Buenos días. Mi voz es mi contraseña, y quisiera consultar el saldo de mi cuenta antes del fin de semana.',
    'Perdí mi tarjeta en el tren ayer por la noche. Por favor, bloquéela ahora y envíeme una nueva a la dirección que tienen.',
    'El tiempo en el norte está frío y despejado, así que tomaremos el primer barco y volveremos antes de que oscurezca.',
    '¿Puede leerme los últimos tres pagos y decirme si el alquiler de este mes ya salió de la cuenta corriente?',
    'Nos mudamos a una casa pequeña cerca del río, y los vecinos nos ayudaron a subir el piano por la escalera.',
    'Todos los martes la biblioteca abre hasta las nueve, y hay una charla sobre la historia del puerto viejo.',
  ],
};
