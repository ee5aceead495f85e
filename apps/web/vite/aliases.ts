import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}/`, import.meta.url))

/** The subpath imports of the project's package.json, as far as the web app may use them. */
export const aliases = [
  { find: /^#web\//, replacement: folder('apps/web/src') },
  { find: /^#modules\//, replacement: folder('modules') },
  // For modules whose `api.ts` exports a part of the contract.
  { find: /^#plugins\/contract\//, replacement: folder('plugins/contract') },
  { find: /^#config\//, replacement: folder('config') },
  // Imported by the icons of `lucide-react`.
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${folder('apps/web/src/components/ui')}create_icon.ts` },
]
