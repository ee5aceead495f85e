import type { Colour } from './colour.ts'

export const beings = [
  'human',
  'elf',
  'robot',
  'ghost',
  'wolf',
  'fox',
  'cat',
  'rabbit',
  'dragon',
  'demon',
  'angel',
  'vampire',
  'alien',
  'owl',
  'deer',
  'bear',
] as const
export const builds = ['any', 'feminine', 'masculine'] as const
export const ages = ['adult', 'young', 'old'] as const
export const roles = [
  'none',
  'knight',
  'pirate',
  'witch',
  'royal',
  'detective',
  'astronaut',
  'hooded',
  'scholar',
  'musician',
  'soldier',
  'cook',
  'samurai',
  'flowers',
  'cowboy',
  'pilot',
  'suit',
  'gothic',
] as const
export const sceneries = [
  'facets',
  'city',
  'forest',
  'mountains',
  'bridge',
  'library',
  'coast',
  'stage',
  'desert',
  'observatory',
  'window',
  'bar',
  'hall',
  'blossom',
  'crystals',
  'deep',
  'snow',
  'harbour',
  'meadow',
  'space',
  'lanterns',
  'ruins',
] as const

export type Being = (typeof beings)[number]
export type Role = (typeof roles)[number]
export type Scenery = (typeof sceneries)[number]

export interface Traits {
  being: Being
  build: (typeof builds)[number]
  age: (typeof ages)[number]
  role: Role
  scenery: Scenery
}

export const hairStyles = [
  'long',
  'short',
  'bald',
  'curly',
  'spiky',
  'fringe',
  'ponytail',
  'pigtails',
  'bun',
  'braid',
] as const
export const expressions = ['smiling', 'sad', 'angry', 'asleep'] as const
export const beards = ['full', 'moustache'] as const
export const marks = ['freckles', 'scar'] as const
export const garments = [
  'plain',
  'coat',
  'cloak',
  'armour',
  'kimono',
  'gown',
  'suit',
  'hoodie',
  'spacesuit',
  'uniform',
] as const
export const headgears = [
  'helmet',
  'tricorne',
  'pointedHat',
  'brimmedHat',
  'crown',
  'circlet',
  'spaceHelmet',
  'hood',
  'glasses',
  'headphones',
  'cap',
  'headband',
  'wreath',
  'goggles',
  'beret',
  'earrings',
  'veil',
  'horns',
  'halo',
] as const
export const props = ['sword', 'staff', 'book', 'cup', 'flower', 'lantern', 'candle'] as const
export const poses = ['front', 'profile', 'away'] as const
export const weathers = ['rain', 'snow', 'sparks'] as const
export const skyObjects = ['moon', 'stars'] as const

export type Garment = (typeof garments)[number]
export type HeadgearName = (typeof headgears)[number]
export type Pose = (typeof poses)[number]
export type Prop = (typeof props)[number]

/** Details of a picture. Chance decides those that are absent. */
export interface Looks {
  skin?: Colour
  hairColour?: Colour
  hair?: (typeof hairStyles)[number]
  eyes?: Colour
  expression?: (typeof expressions)[number]
  beard?: (typeof beards)[number]
  mark?: (typeof marks)[number]
  garment?: Garment
  cloth?: Colour
  headgear?: HeadgearName
  prop?: Prop
  pose?: Pose
  weather?: (typeof weathers)[number]
  skyObject?: (typeof skyObjects)[number]
  /** Hue of the key light, in degrees. */
  hue?: number
  /** Headgear leaves the face visible. */
  showsFace?: boolean
}
