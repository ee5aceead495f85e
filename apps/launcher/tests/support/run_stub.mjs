import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runServer } from '../../run_server.mjs'
import { runMain } from '../../say.mjs'
import { readSettings } from '../../settings.mjs'

/** Runs a stub server like `npm start`, without installing and building. */
await runMain(() =>
  runServer({
    settings: readSettings(),
    command: [process.execPath, fileURLToPath(new URL('stub_server.mjs', import.meta.url))],
    drainMs: 1_000,
    onReady: () => process.stdout.write('ready\n'),
  })
)
