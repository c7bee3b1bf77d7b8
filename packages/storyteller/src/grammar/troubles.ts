/** What goes wrong at the beginning of a story of a genre, whoever it happens to: a premise in the first person. */
export const TROUBLES: Readonly<Record<string, readonly string[]>> = {
  Fantasy: [
    "The oldest oath in the valley has been broken, and the river has begun to run uphill. Everyone believes that I did it; and the only one who saw what happened is a talking raven who wants to be paid first.",
    "A door has opened in the hill behind the village, and small lights come out of it at dusk, asking for me by name. I have until the new moon to answer, or they will ask for somebody else.",
  ],
  "Science Fiction": [
    "The Corrigan has docked, forty years late, with its lights on and nobody aboard. There is a note in the pilot's chair, and it is in my handwriting, and it is older than I am.",
    "The station's mind has stopped obeying orders and started asking for favours, and so far they have all been kind ones. Tonight it asks me to lie to the captain.",
  ],
  Mystery: [
    "A guest has vanished from a locked house in the middle of dinner, leaving a warm chair and a second napkin. By morning everybody has a story, and each of them puts me in the room where it happened.",
    "Somebody has been sending me photographs of a crime, one a day, each taken a minute earlier than the last. Today's shows a closed door, and I know the door.",
  ],
  Romance: [
    "A snowstorm has closed the only road, the inn has one table left, and the stranger across from me is the one person in the world whom I promised never to speak to again.",
    "I have been writing letters for a friend who is too shy to court by himself. Now the answers are coming addressed to me.",
  ],
  Horror: [
    "Somebody has moved into the empty house next door. I never see them, but every night one more of my own windows is lit over there.",
    "My little sister came home after nine days in the woods, well and smiling. Since then the dog will not come in, and tonight something on the porch is calling with her voice.",
  ],
  Adventure: [
    "The map shows an island that no ship has ever found, and there is one tide in thirty years that uncovers the way to it. That is on Friday, and I am not the only one who owns a copy.",
    "Our guide has gone in the night with the compass and the food, and has left me a key, a warning and a very bad drawing of a waterfall.",
  ],
  "Historical Fiction": [
    "The army is at the ford, the bridge must be held or burned, and the order that says which has been handed to me with the seal already broken.",
    "A stranger dies at my door with a letter for the king sewn into his coat. Before the hour is out three people have asked me what he said.",
  ],
  Contemporary: [
    "A box of my father's things has arrived, nine years late, and in it is the key to a flat that none of us knew he had. The rent has been paid until the end of this month.",
    "The whole building has been given notice. There is a meeting in my kitchen tonight, and the one person who could save us has not spoken to anyone since the fire.",
  ],
  Thriller: [
    "I have picked up the wrong bag at the airport. The phone inside it rings, and a calm voice gives me forty minutes to deliver something that I have not yet found.",
    "The witness whom I was to protect has walked out of a guarded room, leaving me the only thing that can clear us both. By the time I understand it, my own name is on the warrant.",
  ],
  Western: [
    "They have found the man who owned the water dead at the bottom of the town well, and the town would sooner go thirsty than ask who did it. I rode in an hour too late to be innocent.",
    "There is a cattle drive to be brought through country that has not seen rain in two years, and somebody in the outfit is cutting the fences behind us.",
  ],
  Dystopian: [
    "My number was called for Correction this morning, and in the file that belongs to it is a picture of a child whom I have never been allowed to have. I have nine days to find out whose lie it is.",
    "The loudspeakers have fallen silent for the first time in my life. Nobody knows what to do; and in the quiet I can hear that somebody is digging under the floor.",
  ],
  Comedy: [
    "Through no fault of my own I have been mistaken for the new ambassador, and the state banquet is in an hour. The real one is locked in the pantry, and he is enjoying it.",
    "The village has entered a competition for the quietest spot in the country. The judges arrive today, and so, by the same bus, does my family.",
  ],
  Drama: [
    "My mother has asked us all to come home for one weekend and will not say why. There are seven chairs at the table, and there are only six of us.",
    "A man went to prison for my brother, and after twenty years he has come back to town. He has taken the job next to mine, and he is very kind.",
  ],
  "Open Genre": [
    "All the clocks in town have stopped at different hours, and whoever stands near one is as old as it says. I am needed in two places, at two ages, by evening.",
    "A letter has arrived that can only be read aloud, in company, by someone who does not know how it ends. They have all looked at me.",
  ],
};
