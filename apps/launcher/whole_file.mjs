import { randomBytes } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file atomically, readable only by its owner. Writes a draft, flushes it to disk and renames it. Replaces an existing file.
 * Leaves no draft behind if writing fails.
 */
export function writeWhole(path, contents, { fs = nodeFs } = {}) {
  const draft = `${path}.${randomBytes(4).toString('hex')}.draft`
  try {
    const file = fs.openSync(draft, 'wx', 0o600)
    try {
      fs.writeFileSync(file, contents)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    fs.renameSync(draft, path)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  // Otherwise a power failure may lose the directory entry.
  const folder = fs.openSync(dirname(path), 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}
