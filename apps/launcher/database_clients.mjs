import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startOf } from './processes.mjs'

/**
 * The processes that use the database of a data folder. Each has a file, named by its process id. The file contains the start time, which
 * reveals a reused id. Call the methods only while holding the database's lock.
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

  /** Returns the ids of the running clients and removes the files of clients that have exited. */
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
