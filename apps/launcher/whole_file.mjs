import { randomBytes } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, readable by its owner alone: into a draft beside it, flushed to disk, then renamed.
 * Replaces a file of that name. When writing fails, for want of space say, neither file nor draft is left.
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
  // Without this the name itself may be lost with the power.
  const folder = fs.openSync(dirname(path), 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}
