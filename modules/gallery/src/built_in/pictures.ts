import { readFile } from 'node:fs/promises'
import { pictureWidths } from '../../api.ts'
import { contentFolder, readBuiltIn, slugsOf } from './content.ts'

let files: Map<string, string> | undefined

/** Returns the addresses of all built-in pictures with their files, without a width: `wenna/avatar`. */
const fileByAddress = () =>
  (files ??= new Map(
    [...slugsOf('eight'), ...slugsOf('fifty')].flatMap((slug) => {
      const { avatar, background } = readBuiltIn(slug)
      return [
        [avatar, `${slug}/avatar`],
        [background, `${slug}/background`],
      ] as const
    })
  ))

/** An address of one of the eight. Those of earlier releases have another hash of the picture, or none. */
const addressOfEight = /^\/pictures\/builtin\/([a-z]+)-(avatar|background)(?:-[0-9a-f]{12})?\.webp$/

const fileOf = (address: string): string | null => {
  const current = fileByAddress().get(address)
  if (current) return current
  const [, slug, kind] = addressOfEight.exec(address) ?? []
  return slug && slugsOf('eight').includes(slug) ? `${slug}/${kind}` : null
}

export const isBuiltInPicture = (address: string): boolean => fileOf(address) !== null

/**
 * Returns the built-in picture at an address in one of `pictureWidths`, or null. An address with an old hash or without one returns the
 * current picture, which is then not `lasting`.
 */
export const readBuiltInPicture = async (
  address: string,
  width: number = pictureWidths.at(-1)!
): Promise<{ webp: Buffer; lasting: boolean } | null> => {
  const file = fileOf(address)
  if (file === null || !pictureWidths.some((known) => known === width)) return null
  const webp = await readFile(new URL(`${file}-${width}.webp`, contentFolder))
  return { webp, lasting: fileByAddress().has(address) }
}
