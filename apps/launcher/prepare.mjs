import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serverBuild } from './build_server.mjs'
import { webBuild } from './build_web.mjs'
import { withFileLock } from './file_lock.mjs'
import { install, isInstalled } from './install.mjs'
import { findNode24 } from './node24.mjs'
import { say } from './say.mjs'
import { ROOT } from './settings.mjs'

/**
 * Installs packages and builds the given parts, if they are out of date. Returns the path of Node 24. A lock serializes concurrent calls.
 * `omitDev`: the packages that only development needs aren't installed.
 */
export async function prepare({ server = false, web = false, omitDev = false, root = ROOT } = {}) {
  const parts = [...(server ? [serverBuild] : []), ...(web ? [webBuild] : [])]
  const stale = () => parts.filter((part) => !part.isFresh(root))
  if (!isInstalled({ root, omitDev }) || stale().length > 0) {
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    const onWait = (pid) => say(`waiting for process ${pid}, which is installing or building`)
    await withFileLock(
      join(root, 'node_modules/.prepare.lock'),
      async () => {
        if (!isInstalled({ root, omitDev })) await install({ root, omitDev })
        // Waits for all builds, even if one fails, because the lock must not be released while a compiler runs.
        const results = await Promise.allSettled(stale().map((part) => build(part, root)))
        for (const { status, reason } of results) if (status === 'rejected') throw reason
      },
      { timeoutMs: 600_000, onWait }
    )
  }
  return findNode24({ root })
}

async function build(part, root) {
  const startedAt = Date.now()
  say(`building the ${part.name}`)
  await part.make(root, findNode24({ root }))
  say(`${part.name} built (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
}
