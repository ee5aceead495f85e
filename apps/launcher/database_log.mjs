import { chmodSync, copyFileSync, statSync, truncateSync } from 'node:fs'

/** The size at which the log is rotated. The log and the rotated file together take about 10 MB. */
const BYTES_MAX = 5_000_000

export function isLogLong(path, bytesMax = BYTES_MAX) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytesMax
}

/**
 * Copies a long log to `.1` and truncates it, because PostgreSQL keeps the file open. A line written between the two steps is lost.
 */
export function rotateLog(path, bytesMax = BYTES_MAX) {
  if (!isLogLong(path, bytesMax)) return
  const older = `${path}.1`
  copyFileSync(path, older)
  chmodSync(older, 0o600)
  truncateSync(path)
}
