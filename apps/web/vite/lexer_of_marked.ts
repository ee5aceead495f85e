import type { Plugin } from 'vite'

/**
 * Leaves only the lexer and the tokenizer of `marked`. Its module makes an instance of everything when it loads, so the bundler would keep
 * the parts that write HTML, too: 3 kB that no screen uses.
 */
export const lexerOfMarked: Plugin = {
  name: 'lexer-of-marked',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/marked\/lib\/marked\.esm\.js$/ },
    handler(code) {
      const instance = code.search(/var [\w$]+=new [\w$]+;function [\w$]+\([\w$]+,[\w$]+\)\{return [\w$]+\.parse\(/)
      const names = /export\{([^}]*)\}/.exec(code)?.[1] ?? ''
      const [lexer, tokenizer] = ['Lexer', 'Tokenizer'].map(
        (name) => new RegExp(`([\\w$]+) as ${name}(?![\\w$])`).exec(names)?.[1]
      )
      if (instance === -1 || !lexer || !tokenizer)
        return this.error('marked has another shape: adapt lexer_of_marked.ts.')
      return { code: `${code.slice(0, instance)}export{${lexer} as Lexer,${tokenizer} as Tokenizer}`, map: null }
    },
  },
}
