import process from 'node:process'
import { parseArgs } from 'node:util'
import { runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'
import { openThrowawayDatabase } from './throwaway_database.mjs'

const USAGE = `npm run fuzz -- [--runs N] [--seed N] [--call TEXT] [--part N/M]
  --runs N    how many requests each call gets (3000)
  --seed N    the seed of a run that is to be repeated; it prints its own
  --call TEXT only the calls that have this in their name, such as 'GET /api/chats'
  --part N/M  only every Mth call, from the Nth on: several runs beside each other
`

/** Sends every call thousands of malformed and hostile requests; in `npm test` it gets some dozens. */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3000' },
      seed: { type: 'string' },
      call: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const node = await prepare({ server: true, web: true })
  const database = await openThrowawayDatabase({ unsafeFast: true, say })
  try {
    const files = '--files=apps/server/tests/fuzz/fuzz.spec.ts'
    return await runChild(node, ['--import=@poppinss/ts-exec', 'apps/server/bin/test.ts', 'server', files], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        FACET_ROOT: ROOT,
        DATABASE_URL: database.url,
        FUZZ_RUNS: values.runs,
        FUZZ_CALL: values.call,
        FUZZ_PART: values.part,
        ...(values.seed && { SEED: values.seed }),
      },
    })
  } finally {
    await database.remove()
  }
})
