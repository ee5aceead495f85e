import type { CharacterDraft } from '#modules/gallery/index'
import type { Steps } from '#modules/kernel/steps'
import { comparedFields, differenceLimits, type CardDifference, type ComparedField } from '../../api.ts'

/** Returns what saving a card would change in a character, in the order of `comparedFields`. */
export function* differencesBetween(
  before: CharacterDraft,
  after: CharacterDraft,
  lorebook: { before: string | null; after: string } | null
): Steps<{ differences: CardDifference[]; moreDifferences: number }> {
  const all = comparedFields.flatMap((field): Difference[] => {
    if (field === 'lorebook') return lorebook ? [{ field, number: null, ...lorebook }] : []
    const [was, is] = [before[field], after[field]]
    if (isListOfTexts(field, was) && isListOfTexts(field, is)) return listDifferences(field, was, is)
    const [old, present] = [textOf(was), textOf(is)]
    return old === present ? [] : [{ field, number: null, before: old, after: present }]
  })
  const shown = all.slice(0, differenceLimits.countMax)
  const differences: CardDifference[] = []
  for (const { before, after, ...difference } of shown)
    differences.push({ ...difference, ...(yield* excerpts(before, after)) })
  return { differences, moreDifferences: all.length - shown.length }
}

type Difference = CardDifference

const isListOfTexts = (field: ComparedField, value: unknown): value is string[] =>
  (field === 'alternateGreetings' || field === 'groupGreetings') && Array.isArray(value)

/** Returns a field as one text. Null if it is empty. */
const textOf = (value: CharacterDraft[Exclude<ComparedField, 'lorebook'>]): string | null => {
  if (value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join('\n') || null
  if ('depth' in value) return `${value.text}\n(depth ${value.depth}, ${value.role})`
  return [value.text, ...Object.entries(value.translations).map(([code, text]) => `${code}: ${text}`)].join('\n')
}

/** Compares the texts that only one of the lists has, in pairs. If the lists have the same texts in another order, compares by position. */
const listDifferences = (field: ComparedField, was: readonly string[], is: readonly string[]): Difference[] => {
  const [old, present] = [new Set(was), new Set(is)]
  const numbered = (texts: readonly string[], others: ReadonlySet<string>) =>
    texts.flatMap((text, at) => (others.has(text) ? [] : [{ text, number: at + 1 }]))
  const [removed, added] = [numbered(was, present), numbered(is, old)]
  if (removed.length === 0 && added.length === 0)
    return Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at).flatMap((at) =>
      was[at] === is[at] ? [] : [{ field, number: at + 1, before: was[at] ?? null, after: is[at] ?? null }]
    )
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    field,
    number: (added[at] ?? removed[at])!.number,
    before: removed[at]?.text ?? null,
    after: added[at]?.text ?? null,
  }))
}

/** How much of two texts is compared in one step. */
const stepLength = 16_384

function* sameStart(left: string, right: string): Steps<number> {
  const length = Math.min(left.length, right.length)
  let at = 0
  for (; at < length && left.slice(at, at + stepLength) === right.slice(at, at + stepLength); at += stepLength) yield
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  return Math.min(at, length)
}

function* sameEnd(left: string, right: string): Steps<number> {
  const length = Math.min(left.length, right.length)
  const part = (text: string, at: number) => text.slice(Math.max(0, text.length - at - stepLength), text.length - at)
  let at = 0
  for (; at < length && part(left, at) === part(right, at); at += stepLength) yield
  while (at < length && left.at(-1 - at) === right.at(-1 - at)) at++
  return Math.min(at, length)
}

/** The unchanged characters that an excerpt has before and after the difference. */
const contextLength = 160

/** Shortens two texts to the part in which they differ. */
function* excerpts(before: string | null, after: string | null): Steps<Pick<CardDifference, 'before' | 'after'>> {
  const [was, is] = [before ?? '', after ?? '']
  if (was.length <= differenceLimits.textMax && is.length <= differenceLimits.textMax) return { before, after }
  const start = yield* sameStart(was, is)
  const end = yield* sameEnd(was.slice(start), is.slice(start))
  const from = start > contextLength ? start - contextLength : 0
  const excerpt = (text: string | null) => {
    if (text === null) return null
    const to = Math.min(text.length, text.length - end + contextLength, from + differenceLimits.textMax)
    // The ends may split a character.
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.toWellFormed()
  }
  return { before: excerpt(before), after: excerpt(after) }
}

export const lengthOf = (differences: readonly CardDifference[]): number =>
  differences.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0)
