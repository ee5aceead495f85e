import process from 'node:process'

const begunAt = process.hrtime.bigint()

/** One plain line of progress with the seconds since the launcher began, e.g. `[ 1.3s] building the server`. */
export function lineOf(text) {
  const seconds = Number(process.hrtime.bigint() - begunAt) / 1e9
  return `[${seconds.toFixed(1).padStart(5)}s] ${text}\n`
}

/** Such a line, on stderr. */
export function say(line) {
  process.stderr.write(lineOf(line))
}

/** What a person can mend: told as its one line, without a stack. */
export class Refusal extends Error {}

/** Runs `main`; a Refusal or a full disk ends the process with one line and exit code 1, anything else with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`)
    process.exitCode = 1
  }
}

function inWords(error) {
  if (error instanceof Refusal) return error.message
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return `The disk is full (${error.path ?? error.message}): free some space, then try again.`
  return error.stack ?? String(error)
}
