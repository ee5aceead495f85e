import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { systemTimers } from '#plugins/contract/timers'
import type { Gate, Gates } from './gates.ts'

interface Arrival {
  pass: () => void
  lose: () => void
}

interface HeldGate {
  /** Null: all are held. */
  ids: readonly string[] | null
  arrivals: Arrival[]
}

/**
 * Lets a test control this server through the channel that the server inherits from it. Only loaded if TEST_CONTROL is on. The processes of
 * the launcher have no such channel, so tests control single servers. `settings` are those that the test may change.
 */
export const startTestControl = (settings: Readonly<Record<string, object>>) => {
  const timers = new AdjustableTimers({ base: systemTimers })
  const heldGates = new Map<Gate, HeldGate>()
  let checkArrivals = () => {}

  const gates: Gates = async (gate, ids) => {
    const held = heldGates.get(gate)
    if (!held || (held.ids && !held.ids.some((id) => ids.includes(id)))) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const lost = Object.assign(new Error('The test has lost the answer.'), { code: 'ECONNRESET' })
    held.arrivals.push({ pass: resolve, lose: () => reject(lost) })
    checkArrivals()
    await promise
  }

  const calls = {
    /** Lets time pass for all timers of this process. */
    advance: (ms: number) => timers.advance(ms),
    /** Holds what arrives at the gate from now on. */
    holdAt: (gate: Gate, ids: readonly string[] | null) => void heldGates.set(gate, { ids, arrivals: [] }),
    /** Resolves when this many are held at the gate. One call at a time. */
    arrived: (gate: Gate, count: number) =>
      new Promise<void>((resolve) => {
        checkArrivals = () => (heldGates.get(gate)?.arrivals.length ?? 0) >= count && resolve()
        checkArrivals()
      }),
    /** Opens the gate. `isLost`: as if the connection had broken before the answer of the database. */
    release: (gate: Gate, isLost: boolean) => {
      const { arrivals = [] } = heldGates.get(gate) ?? {}
      heldGates.delete(gate)
      for (const { pass, lose } of arrivals)
        if (isLost) lose()
        else pass()
    },
    /** Changes settings of one concern. The interval of ticks is only read at the start. */
    configure: (concern: string, changes: object) => void Object.assign(settings[concern]!, changes),
  }

  if (!process.send) throw new Error('TEST_CONTROL needs the channel of a test that starts this server.')
  process.on('message', ({ id, name, args }: { id: number; name: keyof typeof calls; args: unknown[] }) => {
    const work = async () => (calls[name] as (...args: unknown[]) => unknown)(...args)
    void work().then(
      () => process.send!({ id }),
      (error: Error) => process.send!({ id, error: error.message })
    )
  })
  // An idle channel must not keep the process alive.
  process.channel?.unref()
  return { timers, gates }
}
