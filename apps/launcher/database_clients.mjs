import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startOf } from './processes.mjs'

/**
 * Who uses the database of a data folder: one file per process, named by its number and holding its start,
 * so that a number used again is not taken for the client. Call only under the database's lock.
 */
export class DatabaseClients {
  #folder

  constructor(dataDir) {
    this.#folder = join(dataDir, 'clients')
  }

  add(pid) {
    const start = startOf(pid)
    if (start === null) return
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(join(this.#folder, String(pid)), start)
  }

  remove(pid) {
    rmSync(join(this.#folder, String(pid)), { force: true })
  }

  /** The clients that still run; the files of the dead are swept. */
  listAlive() {
    const alive = []
    for (const name of this.#names()) {
      const path = join(this.#folder, name)
      if (isAlive(Number(name), readFileSync(path, 'utf8'))) alive.push(Number(name))
      else rmSync(path, { force: true })
    }
    return alive
  }

  #names() {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      if (error.code === 'ENOENT') return []
      throw error
    }
  }
}
