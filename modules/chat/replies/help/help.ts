import { createHmac } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Bus, topic } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { AskModeration } from './ask_moderation.ts'
import { HelpSettings } from './help_settings.ts'
import { saysSelfHarm } from './says_self_harm.ts'

const dayMs = 86_400_000
/** Beyond this, further people of the day aren't counted. */
const peopleMax = 100_000

/** Tells other processes of a person who was counted, without saying who it is. */
const counted = topic<{ day: number; person: string }>('help_counted')
const everyProcess = 'all'

/** Finds out whether a message needs help. Stores and logs nothing. */
@inject()
export class Help {
  /** How often this process was the first to offer help to a person on a UTC day. */
  offers = 0
  #day = 0
  /** Hashes of the people of the day, in memory only. */
  #people = new Set<string>()

  constructor(
    private readonly timers: Timers,
    private readonly bus: Bus,
    private readonly settings: HelpSettings,
    private readonly moderation: AskModeration
  ) {
    bus.subscribe(counted, everyProcess, ({ day, person }) => void this.#add(day, person))
  }

  /** Whether the reply should be told to respond with care. Never rejects. */
  async isNeeded(text: string): Promise<boolean> {
    return saysSelfHarm(text) || this.moderation.finds(text)
  }

  /** Counts that help was offered, at most once a person and UTC day in all processes. */
  count(userId: string) {
    const day = this.#today
    const person = createHmac('sha256', this.settings.key).update(`${day} ${userId}`).digest('base64url')
    if (!this.#add(day, person)) return
    this.offers++
    // Never rejects: without the bus, another process may count the person once more.
    if (this.bus.hasPeers) this.bus.publish(counted, everyProcess, { day, person }).catch(() => {})
  }

  get #today() {
    return Math.floor(this.timers.now() / dayMs)
  }

  /** Returns whether the person is new today. */
  #add(day: number, person: string): boolean {
    if (day < this.#day) return false
    if (day > this.#day) {
      this.#day = day
      this.#people = new Set()
    }
    if (this.#people.has(person) || this.#people.size >= peopleMax) return false
    this.#people.add(person)
    return true
  }
}
