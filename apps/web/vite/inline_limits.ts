import type { Plugin } from 'vite'

const table = /^export const (\w+) = \{\n([^{}]*?)^\} as const$/gm
const row = /^ {2}(\w+): ([\d_]+(?: [*+] [\d_]+)*),$/
const comment = /^ *\/\*\*.*?\*\/\n/gms

/** The modules that hold the numbers of a table as constants. */
const modulesOfNumbers = new Map<string, string>()

/**
 * Makes each number of a table of limits a constant, which the bundler writes where it is used. As a property of an object, one limit would
 * bring all others with it. Tables with other values stay as they are.
 */
export const inlineLimits: Plugin = {
  name: 'inline-limits',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: /\?numbers=\w+$/ }, handler: (id) => id },
  load: { filter: { id: /\?numbers=\w+$/ }, handler: (id) => modulesOfNumbers.get(id) },
  transform: {
    filter: { id: /\/(?:modules|plugins\/contract)\/[^?]+\.ts$/ },
    handler: (code, id) => ({
      code: code.replace(table, (text, name: string, body: string) => {
        const rows = body.replace(comment, '').trimEnd().split('\n')
        if (!rows.every((line) => row.test(line))) return text
        const numbers = `${id}?numbers=${name}`
        modulesOfNumbers.set(numbers, rows.map((line) => line.replace(row, 'export const $1 = $2')).join('\n'))
        return `import * as ${name} from '${numbers}'\nexport { ${name} }`
      }),
      map: null,
    }),
  },
}
