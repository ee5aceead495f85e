import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}/`, import.meta.url))

/** The rooms that the web app looks into, by the names that the whole project has for them. */
export const aliases = [
  { find: /^#modules\//, replacement: folder('modules') },
  // The part of the contract that a module's `api.ts` shows to browsers.
  { find: /^#plugins\/contract\//, replacement: folder('plugins/contract') },
  { find: /^#config\//, replacement: folder('config') },
]
