import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const common = {
  quick: { type: 'boolean', default: false, help: 'short rounds: a look, not a measurement' },
  check: { type: 'boolean', default: false, help: 'exit 1 when a target is missed' },
  json: { type: 'string', value: 'FILE', help: 'every figure and verdict as JSON' },
}
const aboutDatabase =
  'DATABASE_URL, when set, is the PostgreSQL to use (a role that may create databases); else a throw-away one is started.'

/**
 * Parses the common options and `more`, which are those of the benchmark `name`. They are options of `parseArgs` with a `help` text and
 * the name of their `value`. `--help` prints the usage and exits. Invalid options exit with 2.
 */
export function readOptions(name, more = {}, lastLine = aboutDatabase) {
  const options = { ...common, ...more }
  const usage = usageOf(name, options, lastLine)
  try {
    const { help, ...values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values
    if (!help) return values
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
  console.log(usage)
  process.exit(0)
}

/** Writes the figures to the file of `--json`. Returns the exit code. */
export function finish({ json, check }, figures, hasMissed) {
  if (json) writeFileSync(json, JSON.stringify(figures, null, 2))
  return check && hasMissed ? 1 : 0
}

function usageOf(name, options, lastLine) {
  const flags = Object.entries(options).map(([key, { value, help }]) => [
    value ? `--${key} ${value}` : `--${key}`,
    help,
  ])
  const width = Math.max(...flags.map(([flag]) => flag.length))
  return [
    `node tests/bench/${name}.mjs ${flags.map(([flag]) => `[${flag}]`).join(' ')}`,
    ...flags.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    lastLine,
  ].join('\n')
}
