import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Refusal } from './say.mjs'
import { ROOT } from './settings.mjs'

/** The absolute path of a Node 24 or newer: the one that npm installed here, else the one that runs us. */
export function findNode24({ root = ROOT, running = process } = {}) {
  const brought = broughtNode(root, running)
  if (existsSync(brought)) return brought
  if (Number(running.versions.node.split('.')[0]) >= 24) return running.execPath
  throw new Refusal(
    `The project brings Node 24 for linux on x64 and arm64. For ${running.platform}-${running.arch} install Node 24 yourself, then try again.`
  )
}

function broughtNode(root, running) {
  return join(root, `node_modules/node-${running.platform}-${running.arch}/bin/node`)
}
