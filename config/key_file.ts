import { randomBytes } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads the key from a file and creates the file if missing. Returns '' for an empty file. The file is written atomically. If several
 * processes create it at once, the first one wins.
 */
export const readOrCreateKey = (file: string, fs: typeof nodeFs = nodeFs): string => {
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dirname(file), { recursive: true })
    createKey(file, fs)
  }
  return fs.readFileSync(file, 'utf8').trim()
}

const createKey = (file: string, fs: typeof nodeFs) => {
  const draft = `${file}.${randomBytes(4).toString('hex')}.draft`
  try {
    fs.writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, a hard link never replaces another process's key.
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
