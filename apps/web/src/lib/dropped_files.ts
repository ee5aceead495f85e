/** A folder or a file that was dropped. */
export type Dropped = FileSystemEntry | File

let held: readonly Dropped[] = []

/** Holds dropped files and folders until the screen that reads them takes them. */
export const droppedFiles = {
  /** Returns the dropped files and folders. Call it during the event: afterwards the browser no longer gives access. */
  of({ items, files }: DataTransfer): Dropped[] {
    if (!items?.length) return [...(files ?? [])]
    return [...items].flatMap((item) =>
      item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? item.getAsFile() ?? []) : []
    )
  },
  hold(dropped: readonly Dropped[]): void {
    held = dropped
  },
  /** Returns the files once. */
  take(): readonly Dropped[] {
    const taken = held
    held = []
    return taken
  },
}
