import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Refusal } from './say.mjs'
import { ROOT } from './settings.mjs'

/** Returns the path of the Node 24 that npm installed, or of the running Node if it is 24 or newer. Otherwise throws a Refusal. */
export function findNode24({ root = ROOT, running = process } = {}) {
  const bundled = bundledNode(root, running)
  if (existsSync(bundled)) return bundled
  if (Number(running.versions.node.split('.')[0]) >= 24) return running.execPath
  throw new Refusal(
    `The project includes Node 24 for Linux on x64 and arm64. For ${running.platform}-${running.arch}, install Node 24 yourself, then try again.`
  )
}

function bundledNode(root, running) {
  return join(root, `node_modules/node-${running.platform}-${running.arch}/bin/node`)
}
