import { readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * What tells this process from every other one that had or will have its number: boot and start time.
 * `null` when no such process runs; a zombie does not run.
 */
export function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of a process may hold spaces and parentheses, so count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}:${fields[19]}`
  } catch (error) {
    if (error.code === 'ENOENT' && hasProc()) return null
    return isAnswering(pid) ? 'unknown' : null
  }
}

/** Whether the process with this number still is the one that had this start. */
export function isAlive(pid, start) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  return startOf(pid) === start
}

/** Sends a signal; false when the process is gone already. */
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
