import { setTimeout as sleep } from 'node:timers/promises'
import { Caller } from './calls.mjs'

const atOnce = 5

/** Imports characters, and records which ones must exist. */
export class Admin {
  imported = []
  #caller
  #journal
  #dice

  constructor({ fleet, journal, dice }) {
    this.#caller = new Caller(fleet, journal)
    this.#journal = journal
    this.#dice = dice
  }

  async signIn(body) {
    const { status, text } = await this.#caller.call('POST', '/api/login', { body, isRepeatable: true })
    if (status !== 200) throw new Error(`The admin's sign-in got ${status}: ${text.slice(0, 200)}`)
  }

  async live(isOver) {
    while (!isOver()) {
      try {
        await this.#import()
        await this.#look('/api/admin/dashboard')
        await this.#look('/api/admin/users?limit=20')
      } catch (error) {
        this.#journal.breach(`an admin: ${error.stack}`)
      }
      await sleep(this.#dice.between(1_000, 4_000))
    }
  }

  /** Idempotent: imports skip existing characters. */
  async #import() {
    const first = this.imported.length
    const entries = Array.from({ length: atOnce }, (_, index) => ({
      name: `Keeper ${first + index}`,
      greeting: 'Mind the step.',
      backstory: 'Keeps the light of a lighthouse that nobody has asked for in years.',
      personality: 'Patient and dry.',
      tags: ['soak'],
      scenario: 'On the stairs.',
      category: 'Adventure',
    }))
    const { status, json, text } = await this.#caller.call('POST', '/api/admin/import-characters', {
      body: entries,
      isRepeatable: true,
    })
    if (status !== 200 || json.total !== atOnce || json.errors.length > 0)
      return this.#journal.breach(`an import got ${status}: ${text.slice(0, 300)}`)
    this.imported.push(...entries.map(({ name }) => name))
    this.#journal.count('imported', atOnce)
  }

  async #look(path) {
    const { status } = await this.#caller.call('GET', path)
    if (status !== 200) this.#journal.breach(`${path} got ${status}`)
  }
}
