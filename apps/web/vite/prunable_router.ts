import type { Plugin } from 'vite'

/**
 * Lets the bundler leave out the parts of the router for its framework mode, forms and data, which no screen uses: 3 kB of every first
 * view. Names for development tools, calls that may have side effects, and one element that `Link` renders only in that mode keep them.
 */
export const prunableRouter: Plugin = {
  name: 'prunable-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\/chunk-[^/]*\.mjs$/ },
    handler(code) {
      if (!code.includes('function PrefetchPageLinks(')) return null
      const changes = [
        [/^[\w$]+\.displayName = "[^"]*";$/gm, ''],
        [/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1'],
        [/ extends React\d*\.Component \{/g, ' extends PrunableComponent {'],
        [/React\d*\.createElement\(PrefetchPageLinks, [^)]*\)/g, 'null'],
      ] as const
      let changed = code
      for (const [pattern, replacement] of changes) {
        if (changed.search(pattern) === -1) return this.error('The router has another shape: adapt prunable_router.ts.')
        changed = changed.replace(pattern, replacement)
      }
      const component =
        "import { Component } from 'react'\nconst PrunableComponent = /* @__PURE__ */ (() => Component)()\n"
      return { code: `${component}${changed}`, map: null }
    },
  },
}
