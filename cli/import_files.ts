import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface ImportFile {
  path: string
  bytes: number
}

/** The files that are named, and the `.json` files in the folders that are, folders within them too. Throws for what is not there. */
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
      const inside = await stat(join(path, name))
      if (inside.isFile()) files.push({ path: join(path, name), bytes: inside.size })
    }
  }
  return files
}

/** A file's bytes as they are needed; `onBytes` hears how many there were. */
export async function* bytesOf(path: string, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    yield chunk as Buffer
  }
}
