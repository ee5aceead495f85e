import { chmodSync, copyFileSync, statSync, truncateSync } from 'node:fs'

/** With the part before it, ten megabytes at most: months of an undisturbed server. */
const BYTES_MAX = 5_000_000

export function isLogLong(path, bytesMax = BYTES_MAX) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytesMax
}

/**
 * Moves what a long log has into the file beside it, whose name ends in `.1`, in place of what was there. PostgreSQL appends to the
 * file it was started with, so it goes on in the emptied one; a line that comes between copying and emptying is lost.
 */
export function shortenLog(path, bytesMax = BYTES_MAX) {
  if (!isLogLong(path, bytesMax)) return
  const older = `${path}.1`
  copyFileSync(path, older)
  chmodSync(older, 0o600)
  truncateSync(path)
}
