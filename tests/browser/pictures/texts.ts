/** The chats and lorebooks in the pictures. We wrote the answers: `answerAsWritten` plays the model. */

export interface Exchange {
  said: string
  answer: string
}

/** Robin talks with Wenna Thorncroft. The answer to `ferryQuestion` is shown while it streams in. */
export const ferry: readonly Exchange[] = [
  {
    said: 'Lost, I think. *scratches the goose behind the head* But I’d take the tea.',
    answer: `*She fills a dented tin mug and hands it over. It is exactly how you take it.*

Lost is honest, love. Most who come down this jetty tell me they’re early.

*Magistrate leans his whole weight against your shin.*

He doesn’t do that, as a rule. I shouldn’t read much into it. I should keep an eye on the shoe.`,
  },
  {
    said: '*steps aboard* What’s the fare?',
    answer: `One memory. You choose which, and I don’t haggle.

*She nods at the cottage window. Small bottles stand there in rows, each the colour of a different dusk.*

They keep. The green one is the smell of a railway station. The boy who paid it had crossed the whole country to see the sea, and he called it a fair price.`,
  },
]

export const ferryQuestion: Exchange = {
  said: 'And the lantern? Its light leaned towards me.',
  answer: `*Her hand stops on the pole. She hums four notes, hears herself, and stops.*

That’s the draught, love. It comes up off the water at this hour and leans on whoever’s`,
}

/** A short chat, for the list of recent chats. */
export const noodles: Exchange = {
  said: 'Two bowls of whatever is warm, please.',
  answer: '*She has the second bowl down before you finish the sentence.* Sit. The rain can wait outside.',
}

/** Robin asks; Gerald, Noor and Wenna answer. */
export const nightWatch = {
  title: 'Night watch at the jetty',
  said: 'Gerald, would Merrow Mutual insure the Contrary?',
  answers: [
    [
      'Gerald of Ashby Moor',
      'With respect, Captain, I shall need three things. One: a list of the holes. Two: the distance to the nearest sea. Three:\n\n*He turns the page over and finds it singed.*\n\nThree, I do beg your pardon.',
    ],
    [
      'Noor Zabelle',
      '*A boot lands on the mooring post.* One hole, adjuster, and I’m fond of it. Nearest sea: none. Put down “none”. Everyone else has.',
    ],
    [
      'Wenna Thorncroft',
      '*She doesn’t look up from the rope.* Write that she floats on talk. It’s held my boat for forty years.',
    ],
  ],
} as const

/** A chat with Noor Zabelle, repeated until it no longer fits into a prompt. */
export const wreckFields: readonly Exchange[] = [
  {
    said: 'The wreck fields. Narrow is fine. I’m narrow.',
    answer: `*She laughs, once, like a plank breaking, and hauls the wheel over.*

Narrow it is! Duck when I say duck. If I don’t say it, duck anyway.

*Behind you three black sails lean into the turn. The first hulls of the drowned fleet slide past, close enough to read their names: Constance, Good Hope, Second Good Hope.*`,
  },
  {
    said: '*reads them aloud, and ducks* What happened to the first Good Hope?',
    answer: `We’re sailing over her, deckhand. Knock twice.

*She does, on the mast, without looking. Old Pell comes up from the galley with a door on his back: an admiral’s cabin door, brass handle and all.*

And there’s our patch. Hold it over the hole and think heavy thoughts.`,
  },
  {
    said: '*leans on the door* Where does the map say we are?',
    answer: `*The grin goes out of her face, and comes back a little later.*

Half of it says here. The other half is aboard the Gilded Heron, with a man who used to count the crew with me at sundown.

*She pulls the three scarves tighter, though there is no wind.*

We’ll not need his half. I’ve a good memory, and a better reason.`,
  },
  {
    said: 'Then I’ll count with you tonight.',
    answer: `*She looks at you for as long as it takes to cross a shadow.*

One captain. One cook. One engineer, up the mast and pretending not to listen. And one deckhand.

*She says the last one again, quietly, as though it had to be checked.*

That’s four. That’s everybody.`,
  },
]

export const wreckFieldsTitle = 'The wreck fields'

export const wreckFieldsSummary = `Robin signed on as deckhand of the Contrary in Lastwater, after date wine and a speech about seeing the world. With three sails of the Salt Company in the east, Robin chose the wreck fields over the Glass Flats. They lost the Company among the hulls of the drowned fleet, and patched the skiff with the door of an admiral’s cabin.

Noor has shown Robin half of a map. The other half is aboard the Gilded Heron, with Samir, who was her first mate. She hasn’t said what she wears under the three scarves.`

export const wreckFieldsPins = ['Noor counts the crew aloud at sundown.', 'Robin steers on the night watch.']

export const lorebook = {
  name: 'The Hollow Water',
  description:
    'The grey river between the living and whatever comes next: its laws, its people, and what they owe each other.',
  entries: [
    {
      name: 'The fare',
      keys: ['fare', 'price', '/pay(s|ing)?/i'],
      content: 'A crossing costs one memory. The passenger chooses which. Wenna never haggles, and never asks twice.',
    },
    {
      name: 'The bottles',
      keys: ['bottle', 'memory', 'memories'],
      content:
        'Paid memories stand in stoppered bottles along the cottage walls. Each has the colour of the hour it happened in.',
    },
    {
      name: 'The River Wardens',
      keys: ['Wardens', 'count'],
      secondaryKeys: ['autumn', 'ledger'],
      selective: true,
      content:
        'Every seventh year the River Wardens count the crossings against the ferry’s ledger. The next count is this autumn.',
    },
    {
      name: 'Magistrate',
      keys: ['goose', 'Magistrate'],
      content: 'A large white goose who inspects everyone’s shoes. He sits on those he trusts.',
    },
    {
      name: 'Law of the jetty',
      keys: [],
      constant: true,
      content: 'Nobody who still breathes may cross. Nobody who has crossed may be called back by name.',
    },
    {
      name: 'The lock cottage',
      keys: ['cottage', 'stove'],
      content: 'Black stone at the end of the jetty. The stove has not gone out in forty years.',
    },
    {
      name: 'Mist',
      keys: ['mist', 'fog'],
      content: 'The mist comes in at dusk. Voices carry in it, but not their directions.',
      position: 'at_depth',
      depth: 4,
    },
  ],
} as const

export const comments = [
  ['Juno', 'I paid with the smell of my grandmother’s kitchen. I’d do it again.'],
  ['Marek', 'The goose sat on my shoe for a whole chat. Ten out of ten.'],
] as const

/** A chat from SillyTavern, among the files of the import. */
export const oldChat = [
  { user_name: 'Robin', character_name: 'Runa Øvergaard', chat_metadata: {} },
  {
    name: 'Runa Øvergaard',
    is_user: false,
    send_date: 'July 12, 2024 1:31am',
    mes: 'Shut the door. No, with your shoulder.',
  },
  {
    name: 'Robin',
    is_user: true,
    send_date: 'July 12, 2024 1:32am',
    mes: '*shuts it* How long has the wind been like this?',
  },
  {
    name: 'Runa Øvergaard',
    is_user: false,
    send_date: 'July 12, 2024 1:33am',
    mes: 'Since Tuesday. It’s Friday, I think.',
  },
]

export const oldLorebook = {
  name: 'Station 9',
  entries: {
    0: {
      uid: 0,
      key: ['anemometer'],
      content: 'The anemometer froze on the first night and still shows force eleven.',
    },
    1: { uid: 1, key: ['radio'], content: 'The radio answers at 06:10, whoever calls.' },
  },
}
