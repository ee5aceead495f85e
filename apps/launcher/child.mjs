import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** What asks a program to end: somebody's Ctrl-C, whoever runs it, a terminal that is closed. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** For the last words of a program that has ended; one that it left behind may hold its output open for ever. */
const LAST_WORDS_MS = 2_000

/**
 * Runs a program until it ends, passing our signals on to it, and gives its exit code (128 + n when signal n ended it, as a shell
 * says it). It has our terminal; with `tell(text, 'out' or 'err')` it has none, and what it says goes there.
 */
export async function runChild(file, args, { onSignal, tell, ...options } = {}) {
  const child = spawn(file, args, { stdio: tell ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
  const closed = once(child, 'close').catch(() => {})
  child.stdout?.setEncoding('utf8').on('data', (text) => tell(text, 'out'))
  child.stderr?.setEncoding('utf8').on('data', (text) => tell(text, 'err'))
  const forward = (name) => {
    child.kill(name)
    onSignal?.(name, child)
  }
  for (const name of END_SIGNALS) process.on(name, forward)
  try {
    const code = await exitCodeOf(child)
    if (tell) await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })])
    return code
  } finally {
    for (const name of END_SIGNALS) process.off(name, forward)
  }
}

/**
 * From now on a signal does not end us, so that what was begun can be undone; `code` is how a shell says that one came, null while none
 * has.
 */
export function holdSignals() {
  const held = { code: null }
  for (const name of END_SIGNALS) process.on(name, () => (held.code ??= codeOf(name)))
  return held
}

/** The exit code of a spawned child; rejects when it could not be started. */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signalName) => resolve(code ?? codeOf(signalName)))
  })
}

const codeOf = (signalName) => 128 + constants.signals[signalName]
