/** What a picture may show. The lists are in one place, so that the reader and the painters agree. */
export const places = {
  mountains:
    'mountain mountains peak peaks alps himalaya cliff cliffs canyon summit ridge highlands highland valley fjord crag gorge ⛰ 🏔',
  forest:
    'forest forests woods wood woodland jungle rainforest grove trees birch pines pine redwood wilderness thicket taiga 🌲 🌳',
  sea: 'sea ocean seas beach coast shore seaside waves wave bay harbor harbour port surf cove pirate pirates sailor island islands 🌊 🏝 🏖',
  lake: 'lake river pond lagoon stream riverbank reflection reflections canal marsh swamp bayou 🏞',
  city: 'city cities town downtown street streets skyline skyscraper skyscrapers cyberpunk alley metropolis rooftop rooftops tokyo paris london shibuya manhattan york urban neon avenue highway 🌃 🏙 🌆',
  desert: 'desert dune dunes sahara oasis sand sands egypt egyptian arrakis wasteland mesa nile arabian 🏜',
  space:
    'space galaxy galaxies nebula cosmos cosmic universe planet planets orbit asteroid starship spaceship astronaut interstellar saturn jupiter alien mars milkyway satellite comet 🚀 🪐 🌌 👽',
  room: 'room bedroom kitchen cafe café coffee tavern inn bar pub workshop studio attic office desk window interior inside indoors apartment lab laboratory potion parlour parlor bakery classroom fireplace ☕',
  library: 'library books bookshelf bookshop bookstore archive scholar study librarian 📚 📖',
  hall: 'cathedral church hall throne palace temple-hall ballroom chapel dungeon monastery crypt sanctuary court courtroom stage theatre theater opera museum school 👑',
  meadow:
    'meadow field fields hill hills prairie countryside farm grass grassland pasture steppe savanna savannah wheat lavender flowers flower sunflower sunflowers tulips picnic spring farmland vineyard shire 🌾 🌻 🌼',
  underwater:
    'underwater reef coral undersea deep-sea seabed atlantis submarine mermaid mermaids abyss scuba aquarium jellyfish kelp 🐠 🐙 🧜',
  volcano: 'volcano lava magma hell inferno hellscape underworld mordor apocalypse apocalyptic eruption 🌋',
  snowfield: 'snowfield arctic antarctic tundra glacier iceberg ice icy polar frozen igloo antarctica 🧊',
  cave: 'cave cavern caves grotto mine crystals crystal geode underground 💎 🔮',
  clouds: 'cloud clouds heaven heavens sky skies flying airship balloon floating celestial paradise soaring ☁ 🎈 🕊',
  garden: 'garden gardens blossom blossoms sakura cherry orchard japan japanese kyoto zen bamboo park courtyard 🌸 🌺',
} as const
export type Place = keyof typeof places

export const landmarks = {
  castle: 'castle fortress palace citadel kingdom hogwarts stronghold camelot chateau medieval 🏰',
  tower: 'tower spire obelisk minaret',
  lighthouse: 'lighthouse beacon',
  pagoda: 'pagoda temple dojo shaolin monastery',
  torii: 'torii shrine',
  bridge: 'bridge viaduct aqueduct',
  windmill: 'windmill mill farm',
  house: 'house cottage cabin hut home chalet farmhouse village bakery barn hobbit mansion manor 🏠 🏡',
  pyramid: 'pyramid pyramids sphinx pharaoh',
  tree: 'tree oak willow worldtree treehouse bonsai 🌳',
  waterfall: 'waterfall waterfalls cascade',
  columns: 'ruins ruin temple parthenon greek roman column columns ancient acropolis',
  isle: 'floating levitating laputa skyland',
  ship: 'ship ships boat boats sailboat galleon longship frigate schooner caravel ⛵ 🚢',
  balloon: 'balloon balloons 🎈',
  airship: 'airship zeppelin blimp steampunk dirigible',
  rocket: 'rocket spaceship starship spacecraft shuttle 🚀',
  train: 'train locomotive railway 🚂',
} as const
export type Landmark = keyof typeof landmarks

export const times = {
  night: 'night midnight moonlit moonlight moon starry nighttime nocturnal stars star moonless 🌙 🌛 🌕 🌃 ⭐',
  dawn: 'dawn sunrise morning daybreak aurora-dawn 🌅',
  day: 'day noon daylight sunny midday bright afternoon daytime summer ☀ 🌞',
  sunset: 'sunset golden evening sundown 🌇',
  dusk: 'dusk twilight gloaming nightfall',
} as const
export type Time = keyof typeof times

export const weathers = {
  rain: 'rain rainy raining drizzle monsoon wet umbrella 🌧 ☔',
  snow: 'snow snowy snowing blizzard winter snowfall snowflakes frost frosty christmas ❄ ☃ ⛄',
  fog: 'fog foggy mist misty haze hazy smoke smoky mysterious',
  storm: 'storm stormy thunder lightning thunderstorm tempest hurricane tornado ⚡ ⛈ 🌩',
  aurora: 'aurora borealis northern-lights australis',
  petals: 'petals blossom blossoms sakura cherry spring 🌸',
  leaves: 'autumn fall leaves autumnal october maple 🍁 🍂',
  embers: 'fire embers flame flames burning lava inferno phoenix hell forge blacksmith dragonfire ash 🔥',
  fireflies:
    'fireflies firefly magic magical enchanted fairy fairies sparkles sparkle glowing spirit spirits wisps bioluminescent ✨',
  eclipse: 'eclipse',
  moon: 'moon moonlit moonlight crescent werewolf 🌙 🌕',
  rainbow: 'rainbow 🌈',
} as const
export type Weather = keyof typeof weathers

export const moods = {
  neon: 'neon cyberpunk synthwave vaporwave retrowave futuristic cyber holographic hacker blade-runner arcade',
  dark: 'dark gothic horror spooky haunted scary creepy vampire demon sinister evil grim shadow death skull zombie nightmare macabre dracula cursed bloody villain assassin 💀 👻 🧛',
  soft: 'cute kawaii soft pastel dreamy adorable sweet gentle romantic love wedding baby princess fluffy ghibli whimsical 💖 ❤',
  warm: 'cozy cosy warm candle candlelight lantern lanterns fireplace hearth tavern hygge campfire',
  stark: 'minimal minimalist monochrome noir black-and-white stark grayscale greyscale',
} as const
export type Mood = keyof typeof moods

export const species = {
  fox: 'fox foxes kitsune vixen 🦊',
  wolf: 'wolf wolves werewolf dog dogs husky puppy hound coyote shepherd 🐺 🐶 🐕',
  cat: 'cat cats kitten kitty catgirl neko feline panther leopard jaguar lynx 🐱 🐈 🐈‍⬛',
  lion: 'lion lions lioness tiger tigers 🦁 🐯',
  horse: 'horse horses pony stallion mare centaur 🐴 🐎',
  unicorn: 'unicorn unicorns pegasus 🦄',
  deer: 'deer stag elk moose fawn antelope reindeer doe 🦌',
  bear: 'bear bears grizzly panda 🐻 🐼',
  rabbit: 'rabbit bunny hare rabbits 🐰 🐇',
  owl: 'owl owls 🦉',
  raven:
    'raven ravens crow crows eagle hawk falcon bird birds phoenix dove swallow seagull gull griffin gryphon 🐦 🦅 🕊',
  dragon: 'dragon dragons wyvern drake wyrm 🐉 🐲',
  whale: 'whale whales orca leviathan 🐋 🐳',
  fish: 'fish fishes koi carp goldfish shark dolphin dolphins 🐟 🐠 🦈 🐬',
  jellyfish: 'jellyfish medusa octopus squid kraken tentacles 🐙',
  butterfly: 'butterfly butterflies moth moths 🦋',
  elephant: 'elephant elephants mammoth 🐘',
  snake: 'snake serpent python naga cobra 🐍',
} as const
export type Species = keyof typeof species

export const roles = {
  knight: 'knight knights paladin crusader warrior gladiator soldier guard templar spartan champion ⚔',
  wizard: 'wizard sorcerer mage warlock merlin druid gandalf necromancer shaman alchemist 🧙',
  witch: 'witch witches sorceress enchantress 🧙‍♀️',
  samurai: 'samurai ronin shogun katana swordsman swordswoman ninja 🥷',
  astronaut: 'astronaut cosmonaut spaceman 👨‍🚀 👩‍🚀',
  royal: 'king queen prince princess emperor empress monarch pharaoh 👸 🤴',
  hooded:
    'assassin rogue thief hooded monk traveler traveller wanderer pilgrim ranger reaper cultist cloaked hermit nomad stranger jedi sith druid',
  elf: 'elf elves elven fairy fairies archer dryad nymph 🧝',
  angel: 'angel angels seraph valkyrie archangel 👼',
  demon: 'demon devil succubus incubus oni imp satan lucifer 😈 👿',
  vampire: 'vampire dracula count',
  robot: 'robot robots android cyborg mech mecha automaton gundam droid 🤖',
  pirate: 'pirate captain buccaneer corsair 🏴‍☠️',
  detective: 'detective noir spy inspector gangster agent sherlock 🕵️',
  viking: 'viking vikings barbarian berserker',
  cowboy: 'cowboy gunslinger outlaw sheriff western cowgirl 🤠',
  dancer: 'dancer ballerina dancing dance singer performer 💃',
  woman:
    'woman girl lady female maiden goddess she wife mother sister heroine bride maid schoolgirl waifu actress nurse waitress priestess geisha mermaid women girls daughter teacher 👩 👧',
  man: 'man boy male guy gentleman he father husband brother hero god prince son scientist doctor student artist musician guitarist chef detective-man men boys uncle professor 👨 👦',
  person:
    'person people character human someone figure hero warrior-monk child kid children adventurer hiker explorer musician 🧑',
  couple: 'couple lovers two-people romance 👫 💑',
} as const
export type Role = keyof typeof roles

export const colours = {
  c2203a: 'red crimson scarlet ruby blood',
  e8722a: 'orange amber copper tangerine ginger bronze',
  e9b93c: 'yellow gold golden honey lemon blonde',
  '3f9a55': 'green emerald jade moss verdant lime olive',
  '22a6a6': 'teal turquoise cyan aqua',
  '2f64c8': 'blue azure sapphire cobalt navy indigo',
  '7a45c0': 'purple violet amethyst lavender magenta-violet',
  e0569c: 'pink rose magenta fuchsia',
  '8a5a3a': 'brown sepia chocolate rust',
  cfd6de: 'white silver pearl ivory',
  '20222b': 'black obsidian onyx ebony',
} as const

/** Said of how near somebody is. */
export const portraitWords = new Set(
  'portrait portraits face headshot closeup close-up selfie bust avatar profile eyes hair freckles smile smiling gaze beard lips expression'.split(
    ' '
  )
)
/** What is drawn without anybody is asked for so. */
export const unless = new Set(['no', 'without', 'not', 'nobody', 'minus'])
