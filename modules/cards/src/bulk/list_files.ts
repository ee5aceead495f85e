import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemFile } from '../../formats/index.ts'

export interface ListedFile {
  path: string
  /** The name for users. */
  name: string
  bytes: number
}

const depthMax = 32
const filesMax = 1_000_000

/** Lists the given files, and the files in the given folders, except for those of operating systems. Sorts each folder by name. Throws for a missing path. */
export const listFiles = async (paths: readonly { path: string; name: string }[]): Promise<ListedFile[]> => {
  const files: ListedFile[] = []
  const add = (file: ListedFile) => {
    if (files.length >= filesMax) throw new Error(`There are more than ${filesMax.toLocaleString('en')} files in it.`)
    files.push(file)
  }
  const addFolder = async (path: string, name: string, depth: number) => {
    const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const inner = { path: join(path, entry.name), name: join(name, entry.name) }
      if (entry.isDirectory() && depth < depthMax && entry.name !== '__MACOSX')
        await addFolder(inner.path, inner.name, depth + 1)
      else if (entry.isFile() && !isSystemFile(entry.name)) add({ ...inner, bytes: (await stat(inner.path)).size })
    }
  }
  for (const { path, name } of paths) {
    const found = await stat(path)
    if (found.isDirectory()) await addFolder(path, name, 1)
    else add({ path, name, bytes: found.size })
  }
  return files
}
