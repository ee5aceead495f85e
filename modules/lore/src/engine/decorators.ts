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

/**
 * Splits a text into its decorators and the rest. `@@@name` below a decorator is its fallback. The first line of the chain with a known
 * name and a valid value applies. Decorators in tokens (`instruct_depth`) are for text completion, so they are treated as unknown. Unknown
 * decorators have no effect. If a name occurs twice, the first decorator applies.
 */
export const readDecorators = (content: string): { decorators: Decorators; text: string } => {
  if (!content.startsWith('@@')) return { decorators: none, text: content }
  const decorators: Decorators = {}
  const seen = new Set<string>()
  let rest = content
  /** Whether the current chain already has a valid line. */
  let isDecided = true
  for (let lines = 0; lines < engineLimits.decoratorsMax; lines++) {
    const found = line.exec(rest)
    if (!found) break
    rest = rest.slice(found[0].length)
    const [, fallback, written, value = ''] = found
    if (fallback && isDecided) continue
    const name = written!.toLowerCase()
    const given = Object.hasOwn(readers, name) ? readers[name]!(value.trim()) : null
    isDecided = given !== null
    if (given === null || seen.has(name)) continue
    seen.add(name)
    Object.assign(decorators, given)
  }
  return { decorators, text: rest }
}
