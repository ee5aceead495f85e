import {
  array,
  boolean,
  check,
  integer,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  safeParse,
  string,
  type GenericSchema,
} from 'valibot'
import type { FieldProblem } from '#modules/kernel/refusals'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlank, isLonger, isStorable } from '#modules/kernel/text'
import { entryPositions, entryRoles, keyLogics, loreSources, type EntryFields, type LorebookFields } from './entry.ts'
import { limits } from './limits.ts'

/*
 * The rules for lorebooks and their entries, shared by the API and imports. The browser's form may run the same code, so this file must
 * not depend on the server.
 */

const shown = (value: number) => value.toLocaleString('en')

const text = (label: string, max: number) =>
  pipe(
    string(`${label} must be text.`),
    check(isStorable, `${label} has characters that can’t be stored.`),
    check((value) => !isLonger(value, max), `${label} may have at most ${shown(max)} characters.`)
  )

const whole = (label: string, min: number, max: number) => {
  const message = `${label} must be a whole number from ${shown(min)} to ${shown(max)}.`
  return pipe(number(message), integer(message), minValue(min, message), maxValue(max, message))
}

const list = (label: string, item: string, { max, itemMax }: { max: number; itemMax: number }) =>
  pipe(
    array(text(item, itemMax), `${label} must be a list.`),
    maxLength(max, `${label} may have at most ${shown(max)} items.`)
  )

const flag = (label: string) => boolean(`${label} must be true or false.`)
const choice = <const Words extends readonly string[]>(label: string, words: Words) =>
  picklist(words, `${label} must be one of ${words.join(', ')}.`)
const order = (label: string) => whole(label, -limits.orderMax, limits.orderMax)
const messages = (label: string) => whole(label, 0, limits.messagesMax)
const percent = 'The probability must be a number from 0 to 100.'

const keys = (label: string) => list(label, 'A key', { max: limits.keysMax, itemMax: limits.keyMax })
const words = (label: string, item: string, max: number) => list(label, item, { max, itemMax: limits.wordMax })

const entrySchema: GenericSchema<unknown, EntryFields> = object({
  name: text('The name', limits.nameMax),
  keys: keys('The keys'),
  secondaryKeys: keys('The further keys'),
  selective: flag('selective'),
  logic: choice('The logic', keyLogics),
  content: text('The text', limits.contentMax),
  enabled: flag('enabled'),
  constant: flag('constant'),
  order: order('The order'),
  priority: nullable(order('The priority')),
  ignoreBudget: flag('ignoreBudget'),
  position: choice('The position', entryPositions),
  depth: messages('The depth'),
  role: choice('The role', entryRoles),
  outletName: text('The outlet', limits.wordMax),
  caseSensitive: nullable(flag('caseSensitive')),
  wholeWords: nullable(flag('wholeWords')),
  useRegex: flag('useRegex'),
  scanDepth: nullable(messages('The scan depth')),
  probability: pipe(number(percent), minValue(0, percent), maxValue(100, percent)),
  excludeRecursion: flag('excludeRecursion'),
  preventRecursion: flag('preventRecursion'),
  delayUntilRecursion: whole('The recursion level', 0, 1_000),
  groups: words('The groups', 'A group', limits.groupsMax),
  groupOverride: flag('groupOverride'),
  groupWeight: whole('The weight', 0, limits.orderMax),
  groupScoring: nullable(flag('groupScoring')),
  sticky: messages('sticky'),
  cooldown: messages('The cooldown'),
  delay: messages('The delay'),
  characterFilter: nullable(
    object(
      {
        exclude: flag('exclude'),
        names: words('The names', 'A name', limits.filterMax),
        tags: words('The tags', 'A tag', limits.filterMax),
      },
      'The filter must have exclude, names and tags.'
    )
  ),
  alsoReads: pipe(
    array(choice('A source', loreSources), 'The sources must be a list.'),
    maxLength(loreSources.length, 'Each source may occur once.')
  ),
})

const bookSchema: GenericSchema<unknown, LorebookFields> = object({
  name: pipe(
    text('The name', limits.nameMax),
    check((name) => !isBlank(name), 'Please give the lorebook a name.')
  ),
  description: text('The description', limits.descriptionMax),
  scanDepth: nullable(messages('The scan depth')),
  tokenBudget: nullable(whole('The token budget', 1, limits.tokensMax)),
  recursive: nullable(flag('recursive')),
  alwaysOn: flag('alwaysOn'),
})

const checked = <Fields extends object>(
  schema: GenericSchema<unknown, Fields>,
  sent: unknown,
  before: Fields
): Result<Fields, FieldProblem[]> => {
  const given = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {}
  const parsed = safeParse(schema, { ...before, ...given })
  if (parsed.success) return ok(parsed.output)
  return fail(
    parsed.issues.map(({ path, type, message }) => ({
      field: (path ?? []).map(({ key }) => String(key)).join('.'),
      rule: type,
      message,
    }))
  )
}

/** Checks the given fields. The other fields keep their previous values. Unknown fields are ignored. */
export const checkEntry = (sent: unknown, before: EntryFields) => checked(entrySchema, sent, before)

export const checkBook = (sent: unknown, before: LorebookFields) => checked(bookSchema, sent, before)
