import type { CharacterDraft } from '#modules/gallery/index'
import { comparedFields, differenceLimits, type CardDifference, type ComparedField } from '../../api.ts'

/** Returns what saving a card would change in a character, in the order of `comparedFields`. */
export const differencesBetween = (
  before: CharacterDraft,
  after: CharacterDraft,
  lorebook: { before: string | null; after: string } | null
): { differences: CardDifference[]; moreDifferences: number } => {
  const all = comparedFields.flatMap((field): Difference[] => {
    if (field === 'lorebook') return lorebook ? [{ field, number: null, ...lorebook }] : []
    const [was, is] = [before[field], after[field]]
    if (isListOfTexts(field, was) && isListOfTexts(field, is)) return listDifferences(field, was, is)
    const [old, present] = [textOf(was), textOf(is)]
    return old === present ? [] : [{ field, number: null, before: old, after: present }]
  })
  const shown = all.slice(0, differenceLimits.countMax)
  return {
    differences: shown.map(({ before, after, ...difference }) => ({ ...difference, ...excerpts(before, after) })),
    moreDifferences: all.length - shown.length,
  }
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

/** The unchanged characters that an excerpt has before and after the difference. */
const contextLength = 160

/** Shortens two texts to the part in which they differ. */
const excerpts = (before: string | null, after: string | null): Pick<CardDifference, 'before' | 'after'> => {
  const [was, is] = [before ?? '', after ?? '']
  if (was.length <= differenceLimits.textMax && is.length <= differenceLimits.textMax) return { before, after }
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was.charCodeAt(start) === is.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && was.charCodeAt(was.length - 1 - end) === is.charCodeAt(is.length - 1 - end)) end++
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
