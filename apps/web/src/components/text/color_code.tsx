import type { ReactNode } from 'react'
import { parse, type TokenType } from 'sugar-high/core'
import { lang, languages } from 'sugar-high/lang'

const colors: Partial<Record<TokenType, string>> = {
  keyword: 'text-accent-text',
  string: 'text-success-text',
  comment: 'text-faint',
  class: 'text-warning-text',
  entity: 'text-warning-text',
}

/** Colors code. Null for a language that isn't known. */
export function colorCode(code: string, language: string): ReactNode {
  const name = lang(language.toLowerCase())
  if (!name) return null
  const { lines } = parse(code, languages.find(({ id }) => id === name)?.config)
  return lines.flatMap(({ tokens }, line) => [
    ...(line > 0 ? ['\n'] : []),
    ...tokens.map(({ type, value }, index) => {
      const color = colors[type]
      return color ? (
        <span key={`${line} ${index}`} className={color}>
          {value}
        </span>
      ) : (
        value
      )
    }),
  ])
}
