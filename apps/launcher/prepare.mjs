import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { picturesBuild } from './build_pictures.mjs'
import { serverBuild } from './build_server.mjs'
import { webBuild } from './build_web.mjs'
import { withFileLock } from './file_lock.mjs'
import { install, isInstalled } from './install.mjs'
import { findNode24 } from './node24.mjs'
import { say } from './say.mjs'
import { ROOT } from './settings.mjs'

/**
 * Makes the project ready to run: installed, and the named parts built from the present sources. What is done already
 * is not done again. Gives the path of Node 24. Two that prepare at once take turns.
 */
export async function prepare({ server = false, web = false, pictures = server, root = ROOT } = {}) {
  const parts = [...(server ? [serverBuild] : []), ...(web ? [webBuild] : []), ...(pictures ? [picturesBuild] : [])]
  const stale = () => parts.filter((part) => !part.isFresh(root))
  if (!isInstalled(root) || stale().length > 0) {
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    const onWait = (pid) => say(`waiting for process ${pid}, which installs or builds here`)
    await withFileLock(
      join(root, 'node_modules/.prepare.lock'),
      async () => {
        if (!isInstalled(root)) await install(root)
        // All are waited for even when one fails: the lock must not be given back under a compiler at work.
        const results = await Promise.allSettled(stale().map((part) => build(part, root)))
        for (const { status, reason } of results) if (status === 'rejected') throw reason
      },
      { patienceMs: 600_000, onWait }
    )
  }
  return findNode24({ root })
}

async function build(part, root) {
  const begunAt = Date.now()
  say(`building the ${part.name}`)
  await part.make(root, findNode24({ root }))
  say(`the ${part.name} is built (${((Date.now() - begunAt) / 1000).toFixed(1)} s)`)
}
