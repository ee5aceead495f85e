import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pictureWidths } from '../../api.ts'

/** The project's folder `pictures/`, relative to the sources and to `build/`. */
const folders = [
  new URL('../../../../pictures/', import.meta.url),
  new URL('../../../../../pictures/', import.meta.url),
]

let folder: URL | undefined
/** The hash of each picture, by its name such as `wenna-avatar`. */
let hashes = new Map<string, string>()

/** Reads the hashes. Runs when this module is imported. Call it again after building the pictures. */
export const readPictures = () => {
  folder = folders.find((url) => existsSync(new URL('pictures.json', url)))
  hashes = new Map(folder ? Object.entries(JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8'))) : [])
}
readPictures()

const addresses = /^(?<name>[a-z]+-(?:avatar|background))(?:-(?<hash>[0-9a-f]{12}))?\.webp$/

/**
 * Returns the address of a built-in picture such as `wenna-avatar`. The address contains a hash of the picture, so browsers may cache it
 * forever. Before the pictures are built, it has no hash.
 */
export const pictureAddress = (name: string): string => {
  const hash = hashes.get(name)
  return `/pictures/builtin/${name}${hash ? `-${hash}` : ''}.webp`
}

/**
 * Returns the picture for a file name in one of `pictureWidths`, or null. A name without a hash or with an old one returns
 * the current picture, which is then not `lasting`.
 */
export const pictureByFile = async (
  file: string,
  width: number = pictureWidths.at(-1)!
): Promise<{ webp: Buffer; lasting: boolean } | null> => {
  const { name, hash } = addresses.exec(file)?.groups ?? {}
  if (!folder || !name || !hashes.has(name) || !pictureWidths.some((known) => known === width)) return null
  return { webp: await readFile(new URL(`${name}-${width}.webp`, folder)), lasting: hash === hashes.get(name) }
}
