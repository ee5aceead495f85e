import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface ImportFile {
  path: string
  bytes: number
}

/** The given files, and all `.json` files in the given folders, recursively. Throws for a missing path. */
export const findImportFiles = async (paths: readonly string[]): Promise<ImportFile[]> => {
  const files: ImportFile[] = []
  for (const path of paths) {
    const found = await stat(path)
    if (!found.isDirectory()) {
      files.push({ path, bytes: found.size })
      continue
    }
    const names = (await readdir(path, { recursive: true })).filter((name) => name.toLowerCase().endsWith('.json'))
    for (const name of names.sort()) {
      const file = await stat(join(path, name))
      if (file.isFile()) files.push({ path: join(path, name), bytes: file.size })
    }
  }
  return files
}

/** Streams a file; `onBytes` reports the size of each chunk. */
export async function* bytesOf(path: string, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    yield chunk as Buffer
  }
}
