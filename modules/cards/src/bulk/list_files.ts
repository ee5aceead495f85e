import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface ListedFile {
  path: string
  /** The name for users. */
  name: string
  bytes: number
}

const depthMax = 32
const filesMax = 1_000_000

/** Checks only the name, because a folder may contain any files. The bytes of a file determine its format. */
export const isImportable = (name: string): boolean =>
  /\.(?:png|apng|jpe?g|webp|json|ya?ml|charx|byaf|zip)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name)

/** Lists the given files, and the importable files in the given folders. Sorts each folder by name. Throws for a missing path. */
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
      if (entry.isDirectory() && depth < depthMax) await addFolder(inner.path, inner.name, depth + 1)
      else if (entry.isFile() && isImportable(entry.name)) add({ ...inner, bytes: (await stat(inner.path)).size })
    }
  }
  for (const { path, name } of paths) {
    const found = await stat(path)
    if (found.isDirectory()) await addFolder(path, name, 1)
    else add({ path, name, bytes: found.size })
  }
  return files
}
