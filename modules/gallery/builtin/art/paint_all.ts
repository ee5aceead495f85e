/**
 * Paints the built-in pictures into `painted/`, all of them or those named, after a change of the code that paints them:
 * node modules/gallery/builtin/art/paint_all.ts [wenna-avatar ...]. All sixteen take a minute or two on two cores, which is
 * why the paintings are kept and a build only scales them.
 */
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { pictureWidths } from '../../api.ts'
import { paint, type Picture } from './picture.ts'

const slugs = ['beatriz', 'wenna', 'akari', 'gerald', 'noor', 'sunny', 'ninety', 'ilario']
const folder = new URL('./painted/', import.meta.url)

const load = async (name: string): Promise<Picture> => {
  const [slug, kind] = name.split('-')
  return kind === 'avatar'
    ? (await import(`./people/${slug}.ts`)).portrait()
    : (await import(`./places/${slug}.ts`)).scene()
}

if (isMainThread) {
  mkdirSync(folder, { recursive: true })
  const names = argv.slice(2)
  const wanted = names.length ? names : slugs.flatMap((slug) => [`${slug}-avatar`, `${slug}-background`])
  const painters = Math.min(4, availableParallelism(), wanted.length)
  for (let k = 0; k < painters; k++)
    new Worker(new URL(import.meta.url), {
      workerData: wanted.filter((_, n) => n % painters === k),
    })
} else {
  for (const name of workerData as string[]) {
    const { data, info } = await paint(await load(name), pictureWidths.at(-1)!)
    const webp = sharp(data, { raw: info }).webp({ quality: 88, effort: 6, smartSubsample: true })
    await webp.toFile(fileURLToPath(new URL(`${name}.webp`, folder)))
  }
}
