import { randomInt } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { holdSignals } from './child.mjs'
import { prepare } from './prepare.mjs'
import { Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { runJapa } from './suites.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const USAGE = `npm run fuzz -- [--runs N] [--seed N] [--call TEXT] [--part N/M]
  --runs N    requests per call (3000)
  --seed N    repeats a run; each run prints its seed
  --call TEXT only calls whose name contains TEXT, such as 'GET /api/chats'
  --part N/M  only every Mth call, starting with the Nth, for parallel runs`

/** Sends thousands of malformed and hostile requests to every call. `npm test` sends a few dozen. */
await runMain(async () => {
  const { runs, seed, call, part, help } = readOptions()
  if (help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const node = await prepare({ server: true, web: true })
  const held = holdSignals()
  const database = await openThrowawayDatabase({ unsafeFast: true, say })
  try {
    if (held.code !== null) return held.code
    const { failed } = await runJapa({
      root: ROOT,
      node,
      folder: database.folder,
      databaseUrl: database.url,
      rest: ['server', '--files=apps/server/tests/fuzz/fuzz.spec.ts'],
      environment: { FUZZ_RUNS: runs, FUZZ_CALL: call, FUZZ_PART: part, SEED: seed || String(randomInt(2 ** 31)) },
    })
    return failed > 0 ? 1 : 0
  } finally {
    await database.remove()
  }
})

function readOptions() {
  try {
    return parseArgs({
      options: {
        runs: { type: 'string', default: '3000' },
        seed: { type: 'string' },
        call: { type: 'string', default: '' },
        part: { type: 'string', default: '1/1' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${error.message}\n${USAGE}`)
  }
}
