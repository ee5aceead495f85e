import process from 'node:process'

const startedAt = process.hrtime.bigint()

/** Returns a line of progress with the seconds since the start: `[  1.3s] building the server`. */
export function lineOf(text) {
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
  return `[${seconds.toFixed(1).padStart(5)}s] ${text}\n`
}

export function say(line) {
  process.stderr.write(lineOf(line))
}

/** A problem that the user can fix. Printed as one line, without a stack. */
export class Refusal extends Error {}

/** Runs `main`. Exits with 1 and one line for a Refusal or a full disk, or with a stack for other errors. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

function messageOf(error) {
  if (error instanceof Refusal) return error.message
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return `The disk is full (${error.path ?? error.message}): free some space, then try again.`
  return error.stack ?? String(error)
}
