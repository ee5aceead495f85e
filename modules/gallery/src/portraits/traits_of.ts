import type { CharacterDraft } from '../domain/character_rules.ts'
import { diceOf, type Dice } from './dice.ts'
import { sceneries, type Being, type Role, type Scenery, type Traits } from './traits.ts'

type Words<Name extends string> = readonly (readonly [name: Name, words: ReadonlySet<string>])[]

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The first that has a word wins, so what is rarer stands first. */
const beings: Words<Being> = [
  ['robot', words('robot android cyborg automaton mecha droid ai hologram clockwork golem')],
  ['dragon', words('dragon dragonborn wyvern wyrm reptile lizard kobold')],
  ['wolf', words('wolf werewolf wolfgirl wolfboy lupine husky dog coyote')],
  ['fox', words('fox kitsune vixen vulpine')],
  ['cat', words('cat catgirl catboy neko feline kitten panther tiger lion lioness leopard khajiit tabby')],
  ['rabbit', words('rabbit bunny hare bunnygirl')],
  ['owl', words('owl raven crow bird')],
  ['deer', words('deer stag fawn faun elk moose doe')],
  ['bear', words('bear grizzly panda')],
  ['ghost', words('ghost spirit phantom spectre specter poltergeist wraith banshee apparition')],
  ['vampire', words('vampire vampiress dhampir nosferatu')],
  ['demon', words('demon demoness devil succubus incubus imp tiefling oni fiend hellspawn monster')],
  ['angel', words('angel seraph archangel cherub valkyrie')],
  ['alien', words('alien extraterrestrial martian xeno')],
  ['elf', words('elf elven elvish fairy faerie fae pixie nymph dryad')],
]
const roles: Words<Role> = [
  ['astronaut', words('astronaut cosmonaut spacefarer')],
  ['samurai', words('samurai ronin shogun swordsmith')],
  ['knight', words('knight paladin crusader guardian gladiator warlord templar')],
  ['pirate', words('pirate privateer corsair buccaneer smuggler navigator')],
  ['witch', words('witch wizard sorcerer sorceress mage warlock necromancer magician alchemist enchantress')],
  ['royal', words('king queen prince princess emperor empress royalty royal duke duchess monarch')],
  ['detective', words('detective sleuth investigator noir gangster gambler')],
  ['hooded', words('assassin thief rogue ninja cultist reaper monk shadow exile oracle spy ranger hacker')],
  ['cowboy', words('cowboy cowgirl gunslinger sheriff western outlaw bounty-hunter')],
  ['soldier', words('soldier captain sailor sergeant commander officer colonel veteran sniper mercenary guard police')],
  ['pilot', words('pilot aviator mechanic engineer inventor steampunk tinkerer')],
  ['cook', words('chef cook baker barista martial dancer')],
  ['musician', words('musician singer guitarist dj streamer gamer rapper idol producer')],
  ['flowers', words('florist gardener botanist beekeeper herbalist druid shepherd spring')],
  [
    'scholar',
    words(
      'scholar professor teacher librarian student scientist doctor historian tutor nerd astronomer cartographer journalist'
    ),
  ],
  ['gothic', words('goth gothic bride widow medium priestess nun')],
  [
    'suit',
    words('ceo boss butler agent lawyer billionaire mafia diplomat businessman businesswoman bodyguard secretary'),
  ],
]
const places: Words<Scenery> = [
  ['observatory', words('observatory telescope astronomer stargazer astrolabe')],
  ['library', words('library librarian book books archive scholar professor bookshop historian archivist palimpsest')],
  ['bar', words('bar tavern bartender barista cafe café coffee inn pub kitchen baker chef tea diner')],
  ['stage', words('stage actor actress singer idol concert theatre theater circus carnival dancer musician puppeteer')],
  ['deep', words('underwater ocean mermaid merman deep-sea abyss siren')],
  ['harbour', words('harbour harbor pirate sailor ship port docks navigator smuggler')],
  ['coast', words('coast beach sea lighthouse island surfer fisher lighthouse-keeper')],
  ['desert', words('desert dune dunes sand cowboy western pyramid oasis gladiator')],
  ['snow', words('snow winter ice frost glacier arctic frozen christmas')],
  ['bridge', words('spaceship starship cockpit android pilot engineer robot')],
  ['space', words('space galaxy planet alien cosmic astronaut meteor nebula')],
  ['crystals', words('crystal crystals cave cavern dwarf mine gem necromancer')],
  ['lanterns', words('lantern lanterns samurai ninja festival shrine geisha kitsune ronin')],
  ['hall', words('castle palace throne king queen prince princess knight cathedral vampire royalty butler')],
  ['ruins', words('ruins temple god goddess ancient myth guardian labyrinth oracle survival')],
  ['forest', words('forest woods elf druid ranger fairy wolf werewolf witch deer orchard')],
  ['mountains', words('mountain mountains dragon dragon-rider viking monk hermit')],
  ['meadow', words('meadow garden farm village field flowers shepherd beekeeper florist gardener')],
  ['city', words('city street neon hacker cyberpunk detective mafia gang police rooftop')],
  ['blossom', words('sakura blossom cherry anime school student spring tsundere')],
  ['window', words('rain roommate apartment home bedroom office neighbor neighbour window cozy comfort')],
]

const rooms: Record<string, readonly Scenery[]> = {
  fantasy: ['forest', 'mountains', 'hall', 'crystals', 'ruins', 'meadow', 'observatory'],
  anime: ['blossom', 'city', 'lanterns', 'window', 'meadow', 'stage', 'coast'],
  romance: ['window', 'blossom', 'coast', 'bar', 'meadow', 'lanterns', 'hall'],
  adventure: ['desert', 'harbour', 'mountains', 'ruins', 'coast', 'snow', 'forest'],
  'sci-fi': ['bridge', 'space', 'city', 'observatory', 'facets'],
  mystery: ['window', 'library', 'city', 'hall', 'snow', 'forest'],
  limitless: ['window', 'bar', 'city', 'hall', 'facets', 'stage'],
  comedy: ['stage', 'bar', 'city', 'window', 'meadow'],
  drama: ['stage', 'window', 'coast', 'hall', 'library', 'snow'],
}
const furry: readonly Being[] = ['wolf', 'fox', 'cat', 'rabbit', 'deer', 'bear', 'dragon', 'owl']
/** In a description these are a pet, a saying or somebody's kindness more often than who is described. */
const vague = words(
  'bear cat kitten dog bird crow deer elk rabbit bunny lion tiger panther owl spirit angel devil monster ai ghost'
)
/** After these the animal is somebody else. */
const others = words('rider slayer hunter tamer keeper lover whisperer trainer king queen')
const textMax = 4_000

/** What words say about how somebody looks, and chance where they say nothing. */
export const traitsOf = (draft: CharacterDraft, seed: string): Traits => {
  const dice = diceOf(seed)
  const tags = draft.tags.map((tag) => tag.toLowerCase())
  // who somebody is stands in front; further back there are other people
  const about = wordsOf(`${draft.name} . ${tags.join(' . ')} . ${draft.description.slice(0, 200)}`)
  const texts = [draft.description, draft.scenario, draft.personality, draft.backstory].join(' . ').slice(0, textMax)
  const all = [...about, ...wordsOf(texts)]
  const category = draft.category.toLowerCase()
  const named = wordsOf(`${draft.name} . ${tags.join(' . ')}`).length
  const being = beingOf(about, named, tags, category, dice)
  return {
    being,
    build: buildOf(all, tags),
    age: ageOf(about),
    role:
      firstOf(roles, about) ??
      (dice.chance(0.16) ? dice.pick<Role>(['scholar', 'flowers', 'hooded', 'suit', 'musician', 'gothic']) : 'none'),
    scenery: sceneryOf(about, category, dice),
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}][\p{L}-]*|\./gu) ?? []

const firstOf = <Name extends string>(list: Words<Name>, said: readonly string[]): Name | null =>
  list.find(([, names]) => said.some((word) => names.has(word)))?.[0] ?? null

const beingOf = (
  about: readonly string[],
  names: number,
  tags: readonly string[],
  category: string,
  dice: Dice
): Being => {
  const own = about.filter((word, index) => !others.has(about[index + 1] ?? '') && (index < names || !vague.has(word)))
  const named = firstOf(beings, own)
  if (named) return named
  if (tags.includes('furry')) return dice.pick(furry)
  return category === 'fantasy' && dice.chance(0.22) ? 'elf' : 'human'
}

const female = words(
  'she her hers herself woman girl female lady queen princess witch mother sister wife girlfriend lesbian femboy actress waitress goddess heroine maid'
)
const male = words(
  'he him his himself man boy male gentleman king prince wizard father brother husband boyfriend gay actor waiter god hero butler'
)

const buildOf = (all: readonly string[], tags: readonly string[]): Traits['build'] => {
  if (tags.includes('female') || tags.includes('lesbian') || tags.includes('femboy')) return 'feminine'
  if (tags.includes('male') || tags.includes('gay')) return 'masculine'
  let balance = 0
  for (const word of all) balance += female.has(word) ? 1 : male.has(word) ? -1 : 0
  return balance > 0 ? 'feminine' : balance < 0 ? 'masculine' : 'any'
}

const old = words(
  'old elderly aged ancient grandmother grandfather grandma grandpa retired veteran elder centuries crone'
)
const young = words('young student teenage teen kid youth apprentice schoolgirl schoolboy')

const ageOf = (about: readonly string[]): Traits['age'] =>
  about.some((word) => old.has(word)) ? 'old' : about.some((word) => young.has(word)) ? 'young' : 'adult'

const sceneryOf = (about: readonly string[], category: string, dice: Dice): Scenery => {
  const fitting = places.filter(([, names]) => about.some((word) => names.has(word))).map(([name]) => name)
  if (fitting.length > 0 && dice.chance(0.85)) return dice.pick(fitting)
  return dice.pick(rooms[category] ?? sceneries)
}
