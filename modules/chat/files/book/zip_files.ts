import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile, type Options } from 'yazl'
import type { BookFile } from './write_epub.ts'

/** Writes an archive while it is read, so that only one compressed file is in memory at a time. */
export const zipFiles = (files: AsyncIterable<BookFile>, modifiedAt: Date): Readable => {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  // Leaves out the extra field for the time, because the file `mimetype` of an EPUB must not have one.
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

/** Adds a file. Resolves when the reader of the archive has read it. */
const addWhenRead = (
  zip: ZipFile,
  { path, bytes, options }: { path: string; bytes: Buffer; options: Partial<Options> }
) => {
  const content = Readable.from([bytes], { objectMode: false })
  zip.addReadStream(content, path, options)
  return finished(content)
}
