import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile, type Options } from 'yazl'
import type { BookFile } from './write_epub.ts'

/** An archive of files, made as it is read: one compressed file is in memory at a time. */
export const zipFiles = (files: AsyncIterable<BookFile>, modifiedAt: Date): Readable => {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  // Without an extra field for the time: none may precede an EPUB's type.
  const options = { mtime: modifiedAt, forceDosTimestamp: true }
  const addAll = async () => {
    for await (const { path, content, isStored } of files) {
      const bytes = Buffer.from(content)
      if (isStored) zip.addBuffer(bytes, path, { ...options, compress: false })
      else await addWhenRead(zip, { path, bytes, options })
      if (archive.destroyed) return
    }
    zip.end()
  }
  addAll().catch((error) => archive.destroy(error))
  return archive
}

/** Resolves when the reader of the archive has taken the file. */
const addWhenRead = (
  zip: ZipFile,
  { path, bytes, options }: { path: string; bytes: Buffer; options: Partial<Options> }
) => {
  const content = Readable.from([bytes], { objectMode: false })
  zip.addReadStream(content, path, options)
  return finished(content)
}
