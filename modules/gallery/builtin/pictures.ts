import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pictureWidths } from '../api.ts'

/** Where a build puts them: `pictures/` of the project, whether we run from its sources or from `build/`. */
const folders = [new URL('../../../pictures/', import.meta.url), new URL('../../../../pictures/', import.meta.url)]

let folder: URL | undefined
/** A name such as `wenna-avatar`, and a hash of what the picture shows. */
let hashes = new Map<string, string>()

/** Learns which pictures there are. Done once on its own; again only when they were built since. */
export const readPictures = () => {
  folder = folders.find((url) => existsSync(new URL('pictures.json', url)))
  hashes = new Map(folder ? Object.entries(JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8'))) : [])
}
readPictures()

const addresses = /^(?<name>[a-z]+-(?:avatar|background))(?:-(?<hash>[0-9a-f]{12}))?\.webp$/

/**
 * The address of a built-in picture, such as `wenna-avatar`. It carries a hash of the content, so that browsers may keep
 * it for ever and a repainted picture is still seen. Before the pictures are built it carries none.
 */
export const pictureAddress = (name: string): string => {
  const hash = hashes.get(name)
  return `/pictures/builtin/${name}${hash ? `-${hash}` : ''}.webp`
}

/**
 * The picture behind the file name of an address, in one of `pictureWidths`, or null. The hash of an earlier painting,
 * or none, gives the present picture too, which then is not `lasting`: that address may show something else tomorrow.
 */
export const pictureByFile = async (
  file: string,
  width: number = pictureWidths.at(-1)!
): Promise<{ webp: Buffer; lasting: boolean } | null> => {
  const { name, hash } = addresses.exec(file)?.groups ?? {}
  if (!folder || !name || !hashes.has(name) || !pictureWidths.some((one) => one === width)) return null
  return { webp: await readFile(new URL(`${name}-${width}.webp`, folder)), lasting: hash === hashes.get(name) }
}
