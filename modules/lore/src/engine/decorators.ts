import { entryRoles, type EntryPosition, type EntryRole } from '../domain/entry.ts'
import { engineLimits } from './limits.ts'
import type { DroppedPrompt } from './types.ts'

/** The decorators of an entry (specification V3). Absent decorators are undefined. */
export interface Decorators {
  activate?: boolean
  dontActivate?: boolean
  onlyAfter?: number
  onlyEvery?: number
  keepAfterMatch?: boolean
  dropAfterMatch?: boolean
  depth?: number
  reverseDepth?: number
  role?: EntryRole
  scanDepth?: number
  additionalKeys?: string[]
  excludeKeys?: string[]
  greeting?: number
  userIcon?: string
  position?: EntryPosition
  ignoreOnMaxContext?: boolean
  dropsPrompt?: DroppedPrompt
}

type Reader = (value: string) => Decorators | null

const positions: Record<string, EntryPosition> = {
  before_desc: 'before_char',
  after_desc: 'after_char',
  personality: 'after_personality',
  scenario: 'after_scenario',
}

const flag =
  (decorators: Decorators): Reader =>
  () =>
    decorators

const wholeNumber =
  (toDecorators: (number: number) => Decorators, min = 0): Reader =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= min ? toDecorators(Number(value)) : null

const list =
  (toDecorators: (keys: string[]) => Decorators): Reader =>
  (value) => {
    const keys = value
      .split(',', engineLimits.decoratorKeysMax)
      .map((key) => key.trim())
      .filter((key) => key !== '' && key.length <= engineLimits.decoratorKeyMax)
    return keys.length > 0 ? toDecorators(keys) : null
  }

/** The readers of decorators, by name. They return null for an invalid value, so that a fallback applies. */
const readers: Record<string, Reader> = {
  activate: flag({ activate: true }),
  dont_activate: flag({ dontActivate: true }),
  activate_only_after: wholeNumber((onlyAfter) => ({ onlyAfter })),
  activate_only_every: wholeNumber((onlyEvery) => ({ onlyEvery }), 1),
  keep_activate_after_match: flag({ keepAfterMatch: true }),
  dont_activate_after_match: flag({ dropAfterMatch: true }),
  depth: wholeNumber((depth) => ({ depth })),
  reverse_depth: wholeNumber((reverseDepth) => ({ reverseDepth })),
  role: (value) => (entryRoles.includes(value as EntryRole) ? { role: value as EntryRole } : null),
  scan_depth: wholeNumber((scanDepth) => ({ scanDepth })),
  additional_keys: list((additionalKeys) => ({ additionalKeys })),
  exclude_keys: list((excludeKeys) => ({ excludeKeys })),
  is_greeting: wholeNumber((greeting) => ({ greeting })),
  is_user_icon: (value) => (value === '' ? null : { userIcon: value }),
  position: (value) => (Object.hasOwn(positions, value) ? { position: positions[value]! } : null),
  ignore_on_max_context: flag({ ignoreOnMaxContext: true }),
  disable_ui_prompt: (value) =>
    value === 'system_prompt' || value === 'post_history_instructions' ? { dropsPrompt: value } : null,
}

/** A line with `@@` or `@@@`, a name and an optional value. */
const line = /^@@(@?)([a-z_]\w*)(?:[^\S\r\n]+([^\r\n]*))?(?:\r\n|\r|\n|$)/i

const none: Decorators = {}

/** A line with a decorator. */
export interface DecoratorLine {
  name: string
  value: string
  /** Whether it replaces the lines above it, unless one of them applies. */
  isFallback: boolean
  /** The line as it is in the text, with its line break. */
  written: string
}

/** Splits a text into the lines with decorators at its start, and the rest. */
export const splitDecorators = (content: string): { lines: DecoratorLine[]; text: string } => {
  const lines: DecoratorLine[] = []
  let text = content
  while (lines.length < engineLimits.decoratorsMax) {
    const found = line.exec(text)
    if (!found) break
    const [written, fallback, name, value = ''] = found
    text = text.slice(written.length)
    lines.push({ name: name!.toLowerCase(), value: value.trim(), isFallback: fallback === '@', written })
  }
  return { lines, text }
}

/**
 * Splits a text into its decorators and the rest. `@@@name` below a decorator is its fallback. The first line of the chain with a known
 * name and a valid value applies. Decorators in tokens (`instruct_depth`) are for text completion, so they are treated as unknown. Unknown
 * decorators have no effect. If a name occurs twice, the first decorator applies.
 */
export const readDecorators = (content: string): { decorators: Decorators; text: string } => {
  if (!content.startsWith('@@')) return { decorators: none, text: content }
  const { lines, text } = splitDecorators(content)
  const decorators: Decorators = {}
  const seen = new Set<string>()
  /** Whether the current chain already has a valid line. */
  let isDecided = true
  for (const { name, value, isFallback } of lines) {
    if (isFallback && isDecided) continue
    const given = Object.hasOwn(readers, name) ? readers[name]!(value) : null
    isDecided = given !== null
    if (given === null || seen.has(name)) continue
    seen.add(name)
    Object.assign(decorators, given)
  }
  return { decorators, text }
}
