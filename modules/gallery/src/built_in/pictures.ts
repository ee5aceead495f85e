import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pictureWidths } from '../../api.ts'

/** `pictures/` in the project, seen from the sources and from `build/`. */
const folders = [
  new URL('../../../../pictures/', import.meta.url),
  new URL('../../../../../pictures/', import.meta.url),
]

let folder: URL | undefined
/** By name, such as `wenna-avatar`: a hash of the picture. */
let hashes = new Map<string, string>()

/** Runs on import. Call it again after the pictures were built. */
export const readPictures = () => {
  folder = folders.find((url) => existsSync(new URL('pictures.json', url)))
  hashes = new Map(folder ? Object.entries(JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8'))) : [])
}
readPictures()

const addresses = /^(?<name>[a-z]+-(?:avatar|background))(?:-(?<hash>[0-9a-f]{12}))?\.webp$/

/**
 * The address of a built-in picture, such as `wenna-avatar`. It contains a hash of the picture, so browsers may cache it
 * forever. Before the pictures are built it has no hash.
 */
export const pictureAddress = (name: string): string => {
  const hash = hashes.get(name)
  return `/pictures/builtin/${name}${hash ? `-${hash}` : ''}.webp`
}

/**
 * The picture behind a file name, in one of `pictureWidths`, or null. An address without a hash or with an old one gives
 * the current picture and is not `lasting`.
 */
export const pictureByFile = async (
  file: string,
  width: number = pictureWidths.at(-1)!
): Promise<{ webp: Buffer; lasting: boolean } | null> => {
  const { name, hash } = addresses.exec(file)?.groups ?? {}
  if (!folder || !name || !hashes.has(name) || !pictureWidths.some((known) => known === width)) return null
  return { webp: await readFile(new URL(`${name}-${width}.webp`, folder)), lasting: hash === hashes.get(name) }
}
