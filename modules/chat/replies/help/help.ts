import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import type { HelpLine } from '../api.ts'
import { saysSelfHarm } from './says_self_harm.ts'

/** The setting in `config/help_lines.ts`. */
export abstract class HelpSettings {
  abstract readonly lines: readonly HelpLine[]
}

const dayMs = 86_400_000
/** Beyond this, further people of the day aren't counted. */
const peopleMax = 100_000

/** Finds out whether a message needs help. Stores and logs nothing. */
@inject()
export class Help {
  /** How often help was offered, at most once a person and UTC day. */
  offers = 0
  #day = 0
  /** The people of the day, in memory only. */
  #people = new Set<string>()

  constructor(private readonly timers: Timers) {}

  /** Whether the reply should be told to respond with care. */
  isNeeded(text: string): boolean {
    return saysSelfHarm(text)
  }

  /** Counts that help was offered. */
  count(userId: string) {
    const day = Math.floor(this.timers.now() / dayMs)
    if (day !== this.#day) {
      this.#day = day
      this.#people = new Set()
    }
    if (this.#people.has(userId) || this.#people.size >= peopleMax) return
    this.#people.add(userId)
    this.offers++
  }
}
