import { parseArgs } from 'node:util'

/** What every bench may be asked for, and what this one may besides. `--help` prints `usage` and ends the process. */
export function readOptions(usage, more = {}) {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
      ...more,
    },
  })
  if (!values.help) return values
  console.log(usage)
  process.exit(0)
}
