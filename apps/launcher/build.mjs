import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'

/** `npm run build`: server, CLI and web app, each only when its sources changed. */
await runMain(async () => {
  await prepare({ server: true, web: true })
  say('server and web app are up to date')
})
