import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a hash of the names, sizes and modification times of all files below these paths. */
export function stampOf(root, paths, skip = () => false) {
  const hash = createHash('sha256')
  for (const file of listFiles(root, paths, skip)) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Returns all files below the paths, relative to root, in a fixed order. Ignores missing paths. */
export function listFiles(root, paths, skip = () => false) {
  const files = []
  const visit = (path) => {
    if (skip(path)) return
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (stat?.isFile()) files.push(path)
    if (stat?.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
  }
  for (const path of paths) visit(path)
  return files
}

export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

export function writeStamp(path, stamp) {
  writeFileSync(path, stamp)
}
