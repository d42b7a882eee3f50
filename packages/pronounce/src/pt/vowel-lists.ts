const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words whose stressed e or o is open against the rules. */
export const openWords = words(`
  parece parecem acontece acontecem conhece conhecem merece esquece oferece fornece pesa pesam fecha fecham olhos
  mulher mulheres quer quiser colher dez pressa promessa conversa essa esta aquela ela
  pedra certo quero espero espera começa começam deve devem serve servem bebe bebem recebe recebem percebe percebem
  mete metem promete prometem repete repetem pede pedem mede medem impede segue seguem consegue conseguem prefere preferem
  interessa atravessa regressa confessa processa cessa peça peças cega pega pegam nega negam entrega entregam
  velho velhos velha velhas zero ferro quilômetro metro metros nervo cérebro inverno inferno eterno moderno caderno interno externo
  completo discreto secreto concreto decreto direto objeto projeto correto teto afeto neto netos neta reto reta meta metas
  atleta poeta profeta bicicleta dieta predileta completa secreta concreta direta correta discreta
  belo bela belos belas paralelo elo aquelas elas
  foto fotos moto motos voto votos logo nosso nossa nossos nossas vosso vossa posso posse forte fortes norte morte sorte porte
  corpos ovos novos novas povos jogos fogos portos ossos postos tijolos fornos impostos esforços destroços socorros
  copo copos solo solos colo colos polo polos modo modos globo globos nodo
  foco focos bloco blocos toco tocos loco
  nota notas cota cotas rota rotas porta portas moda modas roda rodas
  pode podem pode move movem resolve resolvem devolve envolve envolvem corre correm morre morrem sobe sobem cobre cobrem descobre
  dorme dormem foge fogem some gosta gostam gostas mostra mostram toca tocam joga jogam olha volta voltam
  chora choram adora adoram mora moram namora demora demoram melhora melhoram explora colabora incorpora
  corda cordas horta torta tortas sorte aposta apostas resposta respostas proposta propostas encosta costa costas
  hora horas agora fora embora senhora senhoras escola escolas bola bolas cola sola mola viola gola
  loja relógio obra obras sobra cobra cobras prova provas nova cova
  história glória memória óculos sócio negócio
`);

/** Words whose stressed e or o is closed against the rules. */
export const closedWords = words(`
  foram esquerda esquerdo pela pelas sob
  ele eles este estes esse esses aquele aqueles deste desse daquele neste nesse naquele nele dele deles aqueles
  verde verdes rede redes sede cedo medo dedo segredo governo cerca seca secas seco secos letra letras negro negros negra negras preto preta pretos pretas
  estrela estrelas cabelo cabelos gelo pelo pelos apelo camelo tornozelo cotovelo conselho espelho vermelho joelho aparelho
  teve tiveram esteve estiver houve soube coube trouxe pôs
  três mês meses vez vezes fez você cês portuguesa francesa inglesa empresa surpresa defesa despesa
  vereador dever poder saber fazer ter ser ver ler crer
  quarenta pimenta
  doze quatorze catorze boca bocas toda todas todo todos moça moças moço forças esforço gota gotas sopa sopas roupa ostra lagosta
  folha folhas rolha bolha escolha escolhas garota garotas rosto gosto agosto desgosto posto imposto oposto exposto suposto encosto
  pouco pouca louco louca outro outra bolsa bolsas polpa torre torres morro corro socorro cachorro cachorros gorro forro
  onde hoje ontem nome nomes homem fome dono dona sono abono carbono telefone ciclone
  doce doces fosse fossem força hospedes avô
  cor cores flor flores dor dores amor favor calor valor autor motor setor
`);
