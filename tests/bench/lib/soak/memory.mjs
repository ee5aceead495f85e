import { readFileSync } from 'node:fs'

/**
 * Samples the resident memory of each server (of the larger process of a launcher), and the live memory of the first process, which never
 * restarts.
 */
export class MemoryWatch {
  series = []
  /** The memory that the first process still needs after a garbage collection. Resident memory includes garbage, so it grows by chance. */
  live = []
  #timers
  #measured = Promise.resolve()

  constructor(fleet, journal, { everyMs, liveEveryMs }) {
    const look = () => {
      for (const { number, lives, child, isLauncher } of fleet.members) {
        if (!child || child.exitCode !== null || child.signalCode !== null) continue
        const life = (this.series[number] ??= [])
        const sizes = fleet.pids({ child, isLauncher }).map(residentOf)
        const megabytes = sizes.includes(null) || sizes.length === 0 ? null : Math.max(...sizes)
        if (megabytes !== null) (life[lives.length - 1] ??= []).push({ seconds: journal.now() / 1000, megabytes })
      }
    }
    const measureLive = async () => {
      const { aliveMb, outsideMb } = await fleet.heapOfFirst.look()
      this.live.push({ seconds: journal.now() / 1000, megabytes: aliveMb + outsideMb })
    }
    this.#timers = [setInterval(look, everyMs)]
    if (fleet.heapOfFirst) this.#timers.push(setInterval(() => (this.#measured = measureLive()), liveEveryMs))
  }

  async stop() {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#measured
  }

  /** The peak memory of a process in MB, or null if unavailable. */
  get peak() {
    const all = this.series.flat(2).map(({ megabytes }) => megabytes)
    return all.length === 0 ? null : Math.max(...all)
  }

  /** Returns the growth of live memory in MB a minute, by regression after a warm-up, or null if the run is too short. */
  slope(warmUpSeconds, leastSeconds) {
    const points = this.live.filter(({ seconds }) => seconds >= warmUpSeconds)
    if (points.length < 2 || points.at(-1).seconds - points[0].seconds < leastSeconds) return null
    return 60 * slopeOf(points)
  }
}

/** Returns the slope by least squares. */
function slopeOf(points) {
  const mean = (read) => points.reduce((sum, point) => sum + read(point), 0) / points.length
  const [x, y] = [mean(({ seconds }) => seconds), mean(({ megabytes }) => megabytes)]
  const above = points.reduce((sum, { seconds, megabytes }) => sum + (seconds - x) * (megabytes - y), 0)
  return above / points.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0)
}

function residentOf(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return null
  }
}
