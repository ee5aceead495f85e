import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'

/** `npm run build` builds the server with the CLI and the web app, each only if its sources changed. */
await runMain(async () => {
  await prepare({ server: true, web: true, omitDev: true })
  say('server and web app are up to date')
})
