import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { MalformedImport, readEntries } from '#modules/gallery/index'
import { classify } from '../../formats/index.ts'

/**
 * Whether a file is a list of Facet's own entries, and not a list of cards or lorebooks. The first entry decides. Such a file may have any
 * size.
 */
export const isJsonList = async (path: string): Promise<boolean> => {
  if (!(await beginsAsJson(path))) return false
  const stream = createReadStream(path, { highWaterMark: 64 * 1024 })
  try {
    for await (const entry of readEntries(stream)) {
      if ('problem' in entry) return true
      // Some lorebooks are lists, too.
      if (classify([entry.value]).holds === 'lorebook') return false
      const content = classify(entry.value)
      return content.holds === 'unknown' || (content.holds === 'character' && content.format === 'facet_entry')
    }
    return false
  } catch (error) {
    if (error instanceof MalformedImport) return false
    throw error
  } finally {
    stream.destroy()
  }
}

/** Checks only the first character after white space. */
const beginsAsJson = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}
