import { parseArgs } from 'node:util'

/**
 * What every bench may be asked for, and what this one may besides. `--help` prints `usage` and ends the process; so does what can't be
 * understood, with 2.
 */
export function readOptions(usage, more = {}) {
  let values
  try {
    values = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
        ...more,
      },
    }).values
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
  if (!values.help) return values
  console.log(usage)
  process.exit(0)
}
