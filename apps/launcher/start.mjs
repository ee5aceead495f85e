import { join } from 'node:path'
import { checkPort } from './port.mjs'
import { prepare } from './prepare.mjs'
import { runServer } from './run_server.mjs'
import { runMain, say } from './say.mjs'
import { serverFlags } from './server_process.mjs'
import { hasModel, readSettings, ROOT } from './settings.mjs'

/** `npm start` installs, builds and runs the server, and remains its parent until it exits. */
await runMain(async () => {
  const settings = readSettings()
  // runServer checks again. This reports a taken port before a long installation.
  await checkPort(settings)
  const node = await prepare({ server: true, web: true, omitDev: true })
  return runServer({
    settings,
    command: [node, ...serverFlags, join(ROOT, 'build/apps/server/bin/server.js')],
    environment: { FACET_ROOT: ROOT },
    onReady: () => {
      const host = !settings.host || /^(0\.0\.0\.0|::)$/.test(settings.host) ? 'localhost' : settings.host
      say(`ready: http://${host}:${settings.port}`)
      say('to create an admin: npm run cli -- create-user --email you@example.com --admin')
      if (!hasModel(settings))
        say('a built-in demo writer answers; to let a model on this machine answer: npm run cli -- get-model --help')
      say('press Ctrl-C to stop')
    },
  })
})
