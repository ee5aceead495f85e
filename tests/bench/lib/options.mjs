import { parseArgs } from 'node:util'

/**
 * Parses the common options and those of one benchmark. `--help` prints `usage` and exits; invalid options exit with 2.
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
