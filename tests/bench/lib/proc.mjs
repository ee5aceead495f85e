import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** CPU and memory are read from /proc, and not measured elsewhere. */
export const canMeasureProcesses = existsSync('/proc/self/stat')

const setting = (name, otherwise) => {
  try {
    return (
      Number(execFileSync('getconf', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) || otherwise
    )
  } catch {
    return otherwise
  }
}
const ticksPerSecond = canMeasureProcesses ? setting('CLK_TCK', 100) : 100
const pageBytes = canMeasureProcesses ? setting('PAGESIZE', 4096) : 4096

function readProcess(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may contain spaces and brackets: parse after the last one.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      residentBytes: Number(fields[21]) * pageBytes,
    }
  } catch {
    return null // it ended between the listing and the reading
  }
}

function readAllProcesses() {
  const all = new Map()
  for (const name of readdirSync('/proc')) {
    const first = name.charCodeAt(0)
    if (first < 48 || first > 57) continue
    const one = readProcess(name)
    if (one !== null) all.set(Number(name), one)
  }
  return all
}

function treeOf(all, root) {
  const members = new Set(all.has(root) ? [root] : [])
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const [pid, one] of all) if (members.has(one.parent)) members.add(pid)
  }
  return members
}

/** Returns the busy and stolen CPU seconds of the whole machine. */
function machineBusySeconds() {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond
}

export const processName = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

export const parentOf = (pid) => readProcess(pid)?.parent ?? null

/** Returns the memory of a process and its descendants, counting shared memory once, or 0 if the process has ended or isn't measured. */
export const memoryBytesOf = (pid) =>
  canMeasureProcesses ? [...treeOf(readAllProcesses(), pid)].reduce((sum, each) => sum + proportionalBytes(each), 0) : 0

const proportionalBytes = (pid) => {
  try {
    return Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * 1_024
  } catch {
    return 0 // it ended between the listing and the reading
  }
}

export const countDescendants = (pid) => treeOf(readAllProcesses(), pid).size - 1

/**
 * Watches process trees, `{ name: root pid or null }`, until `stop()`, which returns `{ cpuSeconds, peakResidentBytes }` per name, or
 * null if not measured, and `machine: { cpuSeconds }`. Processes that end keep their last sample; new ones count from zero.
 */
export function watchTrees(roots, everyMs = 500) {
  const names = Object.keys(roots)
  if (!canMeasureProcesses) return { stop: () => Object.fromEntries([...names, 'machine'].map((name) => [name, null])) }
  const seen = new Map(names.map((name) => [name, { processes: new Map(), peak: 0 }]))

  const look = (isFirst) => {
    const all = readAllProcesses()
    for (const name of names) {
      if (roots[name] === null) continue
      const watched = seen.get(name)
      let resident = 0
      for (const pid of treeOf(all, roots[name])) {
        const { cpuSeconds, residentBytes } = all.get(pid)
        resident += residentBytes
        const known = watched.processes.get(pid)
        if (known) known.now = cpuSeconds
        else watched.processes.set(pid, { start: isFirst ? cpuSeconds : 0, now: cpuSeconds })
      }
      watched.peak = Math.max(watched.peak, resident)
    }
  }

  const busyAtFirst = machineBusySeconds()
  look(true)
  const timer = setInterval(look, everyMs, false)
  return {
    stop() {
      clearInterval(timer)
      look(false)
      const machine = { cpuSeconds: machineBusySeconds() - busyAtFirst }
      const trees = Object.fromEntries(
        names.map((name) => {
          const { processes, peak } = seen.get(name)
          if (processes.size === 0) return [name, null]
          let cpuSeconds = 0
          for (const { start, now } of processes.values()) cpuSeconds += now - start
          return [name, { cpuSeconds, peakResidentBytes: peak }]
        })
      )
      return { ...trees, machine }
    },
  }
}
