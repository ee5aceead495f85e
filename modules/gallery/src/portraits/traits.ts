/*
 * What a drawn picture may know of a character. The lists are the code of addresses that are stored: names may be added at
 * the end, never moved or taken away.
 */
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

const lists = [beings, builds, ages, roles, sceneries] as const

/** Five letters and digits. */
export const encodeTraits = ({ being, build, age, role, scenery }: Traits): string =>
  [being, build, age, role, scenery]
    .map((value, index) => (lists[index] as readonly string[]).indexOf(value).toString(36))
    .join('')

/** Null when no traits have that code. */
export const decodeTraits = (code: string): Traits | null => {
  const values = lists.map((list, index) => list[Number.parseInt(code[index] ?? '', 36)])
  if (code.length !== lists.length || values.includes(undefined)) return null
  const [being, build, age, role, scenery] = values
  return { being, build, age, role, scenery } as Traits
}
