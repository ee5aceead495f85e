import { delimiter, join } from 'node:path'
import process from 'node:process'
import { holdSignals, runChild } from './child.mjs'
import { Refusal, runMain } from './say.mjs'
import { ROOT } from './settings.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

/** `with_database.mjs [--unsafe-fast] -- COMMAND ARGS` runs a command with the DATABASE_URL of a throwaway PostgreSQL. */
await runMain(async () => {
  const split = process.argv.indexOf('--')
  const flags = process.argv.slice(2, split === -1 ? undefined : split)
  const [command, ...args] = split === -1 ? [] : process.argv.slice(split + 1)
  if (!command || flags.some((flag) => flag !== '--unsafe-fast')) {
    throw new Refusal('usage: node apps/launcher/with_database.mjs [--unsafe-fast] -- COMMAND ARGS')
  }
  const held = holdSignals()
  const database = await openThrowawayDatabase({ unsafeFast: flags.length > 0, say: () => {} })
  try {
    if (held.code !== null) return held.code
    const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
    return await runChild(command, args, { env: { ...process.env, PATH, DATABASE_URL: database.url } })
  } finally {
    await database.remove()
  }
})
