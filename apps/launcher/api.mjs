import { runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { runMain } from './say.mjs'
import { ROOT } from './settings.mjs'

/** `npm run api` writes the OpenAPI document and the list of calls in docs/api.md, after a change of calls, their comments or their types. */
await runMain(async () =>
  runChild(await prepare(), ['--import=./tests/support/typescript.mjs', 'tests/api_document/write.ts'], { cwd: ROOT })
)
