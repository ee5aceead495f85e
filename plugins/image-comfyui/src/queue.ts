/** The place of a job in the answer to `GET /queue`: the number of jobs before it, `running`, or null if the queue lacks it. */
export function placeOf(queue: unknown, id: string): number | 'running' | null {
  const { queue_running: running, queue_pending: pending } = Object(queue) as Record<string, unknown>
  const [now, later] = [idsOf(running), idsOf(pending)]
  if (now.some(({ id: other }) => other === id)) return 'running'
  const own = later.find(({ id: other }) => other === id)
  return own ? now.length + later.filter(({ number }) => number < own.number).length : null
}

/** An entry is `[number, id, …]`. ComfyUI runs the lowest number first, and doesn't sort its answer. */
const idsOf = (entries: unknown): { id: unknown; number: number }[] =>
  Array.isArray(entries)
    ? entries.map((entry) =>
        Array.isArray(entry) ? { number: Number(entry[0]), id: entry[1] } : { number: NaN, id: null }
      )
    : []
