import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { fail, ok, type Result } from '#modules/kernel/result'
import { sourceIn, xmpOf } from '../domain/digital_source.ts'
import { likenessFile } from '../domain/likeness_file.ts'
import { readingLimits } from '../domain/reading_limits.ts'
import { hasPictureSignature } from '../domain/signature.ts'
import { findFile } from './find_file.ts'
import { likenessOf } from './likeness.ts'
import type { ReadingJob, ReadingRefusal } from './job.ts'

// One thread, no cache, and only four of the library's decoders.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/**
 * Re-encodes untrusted bytes: the first frame, upright, in sRGB, without metadata. Returns the widths of the picture, up to the first width
 * that the whole picture fits into. With `isPng`, returns no widths. The only metadata that is written is `mark`.
 */
export const readPicture = async (job: ReadingJob): Promise<Result<number[], ReadingRefusal>> => {
  const sent = await readFile(job.file)
  const found = job.boundary === null ? ok(sent) : findFile(sent, job.boundary)
  if (!found.ok) return found
  const bytes = found.value
  if (bytes.length === 0) return fail({ kind: 'empty' })
  if (!hasPictureSignature(bytes)) return fail({ kind: 'not_a_picture' })

  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!size) return fail({ kind: 'unreadable' })
  const megapixels = (size.width * size.height) / 1_000_000
  const { megapixelsMax } = readingLimits
  if (megapixels > megapixelsMax) return fail({ kind: 'too_many_pixels', megapixels, megapixelsMax })

  const source = job.mark === 'kept' ? sourceIn(size.xmpAsString) : (job.mark ?? null)
  const marked = (picture: Sharp): Sharp => (source ? picture.withXmp(xmpOf(source)) : picture)
  if (job.isPng) return writePng(marked(open(bytes)), job)
  const widest = await decode(bytes, job.widths.at(-1)!)
  return widest ? ok(await writeWidths(widest, marked, job)) : fail({ kind: 'unreadable' })
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: readingLimits.megapixelsMax * 1_000_000, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')

const writePng = async (picture: Sharp, { folder }: ReadingJob): Promise<Result<number[], ReadingRefusal>> => {
  const written = await picture
    .png({ compressionLevel: 6, adaptiveFiltering: false, palette: false })
    .toFile(join(folder, 'picture.png'))
    .catch(() => null)
  if (!written) return fail({ kind: 'unreadable' })
  return written.size > readingLimits.pngBytesMax ? fail({ kind: 'too_heavy' }) : ok([])
}

const decode = (bytes: Buffer, widest: number): Promise<Pixels | null> =>
  open(bytes)
    .resize(within(widest))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)

const writeWidths = async (
  { data, info }: Pixels,
  marked: (picture: Sharp) => Sharp,
  job: ReadingJob
): Promise<number[]> => {
  const { width, height, channels } = info
  const enough = job.widths.findIndex((target) => width <= target && height <= within(target).height)
  const widths = enough < 0 ? [...job.widths] : job.widths.slice(0, enough + 1)
  // With `isWidestOnly`, imports of thousands of files take half the time, for 3 % more bytes.
  for (const target of job.isWidestOnly ? widths.slice(-1) : widths)
    await marked(sharp(data, { raw: { width, height, channels } }))
      .resize(within(target))
      .webp({ quality: target > 400 ? 82 : 86, effort: job.isWidestOnly ? 2 : 3, smartSubsample: target < 400 })
      .toFile(join(job.folder, `${target}.webp`))
  const likeness = await likenessOf(sharp(data, { raw: { width, height, channels } }))
  await writeFile(join(job.folder, likenessFile), likeness)
  if (job.jpegSide !== undefined) await writeJpeg({ data, info }, job.jpegSide, job.folder)
  return widths
}

const writeJpeg = async ({ data, info: { width, height, channels } }: Pixels, side: number, folder: string) => {
  await sharp(data, { raw: { width, height, channels } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toFile(join(folder, 'picture.jpg'))
  await writeFile(join(folder, 'size'), `${width} ${height}`)
}

const within = (width: number) => ({
  width,
  height: width * readingLimits.heightPerWidthMax,
  fit: 'inside' as const,
  withoutEnlargement: true,
})
