import language from './language.json' with { type: 'json' }

export const compile = (source: string, flags = 'i'): RegExp =>
  new RegExp(source, source.includes('\\p{') ? `${flags}u` : flags)

export const compileAll = <Key extends string>(sources: Record<Key, string>, flags?: string): [Key, RegExp][] =>
  Object.entries<string>(sources).map(([key, source]) => [key as Key, compile(source, flags)])

export const wordsOf = (list: string): Set<string> => new Set(list.split(' '))

export default language
