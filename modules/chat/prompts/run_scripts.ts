import { type RegexScript, scriptLimits } from '#modules/gallery/api'

/*
 * Runs the regex scripts of a card as SillyTavern does. A pattern may take forever, so only workers and child processes that can be ended
 * call this.
 */

/** A script whose macros are filled in. */
export type FilledScript = Pick<RegexScript, 'name' | 'find' | 'replace' | 'trim'>

/** A message, as its scripts see it. `depth`: the number of messages after it. */
export interface ScriptedMessage {
  isUser: boolean
  depth: number
}

export interface ScriptedText {
  text: string
  /** The names of scripts that were skipped: their pattern is invalid, or their result is too long. */
  failed: string[]
}

/** Returns the scripts that change a message, in their order: first those that SillyTavern applies to the stored message. */
export const scriptsFor = (
  scripts: readonly RegexScript[],
  where: 'display' | 'prompt',
  { isUser, depth }: ScriptedMessage
): RegexScript[] => {
  const fitting = scripts.filter(
    ({ of, minDepth, maxDepth }) =>
      of.includes(isUser ? 'user' : 'character') && depth >= (minDepth ?? 0) && depth <= (maxDepth ?? Infinity)
  )
  return ['both', where].flatMap((each) => fitting.filter((script) => script.where === each))
}

/** Fills in the macros of a script. `fill` mustn't insert texts that the reader may not read. */
export const fillScript = (
  { name, find, replace, trim, fills }: RegexScript,
  fill: (text: string) => string
): FilledScript => ({
  name,
  find: fills === 'none' ? find : find.replace(macro, (text) => (fills === 'raw' ? fill(text) : escaped(fill(text)))),
  // A dollar sign of a value would insert a group.
  replace: replace.replace(/\{\{match\}\}/gi, '$0').replace(macro, (text) => dollarFree(text, fill(text))),
  trim: trim.map(fill),
})

const macro = /\{\{[^{}]*\}\}|<(?:bot|char|user)>/gi

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Values with something that reads as a group stay as written. */
const dollarFree = (written: string, value: string) => (group.test(value) ? written : value)

const group = /\$(\d+)|\$<([^>]+)>/

/** Runs scripts on a text, one after the other. Skips those that fail. */
export const runScripts = (text: string, scripts: readonly FilledScript[]): ScriptedText => {
  const failed: string[] = []
  let result = text
  for (const script of scripts) {
    const changed = runScript(result, script)
    if (changed === null) failed.push(script.name)
    else result = changed
  }
  return { text: result, failed }
}

const runScript = (text: string, { find, replace, trim }: FilledScript): string | null => {
  const pattern = patternOf(find)
  if (!pattern) return null
  // The sum is checked while replacing, because ten thousand long replacements fill the memory first.
  let added = 0
  const tooLong = Symbol('too long')
  try {
    const result = text.replace(pattern, (...found: (string | number | Record<string, string> | undefined)[]) => {
      const last = found.at(-1)
      const groups: Record<string, string> = typeof last === 'object' ? last : {}
      // The offset follows the last group.
      const numbered = found.slice(
        0,
        found.findIndex((value) => typeof value === 'number')
      )
      const inserted = replace.replaceAll(new RegExp(group, 'g'), (_, index?: string, name?: string) => {
        const value =
          index === undefined ? (Object.hasOwn(groups, name!) ? groups[name!] : '') : numbered[Number(index)]
        return trim.reduce(
          (rest, each) => (each ? rest.replaceAll(each, '') : rest),
          typeof value === 'string' ? value : ''
        )
      })
      added += inserted.length
      if (added > scriptLimits.resultMax) throw tooLong
      return inserted
    })
    return result.length > scriptLimits.resultMax && result.length > text.length ? null : result
  } catch (error) {
    if (error === tooLong) return null
    throw error
  }
}

/** Reads `/pattern/flags` or a bare pattern. Null if it is invalid. */
const patternOf = (find: string): RegExp | null => {
  const [, body, flags] = /^\/(.+)\/([a-z]*)$/is.exec(find) ?? [null, find, '']
  try {
    return new RegExp(body!, flags)
  } catch {
    return null
  }
}
