/** A page of a novel in the public domain, and whom it names: one entry a person, all forms that would do between `|`. */
type Page = { language: string; source: string; people: readonly string[]; text: string };

/** The people were listed by hand, from the text. */
export const NOVEL_PAGES: readonly Page[] = [
  {
    language: "English",
    source: "W. M. Thackeray, Vanity Fair (1848)",
    people: [
      "Rawdon",
      "Captain Dobbin|William",
      "Rebecca|Becky",
      "Martingale",
      "General Blazes",
      "Amelia",
      "Jos",
      "Mr. Wenham",
      "Mr. Scape|Scape",
      "Sir Horace Fogle|Baron Bandanna",
      "Fogle",
      "Fake",
      "Cracksman",
    ],
    text: `When Rawdon and his wife wished to communicate with Captain Dobbin at the sale, and to know particulars of the catastrophe which had befallen Rebecca’s old acquaintances, the Captain had vanished; and such information as they got was from a stray porter or broker at the auction.

“Look at them with their hooked beaks,” Becky said, getting into the buggy, her picture under her arm, in great glee. “They’re like vultures after a battle.”

“Don’t know. Never was in action, my dear. Ask Martingale; he was in Spain, aide-de-camp to General Blazes.”

The Major folded his arms round her, holding her to him as if she was a child, and kissed her head. “I will not change, dear Amelia,” he said. “I ask for no more than your love. I think I would not have it otherwise. Only let me stay near you, and see you often.”

“Yes, often,” Amelia said. And so William was at liberty to look and lon as the poor boy at school who has no money may sigh after the contents of the tart-woman’s tray.

GOOD fortune now begins to smile upon Amelia. We are glad to get her out of that low sphere in which she has been creeping hitherto, and introduce her into a polite circle; not so grand and refined as that in which our other female friend, Mrs. Becky, has appeared, but still having no small pretensions to gentility and fashion. Jos’s friends were all from the three presidencies, and his new house was in the comfortable Anglo-Indian district of which Moira Place is the centre. Minto Square, Great Clive Street, Warren Street, Hastings Street, Ochterlony Place, Plassy Square, Assaye Terrace (“Gardens” was a felicitous word not applied to stucco houses with asphalte terraces in front, so early as 1827)—who does not know these respectable abodes of the retired Indian aristocracy, and the quarter which Mr. Wenham calls the Black Hole, in a word? Jos’s position in life was not grand enough to entitle him to a house in Moira Place, where none can live but retired Members of Council, and partners of Indian firms (who break after having settled a hundred thousand pounds on their wives, and retire into comparative penury to a country place and four thousand a year): he engaged a comfortable house of a second or third-rate order in Gillespie Street, purchasing the carpets, costly mirrors, and handsome and appropriate planned furniture by Seddons, from the assignees of Mr. Scape, lately admitted partner into the great Calcutta House of Fogle, Fake, and Cracksman, in which poor Scape had embarked seventy thousand pounds, the earnings of a long and honourable life, taking Fake’s place, who retired to a princely Park in Sussex, (the Fogles have been long out of the firm, and Sir Horace Fogle is about to be raised to the peerage as Baron Bandanna)—admitted, I say, partner into the great agency house of Fogle and Fake two years before it failed for a million, and plunged half the Indian public into misery and ruin.`,
  },
  {
    language: "English",
    source: "Anthony Trollope, Can You Forgive Her? (1865)",
    people: ["Lady Glencora|Cora", "Mr. Palliser", "Burgo Fitzgerald|Burgo", "Alice"],
    text: `"I won't be called Lady Glencora. Call me Cora. I had a sister once, older than I, and she used to call me Cora. If she had lived—. But never mind that now. She didn't live. I'll tell you why I do it now. Because I cannot help it. Besides, I've met him. I've been in the same room with him, and have spoken to him. What's the good of any such resolution now?"

"And you have met him?"

"Yes; he—Mr. Palliser—knew all about it. When he talked of taking me to the house, I whispered to him that I thought Burgo would be there."

"Do not call him by his Christian name," said Alice, almost with a shudder.

"Why not?—why not his Christian name? I did when I told my husband. Or perhaps I said Burgo Fitzgerald."

"Well."

"And he bade me go. He said it didn't signify, and that I had better learn to bear it. Bear it, indeed! If I am to meet him, and speak to him, and look at him, surely I may mention his name." And then she paused for an answer. "May I not?"

"What am I to say?" exclaimed Alice.

"Anything you please, that's not a falsehood. But I've got you here because I don't think you will tell a falsehood. Oh, Alice, I do so want to go right, and it is so hard!"

Hard, indeed, poor creature, for one so weighted as she had been, and sent out into the world with so small advantages of previous training or of present friendship! Alice began to feel now that she had been enticed to Matching Priory because her cousin wanted a friend, and of course she could not refuse to give the friendship that was asked from her. She got up from her chair, and kneeling down at the other's feet put up her face and kissed her.

"Yes, I have seen him. I was in London the day you left."

"It is so terrible to think that I should have brought upon you all this trouble."

"You will bring upon me much worse trouble than that unless—. But I have not now come down here to tell you that. I believe that according to rule in such matters I should not have come to you at all, but I don't know that I care much about such rules."`,
  },
  {
    language: "French",
    source: "Gustave Flaubert, L’Éducation sentimentale (1869)",
    people: [
      "Bréa",
      "Négrier",
      "Charbonnel",
      "duc d’Aumale|Aumale",
      "Barbès",
      "Frédéric",
      "Henri VI",
      "Cavaignac",
      "Dussardier",
      "Mlle Vatnaz|Vatnaz",
    ],
    text: `Quand il entra dans la mairie, les gardes nationaux bavardaient intarissablement sur les morts de Bréa et de Négrier, du représentant Charbonnel et de l’archevêque de Paris. On disait que le duc d’Aumale était débarqué à Boulogne, Barbès enfui de Vincennes, que l’artillerie arrivait de Bourges et que les secours de la province affluaient. Vers trois heures, quelqu’un apporta de bonnes nouvelles ; des parlementaires de l’émeute étaient chez le président de l’Assemblée.

Alors, on se réjouit ; et, comme il avait encore douze francs, Frédéric fit venir douze bouteilles de vin, espérant par là hâter sa délivrance. Tout à coup, on crut entendre une fusillade. Les libations s’arrêtèrent ; on regarda l’inconnu avec des yeux méfiants ; ce pouvait être Henri VI.

Pour n’avoir aucune responsabilité, ils le transportèrent à la mairie du XIe arrondissement, d’où on ne lui permit pas de sortir avant neuf heures du matin.

Il alla en courant jusqu’au quai Voltaire. A une fenêtre ouverte, un vieillard en manches de chemise pleurait, les yeux levés. La Seine coulait paisiblement. Le ciel était tout bleu ; dans les arbres des Tuileries, des oiseaux chantaient.

Frédéric traversait le Carrousel quand une civière vint à passer. Le poste, tout de suite, présenta les armes, et l’officier dit en mettant la main à son shako : » Honneur au courage malheureux ! » Cette parole était devenue presque obligatoire ; celui qui la prononçait paraissait toujours solennellement ému. Un groupe de gens furieux escortait la civière, en criant :

« Nous vous vengerons ! nous vous vengerons ! »

Les voitures circulaient sur le boulevard, et des femmes devant les portes faisaient de la charpie. Cependant, l’émeute était vaincue, ou à peu près ; une proclamation de Cavaignac, affichée tout à l’heure, l’annonçait. Au haut de la rue Vivienne, un peloton de mobiles parut. Alors, les bourgeois poussèrent des cris d’enthousiasme ; ils levaient leurs chapeaux, applaudissaient, dansaient, voulaient les embrasser, leur offrir à boire ; et des fleurs jetées par des dames tombaient des balcons.

Enfin, à dix heures, au moment où le canon grondait pour prendre le faubourg Saint-Antoine, Frédéric arriva chez Dussardier. Il le trouva dans sa mansarde, étendu sur le dos et dormant. De la pièce voisine une femme sortit à pas muets, Mlle Vatnaz.

Elle emmena Frédéric à l’écart, et lui apprit comment Dussardier avait reçu sa blessure.

Le samedi, au haut d’une barricade, dans la rue Lafayette, un gamin enveloppé d’un drapeau tricolore criait aux gardes nationaux : » Allez-vous tirer contre vos frères ! » Comme ils s’avançaient, Dussardier avait jeté bas son fusil, écarté les autres, bondi sur la barricade, et, d’un coup de savate, abattu l’insurgé en lui arrachant le drapeau. On l’avait retrouvé sous les décombres, la cuisse percée d’un lingot de cuivre. Il avait fallu débrider la plaie, extraire le projectile. Mlle Vatnaz était arrivée le soir même, et, depuis ce temps-là, ne le quittait plus.`,
  },
  {
    language: "French",
    source: "Hector Malot, Sans famille (1878)",
    people: ["Capi", "Mme Milligan", "Mattia", "Arthur", "Lise", "Barberin", "James Milligan"],
    text: `Nouveaux rires du général, nouvelle chute de Capi. Et ainsi de suite jusqu'au moment où le général exaspéré m'arracha de ma chaise, s'assit à ma place et mangea le déjeuner qui m'était destiné.

Ah ! il savait se servir d'une serviette, le général. Avec quelle grâce il la passa dans une boutonnière de son uniforme et l'étala sur ses genoux ! Avec quelle élégance il cassa son pain et vida son verre !

Mais où ses belles manières produisirent un effet irrésistible, ce fut lorsque, le déjeuner terminé, il demanda un cure-dent et le passa rapidement entre ses dents.

Alors les applaudissements éclatèrent de tous les côtés, et la représentation s'acheva dans un triomphe.

Elle vint ainsi pendant quatre jours, se montrant chaque fois plus affectueuse et plus tendre pour moi, mais avec quelque chose de gêné cependant, comme si elle ne voulait pas s'abandonner à cette tendresse et la laisser paraître.

Le cinquième jour, ce fut la femme de chambre que j'avais vue autrefois sur Le Cygne qui vint à sa place, elle nous dit que Mme Milligan nous attendait chez elle, et qu'une voiture était à la porte de l'hôtel pour nous conduire. C'était une calèche découverte dans laquelle Mattia s'installa sans surprise et très noblement, comme si depuis son enfance il avait roulé carrosse ; Capi aussi grimpa sans gêne sur un des coussins.

Le trajet fut court ; il me parut très court, car je marchais dans un rêve, la tête remplie d'idées folles ou tout au moins que je croyais folles ; on nous fit entrer dans un salon, où se trouvaient Mme Milligan, Arthur étendu sur un divan, et Lise.

Arthur me tendit les deux bras ; je courus à lui pour l'embrasser ; j'embrassai aussi Lise, mais ce fut Mme Milligan qui m'embrassa.

« Enfin, me dit-elle, l'heure est venue où vous pouvez reprendre la place qui vous appartient. »

Et comme je la regardais pour lui demander l'explication de ces paroles, elle alla ouvrir une porte, et je vis entrer mère Barberin, portant dans ses bras des vêtements d'enfant, une pelisse en cachemire blanc, un bonnet de dentelle, des chaussons de tricot.

Elle n'eut que le temps de poser ces objets sur une table, avant que je la prisse dans mes bras ; pendant que je l'embrassais, Mme Milligan donna un ordre à un domestique, et je n'entendis que le nom de M. James Milligan, ce qui me fit pâlir.`,
  },
  {
    language: "Spanish",
    source: "Leopoldo Alas, La Regenta (1884)",
    people: [
      "Dios",
      "Jehová Eloïm|Jehová",
      "San Agustín|Agustín",
      "Chateaubriand",
      "Carlos",
      "Ana|Anita",
      "Cimodocea",
      "Demodoco",
      "Eudoro",
      "Germán",
      "Fray Luis de León|Luis de León",
      "María",
      "San Juan de la Cruz",
    ],
    text: `-Menos absurdo me parece creer en un Dios bueno y otro malo, que creer en Jehová Eloïm que era un déspota, un dictador, un polaco.

«¡Su padre era maniqueo! Buenos ponía a los maniqueos San Agustín, que también había creído errores así. Pero su padre llegaría a convertirse; como ella, que tenía lleno el corazón de amor para todos y de fe en Dios y en el santo obispo de Hiponax».

Después, buscando en la biblioteca, halló el Genio del Cristianismo, que fue una revelación para ella. Probar la religión por la belleza, le pareció la mejor ocurrencia del mundo. Si su razón se resistía a los argumentos de Chateaubriand, pronto la fantasía se declaraba vencida y con ella el albedrío.

-«Valiente mequetrefe era el señor Chateaubriand, según don Carlos. Él tenía sus obras porque el estilo no era malo». -Se hablaba muy mal de Chateaubriand por aquel tiempo en todas partes.

Después leyó Ana Los Mártires. Ella hubiera sido de buen grado Cimodocea, su padre podía pasar por un Demodoco bastante regular, sobre todo después de su viaje a Italia que le había hecho pagano. Pero ¿Eudoro? ¿dónde estaba Eudoro? Pensó en Germán. ¿Qué habría sido de él?

Difícil le fue encontrar entre los libros de su padre otros que hablasen, para bien se entiende, de religión. Un tomo del Parnaso Español estaba consagrado a la poesía religiosa. Los más eran versos pesados, obscuros, pero entre ellos vio algunos que le hicieron mejor impresión que el mismo Chateaubriand. Unas quintillas de Fray Luis de León comenzaban así:

El poeta eclesiástico que olvidaba otros cabellos para alabar los de María, le pareció sublime en su ternura; aquellos cinco versos despertaron en el corazón de Ana lo que puede llamarse el sentimiento de la Virgen, porque no se parece a ningún otro. Y aquella fue su locura de amor religioso.

María, además de Reina de los Cielos, era una Madre, la de los afligidos. Aunque se le hubiese presentado no hubiera tenido miedo. La devoción de la Virgen entró con más fuerza que la de San Agustín y la de Chateaubriand en el corazón de aquella niña que se estaba convirtiendo en mujer. El Ave María y la Salve adquirieron para ella nuevo sentido. Rezaba sin cesar. Pero no bastaba aquello, quería más, quería inventar ella misma oraciones.

Don Carlos tenía también el Cantar de los cantares, en la versión poética de San Juan de la Cruz. Estaba entre los libros prohibidos para Anita.`,
  },
  {
    language: "Spanish",
    source: "Pedro Antonio de Alarcón, El sombrero de tres picos (1874)",
    people: ["Molinero|Lucas", "Napoleón", "Corregidor", "Mercedes", "Garduña", "Juan López", "Frasquita"],
    text: `Lo mismo opinaron todos... respecto de este último particular..., y la parra se quedó temblando aquella tarde. ¡En dos arrobas de uvas apreció el gasto el Molinero!

Cerca de tres años continuaron estas sabrosas reuniones, hasta que, contra la previsión de todo el mundo, entraron en España los ejércitos de Napoleón y se armó la Guerra de la Independencia.

El señor Obispo, el magistral y el penitenciario murieron el año de 8, y el abogado y los demás contertulios en los de 9, 10, 11 y 12, por no poder sufrir la vista de los franceses, polacos y otras alimañas que invadieron aquella tierra, ¡y que fumaban en pipa, en el presbiterio de las iglesias, durante la misa de la tropa!

El Corregidor, que nunca más tornó al molino, fue destituido por un mariscal francés, y murió en la Cárcel de Corte, por no haber querido ni un solo instante (dicho sea en honra suya) transigir con la dominación extranjera.

Doña Mercedes no se volvió a casar, y educó perfectamente a sus hijos, retirándose a la vejez a un convento, donde acabó sus días en opinión de santa.

Garduña se hizo afrancesado.

El señor Juan López fue guerrillero, mandó una partida, y murió, lo mismo que su alguacil, en la famosa batalla de Baza, después de haber matado muchísimos franceses.

Finalmente: el tío Lucas y la señá Frasquita (aunque no llegaron a tener hijos, a pesar de haber ido al Solán de Cabras y de haber hecho muchos votos y rogativas) siguieron siempre amándose del propio modo, y alcanzaron una edad muy avanzada, viendo desaparecer el Absolutismo en 1812 y 1820, y reaparecer en 1814 y 1823, hasta que, por último, se estableció de veras el sistema Constitucional a la muerte del Rey Absoluto, y ellos pasaron a mejor vida (precisamente al estallar la guerra civil de los Siete años), sin que los sombreros de copa que ya usaba todo el mundo pudiesen hacerles olvidar aquellos tiempos simbolizados por el sombrero de tres picos.
`,
  },
  {
    language: "Russian",
    source: "Фёдор Достоевский, Идиот (1869)",
    people: [
      "Лизавета Прокофьевна",
      "Лебедев",
      "Вера",
      "Ипполита",
      "Евгений Павлович",
      "Щ",
      "Аделаиды",
      "Александры",
      "Аглая",
      "Иволгин",
      "Бурдовскому",
    ],
    text: `— Если вы позволите, то я попросил бы у князя чашку чаю... Я очень устал. Знаете что, Лизавета Прокофьевна, вы хотели, кажется, князя к себе вести чай пить; останьтесь-ка здесь, проведемте время вместе, а князь наверно нам всем чаю даст. Простите, что я так распоряжаюсь... Но ведь я знаю вас, вы добрая, князь тоже... мы все до комизма предобрые люди...

Князь всполошился, Лебедев бросился со всех ног из комнаты, за ним побежала Вера. — И правда, — резко решила генеральша, — говори, только потише и не увлекайся. Разжалобил ты меня... Князь! Ты не стоил бы, чтоб я у тебя чай пила, да уж так и быть, остаюсь, хотя ни у кого не прошу прощенья! Ни у кого! Вздор!.. Впрочем, если я тебя разбранила, князь, то прости, — если, впрочем, хочешь. Я, впрочем, никого не задерживаю, — обратилась она вдруг с видом необыкновенного гнева к мужу и дочерям, как будто они-то и были в чем-то ужасно пред ней виноваты, — я и одна домой сумею дойти...

Но ей не дали договорить. Все подошли и окружили ее с готовностью. Князь тотчас же стал всех упрашивать остаться пить чай и извинялся, что до сих пор не догадался об этом. Даже генерал был так любезен, что пробормотал что-то успокоительное и любезно спросил Лизавету Прокофьевну: не свежо ли ей, однако же, на террасе? Он даже чуть было не спросил Ипполита давно ли он в университете, но не спросил. Евгений Павлович и князь Щ. стали вдруг чрезвычайно любезными и веселыми, на лицах Аделаиды и Александры выражалось, сквозь продолжавшееся удивление, даже удовольствие, одним словом, все были видимо рады, что миновал кризис с Лизаветой Прокофьевной. Одна Аглая была нахмурена и молча села поодаль. Осталось и всё остальное общество; никто не хотел уходить, даже генерал Иволгин, которому Лебедев, впрочем, что-то шепнул мимоходом, вероятно не совсем приятное, потому что генерал тотчас же стушевался куда-то в угол. Князь подходил с приглашением и к Бурдовскому с компанией, не обходя никого. Они пробормотали, с натянутым видом, что подождут Ипполита, и тотчас же удалились в самый дальний угол террасы, где и уселись опять все рядом. Вероятно, чай уже был давно приготовлен у Лебедева для себя, потому что тотчас же и явился. Пробило одиннадцать часов.`,
  },
  {
    language: "Russian",
    source: "Фёдор Достоевский, Преступление и наказание (1866)",
    people: [
      "Катерину Ивановну",
      "Соня",
      "Раскольников",
      "Лебезятников",
      "Полечка",
      "Колю",
      "Леню",
      "Капернаумовых",
      "Свидригайлов",
    ],
    text: `— Пошел! пошел! — разгонял он теснившихся кругом людей.

— Помирает! — закричал кто-то.

— С ума сошла! — проговорил другой.

— Господи, сохрани! — проговорила одна женщина, крестясь. — Девчоночку-то с парнишкой зловили ли? Вона-ка, ведут, старшенькая перехватила... Вишь, сбалмошные!

Но когда разглядели хорошенько Катерину Ивановну, то увидали, что она вовсе не разбилась о камень, как подумала Соня, а что кровь, обагрившая мостовую, хлынула из ее груди горлом.

— Это я знаю, видал, — бормотал чиновник Раскольникову и Лебезятникову, — это чахотка-с; хлынет этак кровь и задавит. С одною моею родственницей, еще недавно свидетелем был, и этак стакана полтора... вдруг-с... Что же, однако ж, делать, сейчас помрет?

— Сюда, сюда, ко мне! — умоляла Соня, — вот здесь я живу!.. Вот этот дом, второй отсюда... Ко мне, поскорее, поскорее!.. — металась она ко всем. — За доктором пошлите... О господи!

Стараниями чиновника дело это уладилось, даже городовой помогал переносить Катерину Ивановну. Внесли ее к Соне почти замертво и положили на постель. Кровотечение еще продолжалось, но она как бы начинала приходить в себя. В комнату вошли разом, кроме Сони, Раскольников и Лебезятников, чиновник и городовой, разогнавший предварительно толпу, из которой некоторые провожали до самых дверей. Полечка ввела, держа за руки, Колю и Леню, дрожавших и плакавших. Сошлись и от Капернаумовых: сам он, хромой и кривой, странного вида человек с щетинистыми, торчком стоящими волосами и бакенбардами; жена его, имевшая какой-то раз навсегда испуганный вид, и несколько их детей, с одеревенелыми от постоянного удивления лицами и с раскрытыми ртами. Между всею этою публикой появился вдруг и Свидригайлов. Раскольников с удивлением посмотрел на него, не понимая, откуда он явился, и не помня его в толпе.`,
  },
];
