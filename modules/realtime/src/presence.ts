import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { Bus, topic } from './bus.ts'
import { UserEvents } from './user_events.ts'

/** Whether users look at a tab, have hidden tabs only, or none. */
export type Sight = 'in_sight' | 'hidden' | 'none'

const questions = topic<{ from: string; userId: string }>('sight_questions')
const answers = topic<{ userId: string; sight: Exclude<Sight, 'none'> }>('sight_answers')
const everyProcess = 'all'

/** How long other processes may take to answer. */
const answerMs = 500

/**
 * Tells whether a user looks at a tab, in any process. Tabs say with their event stream whether they are hidden. Other processes are only
 * asked if there are some and no tab in sight is connected to this one. A lost answer counts as none.
 */
@inject()
export class Presence {
  readonly #waiting = new Set<{ userId: string; hear: (sight: Exclude<Sight, 'none'>) => void }>()

  constructor(
    private readonly bus: Bus,
    private readonly events: UserEvents,
    private readonly timers: Timers
  ) {
    bus.subscribe(questions, everyProcess, ({ from, userId }) => {
      const sight = events.sightOf(userId)
      if (sight !== 'none') void bus.publish(answers, from, { userId, sight }).catch(() => {})
    })
    bus.subscribe(answers, bus.processId, ({ userId, sight }) => {
      for (const waiting of this.#waiting) if (waiting.userId === userId) waiting.hear(sight)
    })
  }

  async sightOf(userId: string): Promise<Sight> {
    const here = this.events.sightOf(userId)
    if (here === 'in_sight' || !this.bus.hasPeers) return here
    const { promise, resolve } = Promise.withResolvers<Sight>()
    let found: Sight = here
    const waiting = {
      userId,
      hear: (sight: Exclude<Sight, 'none'>) => {
        if (sight === 'in_sight') resolve(sight)
        else found = sight
      },
    }
    this.#waiting.add(waiting)
    const cancel = this.timers.after(answerMs, () => resolve(found))
    await this.bus.publish(questions, everyProcess, { from: this.bus.processId, userId }).catch(() => resolve(here))
    const sight = await promise
    cancel()
    this.#waiting.delete(waiting)
    return sight
  }
}
