import { randomBytes } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'

/**
 * The key in a file, which is made when it is missing; '' when the file is empty. The file is written whole or not at all, and the
 * first of several processes that make it at once decides.
 */
export const readOrMakeKey = (file: string, fs: typeof nodeFs = nodeFs): string => {
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dirname(file), { recursive: true })
    makeKey(file, fs)
  }
  return fs.readFileSync(file, 'utf8').trim()
}

const makeKey = (file: string, fs: typeof nodeFs) => {
  const draft = `${file}.${randomBytes(4).toString('hex')}.draft`
  try {
    fs.writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, a link never replaces the key of another process.
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
