import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import process from 'node:process'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program with our terminal until it ends, passing our signals on to it, and gives its exit code
 * (128 + n when signal n ended it, as a shell says it).
 */
export async function runChild(file, args, { onSignal, ...options } = {}) {
  const child = spawn(file, args, { stdio: 'inherit', ...options })
  const forward = (name) => {
    child.kill(name)
    onSignal?.(name, child)
  }
  for (const name of FORWARDED) process.on(name, forward)
  try {
    return await exitCodeOf(child)
  } finally {
    for (const name of FORWARDED) process.off(name, forward)
  }
}

/** The exit code of a spawned child; rejects when it could not be started. */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signalName) => resolve(code ?? 128 + constants.signals[signalName]))
  })
}
