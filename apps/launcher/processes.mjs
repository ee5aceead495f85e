import { readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Returns the boot id and the start time of a process, which identify it even if its id is reused. Returns null if it isn't running or is a
 * zombie. Without /proc, returns `unknown` for a running process.
 */
export function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name may contain spaces and parentheses, so count from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}:${fields[19]}`
  } catch (error) {
    if (error.code === 'ENOENT' && hasProc()) return null
    return isAnswering(pid) ? 'unknown' : null
  }
}

/** True if the process is running and is still the same one. */
export function isAlive(pid, start) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  return startOf(pid) === start
}

/** Sends a signal. Returns false when the process has ended. */
export function signal(pid, name) {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}

let knownBootId
function bootId() {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8)
  return knownBootId
}

function hasProc() {
  try {
    readFileSync('/proc/self/stat')
    return true
  } catch {
    return false
  }
}

function isAnswering(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
