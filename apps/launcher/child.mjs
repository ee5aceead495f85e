import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The signals that ask a program to exit. Ctrl-C, process managers and closed terminals send them. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How long to wait for the last output of a program that has exited. A process that it left behind may keep the pipe open forever. */
const LAST_OUTPUT_MS = 2_000

/**
 * Runs a program, forwards our signals to it and returns its exit code (128 + n after signal n, as in a shell). The program inherits our
 * terminal, unless `write(text, 'out' or 'err')` receives its output.
 */
export async function runChild(file, args, { onSignal, write, ...options } = {}) {
  const child = spawn(file, args, { stdio: write ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
  const closed = once(child, 'close').catch(() => {})
  child.stdout?.setEncoding('utf8').on('data', (text) => write(text, 'out'))
  child.stderr?.setEncoding('utf8').on('data', (text) => write(text, 'err'))
  const forward = (name) => {
    child.kill(name)
    onSignal?.(name, child)
  }
  for (const name of END_SIGNALS) process.on(name, forward)
  try {
    const code = await exitCodeOf(child)
    if (write) await Promise.race([closed, sleep(LAST_OUTPUT_MS, undefined, { ref: false })])
    return code
  } finally {
    for (const name of END_SIGNALS) process.off(name, forward)
  }
}

/** Keeps signals from ending this process, so that it can clean up. `code` is the exit code for the received signal, else null. */
export function holdSignals() {
  const held = { code: null }
  for (const name of END_SIGNALS) process.on(name, () => (held.code ??= codeOf(name)))
  return held
}

/** Resolves to the exit code of a child. Rejects if the child could not be started. */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signalName) => resolve(code ?? codeOf(signalName)))
  })
}

const codeOf = (signalName) => 128 + constants.signals[signalName]
