import type { Dropped } from '#web/lib/dropped_files'

/** A chosen or dropped file. */
export interface PickedFile {
  file: File
  /** The names of its folders, outermost first. */
  folders: readonly string[]
}

/** The maximum number of files in one import. One more file is collected to detect that there are too many. */
export const pickedMax = 2_000
const depthMax = 16

/** Whether a file or a folder is hidden or was created by the system. */
const isHidden = (name: string) => name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

/** Collects the files in dropped folders, at most one more than `pickedMax`. Unreadable files are left out. */
export async function collectDropped(dropped: readonly Dropped[]): Promise<PickedFile[]> {
  const picked: PickedFile[] = []
  for (const one of dropped) await collect(one, [], picked)
  return picked
}

async function collect(one: Dropped, folders: readonly string[], picked: PickedFile[]): Promise<void> {
  if (picked.length > pickedMax || folders.length > depthMax || isHidden(one.name)) return
  if (one instanceof File) return void picked.push({ file: one, folders })
  if (one.isFile) {
    const file = await fileOf(one as FileSystemFileEntry)
    if (file) picked.push({ file, folders })
    return
  }
  const reader = (one as FileSystemDirectoryEntry).createReader()
  // A reader returns the entries in parts. An empty part ends them.
  for (let part = await readPart(reader); part.length > 0 && picked.length <= pickedMax; part = await readPart(reader))
    for (const entry of part) await collect(entry, [...folders, one.name], picked)
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))

const readPart = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))

/** Collects the files of a file input, which provides the folders as a path. */
export const collectChosen = (files: Iterable<File>): PickedFile[] =>
  [...files]
    .filter(({ name }) => !isHidden(name))
    .slice(0, pickedMax + 1)
    .map((file) => ({ file, folders: (file.webkitRelativePath ?? '').split('/').slice(0, -1) }))
