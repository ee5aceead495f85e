import { join } from 'node:path'
import process from 'node:process'
import { holdSignals, runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const USAGE = `npm run screenshots                            the pictures of the README, the docs and the web manifest
npm run screenshots -- TEXT                    only those whose path contains TEXT
npm run screenshots -- --states FOLDER [TEXT]  every state of every screen (whose name contains TEXT), at three widths, dark and light`

/** Takes screenshots of a seeded server of its own, in the Chromium from npm. */
await runMain(async () => {
  const args = process.argv.slice(2)
  const isOfStates = args[0] === '--states'
  if (args.slice(isOfStates ? 1 : 0).some((arg) => arg.startsWith('-')) || (isOfStates && !args[1])) {
    throw new Refusal(USAGE)
  }
  const node = await prepare({ server: true, web: true })
  const held = holdSignals()
  const database = await openThrowawayDatabase({ unsafeFast: true, inMemory: true, say })
  const script = isOfStates ? 'every_state.ts' : 'take.ts'
  try {
    if (held.code !== null) return held.code
    return await runChild(
      node,
      ['--import=@poppinss/ts-exec', join('tests/browser/pictures', script), ...(isOfStates ? args.slice(1) : args)],
      // The browser inherits the time zone.
      { cwd: ROOT, env: { ...process.env, DATABASE_URL: database.url, TZ: 'UTC' } }
    )
  } finally {
    await database.remove()
  }
})
