import type { Colour } from '../engine/colour.ts'
import type {
  beards,
  Being,
  bodies,
  builds,
  Expression,
  eyewears,
  Garment,
  hairStyles,
  HeadgearName,
  jewels,
  lights,
  marks,
  overs,
  Prop,
  Role,
  Scenery,
  skyObjects,
  Thing,
  weathers,
} from '../engine/traits.ts'

/*
 * All words that the engine can draw, grouped by what it draws. Entries are single words in lower case without a plural -s, or
 * emoji. A word may be in several tables.
 */

type Words<Name extends string> = Record<Name, string>

export const beingWords: Words<Being> = {
  human: 'human person people character figure somebody someone hero heroine adventurer villain child kid teenager',
  elf: 'elf elven elvish fairy faerie fae pixie nymph dryad archer 🧝 🧚',
  robot: 'robot android cyborg automaton mech mecha droid hologram golem clockwork 🤖',
  ghost: 'ghost spirit phantom spectre specter poltergeist wraith banshee apparition 👻',
  wolf: 'wolf wolves werewolf husky dog hound puppy coyote jackal 🐺 🐶 🐕',
  fox: 'fox kitsune vixen 🦊',
  cat: 'cat kitten kitty catgirl catboy neko feline panther tiger lion lioness leopard lynx jaguar 🐱 🐈 🦁 🐯',
  rabbit: 'rabbit bunny hare 🐰 🐇',
  dragon: 'dragon dragonborn wyvern wyrm drake lizard reptile kobold 🐉 🐲',
  demon: 'demon demoness devil succubus incubus imp tiefling oni fiend satyr 😈 👿 👹',
  angel: 'angel seraph archangel cherub valkyrie 👼',
  vampire: 'vampire vampiress dhampir dracula 🧛',
  alien: 'alien extraterrestrial martian 👽',
  owl: 'owl 🦉',
  deer: 'deer stag fawn faun elk moose doe reindeer 🦌',
  bear: 'bear grizzly panda 🐻 🐼',
}

export const buildWords: Words<Exclude<(typeof builds)[number], 'any'>> = {
  feminine:
    'woman women girl lady female she her hers herself mother grandmother grandma sister wife aunt queen princess witch sorceress goddess maid maiden waitress actress heroine bride geisha empress duchess schoolgirl nun cowgirl priestess nurse 👩 👧 👸 💃',
  masculine:
    'man men boy gentleman male guy he him his himself father grandfather grandpa brother husband uncle king prince wizard god monk emperor duke schoolboy cowboy priest 👨 👦 🤴',
}

/** The words for each age, in years. */
export const ageWords: Record<number, string> = {
  8: 'child kid toddler',
  16: 'teenage teenager teen schoolgirl schoolboy',
  22: 'young youth youthful boy girl student apprentice 👧 👦',
  25: 'twenties',
  34: 'adult',
  35: 'thirties',
  45: 'forties',
  50: 'middle-aged mature',
  55: 'fifties',
  65: 'sixties',
  72: 'old elderly aged grandmother grandfather grandma grandpa retired elder wrinkled seventies 👵 👴',
  84: 'ancient crone eighties',
}

export const bodyWords: Words<(typeof bodies)[number]> = {
  slight: 'thin slim slender skinny lanky petite',
  broad: 'broad burly muscular stocky sturdy strong',
  stout: 'fat chubby stout plump portly heavy massive',
}

export const roleWords: Words<Exclude<Role, 'none'>> = {
  knight: 'knight paladin crusader gladiator templar champion warrior ⚔',
  pirate: 'pirate privateer corsair buccaneer 🏴‍☠️',
  witch: 'witch wizard sorcerer sorceress mage warlock necromancer magician alchemist enchantress 🧙 🧙‍♀️ 🧙‍♂️',
  royal: 'king queen prince princess emperor empress royal monarch duke duchess pharaoh 👸 🤴 👑',
  detective: 'detective sleuth investigator gangster inspector 🕵',
  astronaut: 'astronaut cosmonaut spacefarer 👩‍🚀 👨‍🚀 🧑‍🚀',
  hooded: 'assassin thief rogue ninja cultist reaper monk oracle spy ranger hacker hermit wanderer pilgrim jedi 🥷',
  scholar:
    'scholar professor teacher librarian student scientist historian tutor astronomer cartographer journalist writer doctor surgeon nurse judge 🤓',
  musician: 'musician singer guitarist dj streamer gamer rapper idol 🎧',
  soldier: 'soldier captain sailor sergeant commander officer colonel sniper mercenary guard policeman police 👮',
  cook: 'chef cook baker barista waiter waitress 👨‍🍳 👩‍🍳',
  samurai: 'samurai ronin shogun',
  flowers: 'florist gardener beekeeper herbalist druid shepherdess',
  cowboy: 'cowboy cowgirl gunslinger sheriff outlaw 🤠',
  pilot: 'pilot aviator mechanic engineer inventor steampunk tinkerer',
  suit: 'ceo boss butler lawyer billionaire diplomat businessman businesswoman bodyguard secretary agent 🤵',
  gothic: 'goth gothic bride widow priestess nun 👰',
  keeper: 'keeper fisherman fisher ferryman skipper whaler mariner',
  worker:
    'worker builder carpenter blacksmith smith potter miner craftsman painter plumber electrician repairman farmer 👷',
}

export const sceneryWords: Words<Scenery> = {
  facets: 'abstract facet crystalline geometric plain studio',
  city: 'city town downtown neon skyline skyscraper metropolis rooftop cyberpunk urban tokyo paris london 🌃 🏙 🌆',
  forest: 'forest wood woodland jungle rainforest grove tree pine redwood 🌲 🌳',
  mountains: 'mountain peak alps cliff summit ridge highland valley fjord 🏔 ⛰ 🗻',
  bridge: 'spaceship starship cockpit bridge spacecraft command 🚀',
  library: 'library bookshelf bookshop bookstore archive shelf shelves 📚',
  coast: 'coast beach sea ocean shore seaside wave bay cove lighthouse 🌊 🏖 🏝',
  stage: 'stage theatre theater concert opera circus carnival spotlight curtain 🎭 🎪',
  desert: 'desert dune sahara oasis sand mesa wasteland savanna 🏜',
  observatory: 'observatory astronomy',
  window: 'window room bedroom apartment home house indoors',
  bar: 'bar tavern inn pub cafe café diner bakery restaurant ☕',
  hall: 'castle palace throne hall cathedral church ballroom dungeon monastery chapel crypt 🏰',
  blossom: 'blossom sakura cherry spring petal 🌸',
  crystals: 'crystal cave cavern gem mine geode underground 💎 🔮',
  deep: 'underwater undersea reef coral abyss seabed aquarium 🐠',
  snow: 'snowfield winter snowy',
  harbour: 'harbour harbor port dock ship boat sail pier ⛵ 🚢',
  meadow: 'meadow field hill prairie countryside farm grass pasture village flowerbed 🌾 🌻 🌼',
  space: 'space galaxy nebula cosmos universe planet orbit interstellar 🪐 🌌',
  lanterns: 'festival shrine torii japan japanese kyoto temple-lanterns 🏮',
  ruins: 'ruin ruined temple ancient column acropolis labyrinth parthenon 🏛',
  lake: 'lake lakeside lakeshore pond tarn',
  street: 'street alley lane puddle',
  garden: 'garden allotment orchard vegetable',
  workshop: 'workshop garage studio forge smithy',
  kitchen: 'kitchen pantry 🍳',
  study: 'study office desk laboratory lab classroom school hospital',
  shop: 'shop booth boutique market fair',
  cabin: 'cabin hut wheelhouse ferry lodge',
  court: 'court courtroom courthouse museum bank parliament',
  courtyard: 'courtyard patio riad cloister',
  roof: 'roof rooftop balcony',
  hangar: 'hangar factory warehouse depot station',
  bathhouse: 'pool bathhouse spa bath sauna',
  ice: 'arctic antarctic tundra glacier iceberg ice frozen 🧊',
  gorge: 'gorge canyon ravine',
  terrace: 'terrace',
}

/** The places that another place also shows. A lake has mountains and pines, and a street is in a city. */
export const partOf: Partial<Record<Scenery, readonly Scenery[]>> = {
  lake: ['mountains', 'forest'],
  street: ['city'],
  roof: ['city'],
  garden: ['meadow'],
  ice: ['snow', 'mountains'],
  gorge: ['mountains'],
  terrace: ['mountains', 'hall'],
  harbour: ['coast'],
}

/** The words for objects of a place. */
export const thingWords: Partial<Words<Thing>> = {
  telescope: 'telescope 🔭',
  painting: 'canvas masterpiece',
  hive: 'hive beehive',
  cactus: 'cactus cacti saguaro 🌵',
  camel: 'camel dromedary 🐪 🐫',
  bicycle: 'bicycle bike 🚲',
  bell: 'bell 🔔',
  dish: 'antenna',
  orangeTree: 'lemon',
  appleTree: 'orchard',
  dogs: 'sled',
  hut: 'hut cottage',
  lighthouse: 'lighthouse beacon',
  plane: 'plane airplane aeroplane aircraft seaplane ✈',
  biplane: 'biplane',
  trapeze: 'trapeze acrobat',
  mirror: 'mirror 🪞',
  clock: 'clock ⏰',
  map: 'chart',
  pumpkins: 'pumpkin 🎃',
  plants: 'plant 🪴',
  fern: 'fern',
  boat: 'boat rowboat canoe 🛶',
  neon: 'sign neon',
  flamingo: 'flamingo 🦩',
  throne: 'throne',
  radio: 'radio',
  sunflowers: 'sunflower 🌻',
  oak: 'oak',
  flag: 'flag banner',
  chairs: 'chair',
  bulbs: 'bulb',
  bunting: 'bunting carnival',
  laundry: 'laundry clothesline',
  tools: 'tool',
  pans: 'pan',
  clocks: 'clocks clockmaker',
  fence: 'fence',
  crowd: 'crowd audience',
  ringRopes: 'boxing boxer',
  bottles: 'bottle apothecary',
  jars: 'jar',
  drawings: 'nursery kindergarten',
}

export const lightWords: Words<(typeof lights)[number]> = {
  day: 'morning sunrise dawn day daylight noon midday sunny sunlit sunshine afternoon ☀ 🌅',
  dusk: 'dusk twilight sunset',
  night: 'night midnight nighttime nocturnal 🌃',
}

/** The meaning of 'hat' and 'helmet' for a role. */
export const hatsByRole: Partial<Record<Role, Partial<Record<HeadgearName, HeadgearName>>>> = {
  witch: { brimmedHat: 'pointedHat' },
  pirate: { brimmedHat: 'tricorne' },
  astronaut: { helmet: 'spaceHelmet' },
  flowers: { brimmedHat: 'strawHat' },
  keeper: { brimmedHat: 'flatCap' },
  worker: { helmet: 'hardHat', brimmedHat: 'hardHat' },
  soldier: { brimmedHat: 'peakedCap' },
}

/** The props of people of a role when the prompt names none. */
export const propsByRole: Partial<Record<Role, readonly Prop[]>> = {
  knight: ['sword'],
  pirate: ['map', 'telescope'],
  witch: ['potion', 'wand', 'book'],
  royal: ['staff'],
  detective: ['magnifier', 'notebook'],
  scholar: ['book', 'script', 'quill'],
  musician: ['microphone', 'guitar'],
  cook: ['spoon', 'bowl'],
  flowers: ['flower', 'trowel'],
  keeper: ['lantern'],
  worker: ['hammer', 'wrench'],
  pilot: ['map'],
}

/** The usual places of a role or a being, for prompts without a place. */
export const homes: Partial<Record<Role | Being, readonly Scenery[]>> = {
  knight: ['hall', 'mountains', 'ruins'],
  keeper: ['coast', 'harbour', 'cabin'],
  worker: ['workshop', 'hangar'],
  pirate: ['harbour', 'coast'],
  witch: ['forest', 'crystals', 'library'],
  royal: ['hall'],
  detective: ['street', 'study'],
  astronaut: ['space', 'bridge'],
  scholar: ['library', 'study'],
  musician: ['stage', 'city'],
  cook: ['kitchen', 'bar'],
  samurai: ['lanterns', 'blossom'],
  flowers: ['garden', 'meadow'],
  cowboy: ['desert'],
  pilot: ['bridge', 'mountains'],
  suit: ['city', 'window'],
  gothic: ['hall', 'ruins'],
  elf: ['forest', 'crystals'],
  robot: ['bridge', 'city'],
  ghost: ['hall', 'ruins', 'window'],
  vampire: ['hall'],
  alien: ['space'],
  dragon: ['mountains', 'ruins'],
  wolf: ['forest', 'snow'],
  fox: ['forest', 'meadow'],
  deer: ['forest'],
  bear: ['forest', 'mountains'],
  cat: ['window', 'roof', 'garden'],
  rabbit: ['meadow', 'garden'],
  angel: ['hall', 'terrace', 'mountains'],
  demon: ['crystals', 'ruins'],
  owl: ['forest', 'library'],
}

/** The places of all other portraits, for prompts without a place. */
export const anywhere: readonly Scenery[] = [
  'facets',
  'city',
  'forest',
  'mountains',
  'library',
  'coast',
  'window',
  'bar',
  'meadow',
  'garden',
  'study',
  'street',
  'courtyard',
  'roof',
  'terrace',
]

/** The places that show a sky, for sun, moon and stars. */
export const underTheSky: ReadonlySet<Scenery> = new Set<Scenery>([
  'city',
  'forest',
  'mountains',
  'coast',
  'desert',
  'snow',
  'harbour',
  'meadow',
  'lanterns',
  'ruins',
  'blossom',
  'lake',
  'street',
  'garden',
  'courtyard',
  'roof',
  'ice',
  'gorge',
  'terrace',
])

/** The adjectives for hair, before 'hair' or 'haired'. */
export const hairAdjectives: Partial<Words<(typeof hairStyles)[number]>> = {
  long: 'long flowing straight',
  short: 'short',
  cropped: 'cropped',
  curly: 'curly',
  wavy: 'wavy',
  spiky: 'spiky',
  tousled: 'messy tousled windswept unkempt',
  slick: 'slicked slick',
  wet: 'wet damp',
  receding: 'receding thinning',
}

/** The words that name a hair style without the word 'hair'. */
export const hairWords: Partial<Words<(typeof hairStyles)[number]>> = {
  bald: 'bald 🧑‍🦲',
  ring: 'balding',
  buzz: 'shaved buzzcut',
  quiff: 'quiff pompadour',
  parted: 'parting',
  curly: 'curl',
  ringlets: 'ringlet',
  afro: 'afro',
  locs: 'dreadlock dreadlocks locs dreads',
  twists: 'cornrow cornrows',
  mohawk: 'mohawk',
  fringe: 'bangs fringe',
  bob: 'bob bobbed',
  pixie: 'pixie-cut',
  ponytail: 'ponytail',
  pigtails: 'pigtail twintails',
  bun: 'bun',
  knot: 'chignon',
  topknot: 'topknot',
  braid: 'braid braided plait plaited',
  braids: 'braids plaits',
}

export const expressionWords: Words<Expression> = {
  calm: 'calm serious neutral composed thoughtful patient',
  smiling: 'smile smiling happy cheerful friendly content 😀 😊 🙂',
  joyful: 'grin grinning laughing laugh joyful joy delighted excited ecstatic 😄 😂',
  mischief: 'mischievous mischief sly cunning cheeky playful naughty 😏',
  wry: 'wry smirk smirking sarcastic amused sceptical skeptical ironic',
  tender: 'tender kind gentle loving caring warm-hearted',
  shy: 'shy bashful blushing embarrassed timid 😳',
  serene: 'serene peaceful meditating blissful blind 😌',
  worried: 'worried anxious nervous afraid scared frightened fearful concerned 😟',
  sad: 'sad melancholy sorrowful lonely heartbroken 😢 🙁',
  angry: 'angry furious scowling fierce raging 😠 😡',
  stern: 'stern frowning grumpy strict grim determined proud',
  surprised: 'surprised astonished shocked amazed startled 😮',
  shouting: 'shouting screaming yelling singing',
  tired: 'tired weary exhausted bored sleepy 🥱',
  asleep: 'asleep sleeping dreaming 😴',
}

export const beardWords: Words<(typeof beards)[number]> = {
  full: 'beard bearded 🧔',
  long: '',
  short: '',
  stubble: 'stubble unshaven',
  goatee: 'goatee',
  moustache: 'moustache mustache',
  walrus: 'walrus',
}
/** The adjectives before 'beard' or 'bearded'. */
export const beardAdjectives: Record<string, string> = { long: 'long', short: 'short', bushy: 'full', trimmed: 'short' }

export const markWords: Words<(typeof marks)[number]> = {
  freckles: 'freckle freckled',
  scar: 'scar scarred',
  blush: 'rosy',
  tears: 'crying tearful tear weeping 😭',
  dust: 'dusty',
  ink: '',
  mole: 'mole',
  tattoo: 'tattoo tattooed warpaint',
}

export const garmentWords: Words<Garment> = {
  plain: 'blouse turtleneck',
  shirt: 'shirt polo',
  jumper: 'sweater jumper pullover',
  cardigan: 'cardigan',
  waistcoat: 'waistcoat vest',
  coat: 'coat trenchcoat overcoat',
  jacket: 'jacket',
  parka: 'parka anorak',
  raincoat: 'raincoat mackintosh oilskin',
  cloak: 'cloak cape mantle cloaked',
  robe: 'robe robed gown-of-state',
  tunic: 'tunic',
  poncho: 'poncho serape',
  overalls: 'overall overalls dungaree dungarees boilersuit',
  apron: 'apron',
  armour: 'armour armor armoured armored breastplate chainmail',
  kimono: 'kimono yukata',
  gown: 'gown dress',
  suit: 'suit tie blazer',
  dinnerJacket: 'tuxedo tux bowtie',
  hoodie: 'hoodie',
  spacesuit: 'spacesuit',
  uniform: 'uniform',
  leotard: 'leotard acrobat gymnast',
  wetsuit: 'wetsuit diver surfer',
  motley: 'jester clown harlequin',
}

export const headgearWords: Words<HeadgearName> = {
  helmet: 'helmet visor ⛑',
  tricorne: 'tricorne tricorn',
  pointedHat: '',
  brimmedHat: 'hat fedora stetson 🎩 👒',
  crown: 'crown crowned 👑',
  circlet: 'circlet tiara diadem',
  spaceHelmet: '',
  hood: 'hood hooded',
  headphones: 'headphone earphones 🎧',
  cap: 'cap 🧢',
  headband: 'headband bandana',
  wreath: 'wreath garland',
  goggles: 'goggles 🥽',
  beret: 'beret',
  veil: 'veil veiled',
  horns: 'horn horned',
  cappedHorns: '',
  halo: 'halo',
  knitCap: 'beanie',
  flatCap: 'flatcap',
  peakedCap: 'conductor stationmaster postman',
  skullcap: 'skullcap kippah',
  headscarf: 'headscarf hijab kerchief 🧕',
  headwrap: 'headwrap',
  turban: 'turban',
  strawHat: 'strawhat',
  coneHat: '',
  earflaps: 'ushanka chullo earflaps',
  flyingCap: '',
  jesterCap: 'jester harlequin',
  hardHat: 'hardhat 👷',
  weldingMask: 'welder',
  headset: 'headset',
  wig: 'wig',
}

export const eyewearWords: Words<(typeof eyewears)[number]> = {
  round: 'glasses spectacles 👓',
  square: '',
  halfMoon: '',
  dark: 'sunglasses shades 🕶',
  patch: 'eyepatch',
  monocle: 'monocle',
}

export const jewelWords: Words<(typeof jewels)[number]> = {
  studs: 'stud',
  hoops: 'earring hoop',
  drops: 'jewel jewellery jewelry jewelled',
  pearls: 'pearl',
  pendant: 'necklace pendant amulet locket medallion',
  beads: 'bead',
}

export const overWords: Words<(typeof overs)[number]> = {
  scarf: 'scarf 🧣',
  towel: 'towel',
  shawl: 'shawl',
  apron: '',
  rope: '',
  daisyApron: '',
  fur: 'fur',
  parrot: 'parrot 🦜',
  bees: 'bee 🐝',
  tails: '',
  knifeInBack: '',
}

export const propWords: Partial<Words<Prop>> = {
  sword: 'sword katana blade sabre saber rapier 🗡',
  staff: 'staff sceptre scepter',
  wand: 'wand 🪄',
  book: 'book tome grimoire reading 📖 📕',
  ledger: 'ledger diary',
  script: 'script manuscript sheet',
  notebook: 'notebook clipboard',
  note: 'note',
  letter: 'letter envelope ✉',
  playingCards: 'card 🃏',
  scroll: 'scroll parchment contract',
  quill: 'quill feather pen',
  cup: 'cup mug tea coffee ☕ 🍵',
  thermos: 'thermos flask',
  flower: 'flower rose tulip lily daisy 🌹 🌷',
  lantern: 'lantern 🏮',
  candle: 'candle candlelight 🕯',
  match: 'match matchstick',
  torch: 'torch flashlight 🔦',
  umbrella: 'umbrella parasol ☂',
  kite: 'kite 🪁',
  phone: 'phone telephone ☎',
  microphone: 'microphone 🎤',
  jar: 'jar',
  potion: 'potion elixir vial 🧪',
  perfume: 'perfume',
  knitting: 'knitting yarn 🧶',
  brush: 'brush paintbrush 🖌',
  rope: 'rope lasso',
  crystalBall: 'crystal-ball 🔮',
  wrench: 'wrench spanner 🔧',
  hammer: 'hammer 🔨',
  axe: 'axe 🪓',
  trowel: 'trowel spade shovel',
  spoon: 'spoon ladle 🥄',
  chopsticks: 'chopsticks noodle 🥢 🍜',
  gourd: 'gourd canteen',
  apple: 'apple 🍎',
  melon: 'melon watermelon 🍉',
  acorn: 'acorn 🌰',
  biscuits: 'biscuit cookie 🍪',
  bowl: 'bowl soup 🥣',
  handkerchief: 'handkerchief',
  trumpet: 'trumpet horn-player 🎺',
  stamp: 'stamp',
  concertina: 'concertina accordion 🪗',
  ukulele: 'ukulele',
  guitar: 'guitar lute 🎸',
  honeycomb: 'honey honeycomb 🍯',
  tile: 'tile mosaic',
  puppet: 'puppet',
  magnifier: 'magnifier 🔍 🔎',
  telescope: 'spyglass',
  map: 'map 🗺',
  key: 'key 🔑 🗝',
  chisel: 'chisel',
  boxes: 'box parcel package 📦',
  mail: 'mail 📬',
  books: 'books',
  pumpkin: 'pumpkin',
  teddy: 'teddy toy 🧸',
  wave: 'waving wave 👋',
  finger: 'pointing ☝',
  hush: 'hushing whispering 🤫',
}

export const weatherWords: Words<(typeof weathers)[number]> = {
  rain: 'rain rainy raining storm stormy drizzle 🌧 ☔ ⛈',
  snow: 'snow snowing snowfall snowflake blizzard ❄ ☃',
  mist: 'mist misty fog foggy haze hazy 🌫',
  sparks: 'spark firefly fireflies ember sparkle sparkling glowing magic magical enchanted ✨',
}

export const skyWords: Words<(typeof skyObjects)[number]> = {
  moon: 'moon moonlit moonlight 🌙 🌕',
  stars: 'star starry ⭐',
  sun: 'sun',
}

export const colours: Record<string, Colour> = {
  red: [0.55, 0.2, 25],
  crimson: [0.48, 0.19, 20],
  scarlet: [0.58, 0.22, 28],
  ginger: [0.6, 0.15, 48],
  auburn: [0.42, 0.11, 38],
  orange: [0.7, 0.17, 55],
  copper: [0.56, 0.12, 45],
  golden: [0.78, 0.13, 85],
  gold: [0.78, 0.13, 85],
  blonde: [0.82, 0.1, 88],
  blond: [0.82, 0.1, 88],
  yellow: [0.85, 0.16, 100],
  green: [0.58, 0.14, 150],
  emerald: [0.55, 0.14, 160],
  teal: [0.62, 0.11, 195],
  turquoise: [0.7, 0.11, 190],
  blue: [0.52, 0.15, 255],
  azure: [0.64, 0.13, 240],
  navy: [0.32, 0.1, 262],
  purple: [0.48, 0.17, 305],
  violet: [0.52, 0.17, 295],
  pink: [0.75, 0.13, 350],
  brown: [0.38, 0.07, 52],
  brunette: [0.34, 0.06, 50],
  grey: [0.66, 0.015, 270],
  gray: [0.66, 0.015, 270],
  silver: [0.8, 0.015, 270],
  white: [0.92, 0.012, 90],
  black: [0.22, 0.02, 280],
}

/** The adjectives before 'skin', 'skinned', 'face' or 'complexion'. */
export const skins: Record<string, Colour> = {
  pale: [0.88, 0.05, 50],
  fair: [0.86, 0.065, 52],
  light: [0.84, 0.075, 52],
  tan: [0.72, 0.1, 54],
  tanned: [0.72, 0.1, 54],
  olive: [0.72, 0.085, 70],
  brown: [0.54, 0.09, 48],
  dark: [0.44, 0.075, 44],
  black: [0.4, 0.065, 42],
}

export const portraitWords: ReadonlySet<string> = new Set(
  'portrait headshot selfie bust face avatar hair eye skin complexion skinned haired eyed wearing dressed holding closeup'.split(
    ' '
  )
)

export const negations: ReadonlySet<string> = new Set('no without not minus never'.split(' '))

/** Words without a picture of their own. They are never reported as left out. */
export const silent: ReadonlySet<string> = new Set(
  `a an the and or of in on at by with for from to into over under near before after above beside between through as is are was
  be being has have had who whose that this these those it its they them their there where which very quite really rather some
  one picture image photo drawing painting illustration art artwork style scene view shot close up storybook very highly beautiful
  beautifully pretty handsome nice detailed please draw paint show me my your i you we evening dark deep bright
  light soft warm cold quiet small large big little tall about all also but so just like while when looking looks look wears
  wear holds hold carries carrying standing stands sitting sits hand left right colour color coloured colored lit inside
  outside during long short across around along behind both each every everyone everything nobody nothing other
  another else same such only even still ever always often again never now then here than more most much many few some any two
  three four five six seven eight nine ten twenty thirty forty fifty hundred thousand year month week hour minute time
  would could should can can't won't don't doesn't didn't isn't wasn't hasn't haven't will may might must do does did been
  still narrow wooden wool woollen worn flight mossy water lamp stack lights light side sides half shadow shade gone come comes keep keeps take takes make makes tell tells know knows want wants say says said what how why which whom`.split(
    /\s+/
  )
)
