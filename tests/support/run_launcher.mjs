import { Socket } from 'node:net'
import process from 'node:process'
import { runServer } from '../../apps/launcher/run_server.mjs'
import { runMain } from '../../apps/launcher/say.mjs'
import { serverFlags } from '../../apps/launcher/server_process.mjs'
import { readSettings, ROOT } from '../../apps/launcher/settings.mjs'

/**
 * `run_launcher.mjs ARGS`: `npm start` without installing and building, for `node ARGS` and the environment's DATABASE_URL. With
 * FACET_LAUNCHER_FD it stops when that pipe closes, as a server does.
 */
const { FACET_LAUNCHER_FD } = process.env
if (FACET_LAUNCHER_FD) {
  const pipe = new Socket({ fd: Number(FACET_LAUNCHER_FD), readable: true, writable: false }).unref()
  pipe.on('error', () => {})
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
  pipe.resume()
}
await runMain(() =>
  runServer({
    settings: readSettings(),
    command: [process.execPath, ...serverFlags, ...process.argv.slice(2)],
    environment: { FACET_ROOT: ROOT },
    onReady: () => process.stdout.write('ready\n'),
  })
)
