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

/** Runs `main`; a Refusal ends the process with its line and exit code 1, anything else with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(error instanceof Refusal ? `${error.message}\n` : `${error.stack ?? error}\n`)
    process.exitCode = 1
  }
}
