import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** Beside this file; a build without its own copy of the pictures uses those of the sources it was made from. */
const folder = [
  new URL('./art/', import.meta.url),
  new URL('../../../../modules/gallery/builtin/art/', import.meta.url),
].find((url) => existsSync(url))

/** File name on the web, which carries a hash of the content and so never changes its meaning, and the picture. */
const pictures = new Map<string, { file: string; svg: Buffer }>()
for (const name of folder ? readdirSync(folder) : []) {
  if (!name.endsWith('.svg')) continue
  const svg = readFileSync(new URL(name, folder))
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12)
  pictures.set(name.slice(0, -4), { file: `${name.slice(0, -4)}-${hash}.svg`, svg })
}
const byFile = new Map([...pictures.values()].map(({ file, svg }) => [file, svg]))

/** The address of a built-in picture, such as `wenna-avatar`. Throws for a picture that doesn't exist. */
export const pictureAddress = (name: string): string => {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`There is no built-in picture named ${name}`)
  return `/pictures/builtin/${picture.file}`
}

/** The picture behind a file name of `pictureAddress`, or null. */
export const pictureByFile = (file: string): Buffer | null => byFile.get(file) ?? null
