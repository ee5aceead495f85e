import type { Colour } from '../engine/colour.ts'
import type {
  Being,
  beards,
  builds,
  ages,
  expressions,
  Garment,
  hairStyles,
  HeadgearName,
  marks,
  poses,
  Prop,
  Role,
  Scenery,
  skyObjects,
  weathers,
} from '../engine/traits.ts'

/*
 * Every word that the engine can draw, by what it draws. Words are single, in lower case, without plural -s, and may be
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

export const ageWords: Words<(typeof ages)[number]> = {
  adult: 'adult middle-aged',
  young: 'young teenage teenager teen kid child youth boy girl student schoolgirl schoolboy apprentice 👧 👦',
  old: 'old elderly aged ancient grandmother grandfather grandma grandpa retired elder crone wrinkled 👵 👴',
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
    'scholar professor teacher librarian student scientist historian tutor astronomer cartographer journalist writer 🤓',
  musician: 'musician singer guitarist dj streamer gamer rapper idol 🎧',
  soldier: 'soldier captain sailor sergeant commander officer colonel sniper mercenary guard policeman police 👮',
  cook: 'chef cook baker barista dancer 👨‍🍳 👩‍🍳',
  samurai: 'samurai ronin shogun',
  flowers: 'florist gardener beekeeper herbalist druid shepherdess',
  cowboy: 'cowboy cowgirl gunslinger sheriff outlaw 🤠',
  pilot: 'pilot aviator mechanic engineer inventor steampunk tinkerer',
  suit: 'ceo boss butler lawyer billionaire diplomat businessman businesswoman bodyguard secretary agent 🤵',
  gothic: 'goth gothic bride widow priestess nun 👰',
}

export const sceneryWords: Words<Scenery> = {
  facets: 'abstract facet crystalline geometric plain studio',
  city: 'city street town downtown alley skyline skyscraper metropolis rooftop neon cyberpunk urban tokyo paris london 🌃 🏙 🌆',
  forest: 'forest wood woodland jungle rainforest grove tree pine redwood 🌲 🌳',
  mountains: 'mountain peak alps cliff canyon summit ridge highland valley fjord 🏔 ⛰ 🗻',
  bridge: 'spaceship starship cockpit spacecraft command 🚀',
  library: 'library bookshelf bookshop bookstore archive shelf shelves 📚',
  coast: 'coast beach sea ocean shore seaside wave bay lake cove 🌊 🏖 🏝',
  stage: 'stage theatre theater concert opera circus carnival spotlight curtain 🎭 🎪',
  desert: 'desert dune sahara oasis sand mesa wasteland savanna 🏜',
  observatory: 'observatory astronomy',
  window: 'window room bedroom apartment home house office kitchen indoors',
  bar: 'bar tavern inn pub cafe café diner bakery restaurant ☕',
  hall: 'castle palace throne hall cathedral church ballroom dungeon monastery chapel crypt 🏰',
  blossom: 'blossom sakura cherry spring petal 🌸',
  crystals: 'crystal cave cavern gem mine geode underground 💎 🔮',
  deep: 'underwater undersea reef coral abyss seabed aquarium 🐠',
  snow: 'snowfield arctic antarctic tundra glacier iceberg winter snowy 🧊',
  harbour: 'harbour harbor port dock ship boat sail pier ⛵ 🚢',
  meadow: 'meadow field hill prairie countryside farm grass pasture garden village flowerbed 🌾 🌻 🌼',
  space: 'space galaxy nebula cosmos universe planet orbit interstellar 🪐 🌌',
  lanterns: 'festival shrine torii japan japanese kyoto temple-lanterns 🏮',
  ruins: 'ruin ruined temple ancient column acropolis labyrinth parthenon 🏛',
}

/** The meaning of 'hat' and 'helmet' for a role. */
export const hatsByRole: Partial<Record<Role, Partial<Record<HeadgearName, HeadgearName>>>> = {
  witch: { brimmedHat: 'pointedHat' },
  pirate: { brimmedHat: 'tricorne' },
  astronaut: { helmet: 'spaceHelmet' },
}

/** The place of a role or a being when the prompt names none. */
export const homes: Partial<Record<Role | Being, readonly Scenery[]>> = {
  knight: ['hall', 'mountains', 'ruins'],
  pirate: ['harbour', 'coast'],
  witch: ['forest', 'crystals', 'library'],
  royal: ['hall'],
  detective: ['city', 'window'],
  astronaut: ['space', 'bridge'],
  scholar: ['library', 'observatory'],
  musician: ['stage', 'city'],
  cook: ['bar'],
  samurai: ['lanterns', 'blossom'],
  flowers: ['meadow'],
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
  owl: ['forest', 'library'],
}

/** Only these show a sky for moon and stars. */
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
])

/** Before 'hair' or 'haired', or after 'hair in'. */
export const hairAdjectives: Words<'long' | 'short' | 'curly' | 'spiky'> = {
  long: 'long flowing',
  short: 'short cropped',
  curly: 'curly wavy',
  spiky: 'spiky messy',
}

/** Hair by a noun of its own. */
export const hairWords: Words<Exclude<(typeof hairStyles)[number], 'long' | 'short'>> = {
  bald: 'bald shaved 🧑‍🦲',
  curly: 'curl afro dreadlocks',
  spiky: 'mohawk',
  fringe: 'bangs fringe bob',
  ponytail: 'ponytail',
  pigtails: 'pigtail twintails',
  bun: 'bun topknot',
  braid: 'braid braided plait',
}

export const expressionWords: Words<(typeof expressions)[number]> = {
  smiling: 'smile smiling happy grin grinning cheerful laughing joyful friendly 😀 😊 🙂',
  sad: 'sad melancholy sorrowful crying tearful worried 😢 🙁',
  angry: 'angry furious scowling frowning fierce stern grumpy 😠',
  asleep: 'asleep sleeping sleepy dreaming 😴',
}

export const beardWords: Words<(typeof beards)[number]> = {
  full: 'beard bearded 🧔',
  moustache: 'moustache mustache goatee',
}

export const markWords: Words<(typeof marks)[number]> = {
  freckles: 'freckle freckled',
  scar: 'scar scarred',
}

export const garmentWords: Words<Garment> = {
  plain: 'shirt tunic sweater blouse jumper',
  coat: 'coat trenchcoat jacket overcoat',
  cloak: 'cloak cape robe mantle cloaked robed',
  armour: 'armour armor armoured armored breastplate chainmail',
  kimono: 'kimono yukata',
  gown: 'gown dress',
  suit: 'suit tuxedo tie blazer',
  hoodie: 'hoodie',
  spacesuit: 'spacesuit',
  uniform: 'uniform',
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
  glasses: 'glasses spectacles 👓 🕶',
  headphones: 'headphone earphones 🎧',
  cap: 'cap 🧢',
  headband: 'headband bandana',
  wreath: 'wreath garland',
  goggles: 'goggles 🥽',
  beret: 'beret',
  earrings: 'earring',
  veil: 'veil veiled',
  horns: 'horn horned',
  halo: 'halo',
}

export const propWords: Words<Prop> = {
  sword: 'sword katana blade sabre saber rapier 🗡',
  staff: 'staff wand sceptre scepter 🪄',
  book: 'book tome grimoire 📖 📕',
  cup: 'cup mug tea coffee ☕ 🍵',
  flower: 'flower rose tulip lily daisy sunflower 🌹 🌷',
  lantern: 'lantern 🏮',
  candle: 'candle candlelight 🕯',
}

export const poseWords: Words<(typeof poses)[number]> = {
  front: 'frontal',
  profile: 'profile sideways',
  away: 'away',
}

export const weatherWords: Words<(typeof weathers)[number]> = {
  rain: 'rain rainy raining storm stormy drizzle 🌧 ☔ ⛈',
  snow: 'snow snowing snowfall snowflake blizzard ❄ ☃',
  sparks: 'spark firefly fireflies ember sparkle sparkling glowing magic magical enchanted ✨',
}

export const skyWords: Words<(typeof skyObjects)[number]> = {
  moon: 'moon moonlit moonlight 🌙 🌕',
  stars: 'star starry ⭐',
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

/** Before 'skin', 'skinned', 'face' or 'complexion'. */
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

/** Words without a picture of their own, and dusk, which is the light of every picture. They are never reported. */
export const silent: ReadonlySet<string> = new Set(
  `a an the and or of in on at by with for from to into over under near before after above beside between through as is are was
  be being has have had who whose that this these those it its they them their there where which very quite really rather some
  one picture image photo drawing painting illustration art artwork style scene view shot close up very highly beautiful
  beautifully pretty handsome nice detailed please draw paint show me my your i you we night evening dusk dark deep bright
  light soft warm cold quiet small large big little tall about all also but so just like while when looking looks look wears
  wear holds hold carries carrying standing stands sitting sits hand left right colour color coloured colored lit inside
  outside during long short across around along behind both each every everyone everything nobody nothing other
  another else same such only even still ever always often again never now then here than more most much many few some any two
  three four five six seven eight nine ten twenty thirty forty fifty hundred thousand year day month week hour minute time
  would could should can can't won't don't doesn't didn't isn't wasn't hasn't haven't will may might must do does did been
  gone come comes keep keeps take takes make makes tell tells know knows want wants say says said what how why which whom`.split(
    /\s+/
  )
)
