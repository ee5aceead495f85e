import type { Colour } from './colour.ts'

type Names<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Names<Rest, Found | First>
  : Found | Text
/** Splits lines of names into names. */
const list = <Line extends string>(...lines: Line[]) => lines.flatMap((line) => line.split(' ')) as Names<Line>[]

export const beings = list('human elf robot ghost wolf fox cat rabbit dragon demon angel vampire alien owl deer bear')
export const builds = ['any', 'feminine', 'masculine'] as const
export const bodies = ['slight', 'broad', 'stout'] as const
export const faceShapes = ['oval', 'round', 'square', 'long', 'heart'] as const
export const noses = ['small', 'broad', 'hooked', 'long'] as const
export const eyeShapes = ['round', 'narrow'] as const
export const roles = list(
  'none knight pirate witch royal detective astronaut hooded scholar musician soldier cook samurai flowers cowboy',
  'pilot suit gothic keeper worker'
)
export const sceneries = list(
  'facets city forest mountains bridge library coast stage desert observatory window bar hall blossom crystals',
  'deep snow harbour meadow space lanterns ruins lake street garden workshop kitchen study shop cabin court',
  'courtyard roof hangar bathhouse ice gorge terrace'
)

export type Being = (typeof beings)[number]
export type Role = (typeof roles)[number]
export type Scenery = (typeof sceneries)[number]

export interface Traits {
  being: Being
  build: (typeof builds)[number]
  /** The age in years. Portraits of animals ignore it. */
  age: number
  role: Role
  scenery: Scenery
}

export const hairStyles = list(
  'long short bald ring receding buzz cropped slick quiff parted tousled spiky mohawk fringe bob pixie curly',
  'ringlets afro puff twists locs wavy wet ponytail pigtails bun knot topknot braid braids crown'
)
export const expressions = list(
  'calm smiling joyful mischief wry tender shy serene worried sad angry stern surprised shouting tired asleep'
)
export const beards = ['full', 'long', 'short', 'stubble', 'goatee', 'moustache', 'walrus'] as const
export const marks = ['freckles', 'scar', 'blush', 'tears', 'dust', 'ink', 'mole', 'tattoo'] as const
export const garments = list(
  'plain coat cloak armour kimono gown suit hoodie spacesuit uniform shirt jumper cardigan waistcoat dinnerJacket',
  'jacket parka raincoat overalls apron poncho robe tunic leotard wetsuit motley'
)
export const headgears = list(
  'helmet tricorne pointedHat brimmedHat crown circlet spaceHelmet hood headphones cap headband wreath goggles',
  'beret veil horns cappedHorns halo knitCap flatCap peakedCap skullcap headscarf headwrap turban strawHat',
  'coneHat earflaps flyingCap jesterCap hardHat weldingMask headset wig'
)
export const eyewears = ['round', 'square', 'halfMoon', 'dark', 'patch', 'monocle'] as const
export const jewels = ['studs', 'hoops', 'drops', 'pearls', 'pendant', 'beads'] as const
export const overs = list('scarf towel shawl apron rope daisyApron fur parrot bees tails knifeInBack')
/** The objects that figures hold, and the gestures of their hands. */
export const props = list(
  'sword blade staff wand book ledger script notebook note letter card playingCards scroll quill cup thermos',
  'flower lantern candle match torch umbrella kite phone microphone deskMicrophone jar potion perfume knitting',
  'brush rope ropeEnd crystalBall wrench hammer axe trowel spoon teaspoon chopsticks gourd apple melon fig acorn',
  'biscuits bowl shirt handkerchief trumpet stamp stampGloved concertina ukulele guitar honeycomb tile puppet',
  'magnifier telescope map key chisel boxes mail books pumpkin teddy wave palms finger hush heart'
)
/** The single objects of places. `thingRows` has the rows of objects. */
export const singleThings = list(
  'telescope painting frames hive cactus camel bicycle bell giant dish orangeTree appleTree dogs dog hut',
  'lighthouse plane biplane trapeze mirror clock tallClock lamp map trackPlan window nightWindow door otherDoor',
  'liftDoor pumpkins melonVine plants fern boat walker neon flamingo throne balustrade ferryWheel radio onAir',
  'turntable anemometer sculptures wheel roseField crystalBallTable jarCart gate bowls chairs sunflowers oak',
  'signpost flag domes stalactites'
)
export const thingRows = list(
  'linen jars bottles umbrellas drawings cards bunting bulbs beads laundry tools swords pans clocks ringRopes',
  'crowd spots fence lanes sleeves books pipes'
)
export const weathers = ['rain', 'snow', 'sparks', 'mist'] as const
export const skyObjects = ['moon', 'stars', 'sun'] as const
export const lights = ['day', 'dusk', 'night'] as const

export type Expression = (typeof expressions)[number]
export type Garment = (typeof garments)[number]
export type HeadgearName = (typeof headgears)[number]
export type Prop = (typeof props)[number]
export type SingleThing = (typeof singleThings)[number]
export type ThingRow = (typeof thingRows)[number]
export type Thing = SingleThing | ThingRow

/** The details of a picture. Absent details are chosen at random. */
export interface Looks {
  body?: (typeof bodies)[number]
  face?: (typeof faceShapes)[number]
  nose?: (typeof noses)[number]
  eyeShape?: (typeof eyeShapes)[number]
  skin?: Colour
  hairColour?: Colour
  hair?: (typeof hairStyles)[number]
  eyes?: Colour
  /** The color of the eye on the left of the picture, if the eyes differ. */
  otherEye?: Colour
  expression?: Expression
  beard?: (typeof beards)[number] | 'none'
  mark?: (typeof marks)[number]
  garment?: Garment
  cloth?: Colour
  /** The second color of the clothes. */
  trim?: Colour
  over?: (typeof overs)[number]
  headgear?: HeadgearName | 'none'
  headColour?: Colour
  eyewear?: (typeof eyewears)[number]
  jewel?: (typeof jewels)[number]
  prop?: Prop
  /** The tilt of the head to the right, in degrees. */
  tilt?: number
  weather?: (typeof weathers)[number]
  skyObject?: (typeof skyObjects)[number]
  /** The objects of the place. Each object has its own spot. */
  things?: Thing[]
  light?: (typeof lights)[number]
  /** The hue of the key light, in degrees. */
  hue?: number
  /** The hue of the second light and of the shadows, in degrees. */
  secondHue?: number
  /** The side of the key light. 1 is right. */
  side?: 1 | -1
  /** True if the headgear must leave the face visible. */
  showsFace?: boolean
}
