import type { VersionChange, VersionTexts } from '#modules/gallery/api'
import { diffLists, type Change } from './difference.ts'

/** The names of a character's texts. */
export const fieldNames: Record<keyof VersionTexts, string> = {
  name: 'Name',
  nickname: 'Nickname',
  description: 'Description',
  personality: 'Personality',
  backstory: 'Backstory',
  scenario: 'Scenario',
  firstMessage: 'First message',
  greeting: 'Greeting',
  alternateGreetings: 'Alternate greeting',
  groupGreetings: 'Group greeting',
  exampleDialogue: 'Example dialogue',
  systemPrompt: 'System prompt',
  postHistoryInstructions: 'Post-history instructions',
  depthNote: 'Depth note',
}

/** The changes of a character as a list of texts: each greeting is one, and so are the settings of a depth note. */
export const readableChanges = (changes: readonly VersionChange[]): Change[] =>
  changes.flatMap(({ field, before, after, isHidden }): Change[] => {
    const name = fieldNames[field]
    if (isHidden) return [{ name, before: null, after: null, isHidden }]
    if (Array.isArray(before) && Array.isArray(after)) return listChanges(name, before, after)
    const [was, is] = [partsOf(before), partsOf(after)]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((part) =>
      was[part] === is[part]
        ? []
        : [{ name: part === '' ? name : `${name}: ${part}`, before: was[part] ?? null, after: is[part] ?? null }]
    )
  })

const partsOf = (value: VersionTexts[keyof VersionTexts]): Record<string, string | null> => {
  if (value === null || Array.isArray(value)) return {}
  return typeof value === 'string' ? { '': value } : { '': value.text, depth: String(value.depth), role: value.role }
}

/** Items between two common ones are compared in pairs. Their numbers are those of the newer list, or of the older if removed. */
function listChanges(name: string, before: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = []
  let [was, is] = [0, 0]
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    for (let n = 0; n < Math.max(removed.length, added.length); n += 1) {
      const number = n < added.length ? is + n : was + n
      changes.push({ name: `${name} ${number + 1}`, before: removed[n] ?? null, after: added[n] ?? null })
    }
    was += removed.length
    is += added.length
    ;[removed, added] = [[], []]
  }
  for (const { kind, content } of diffLists(before, after)) {
    if (kind === 'removed') removed.push(...content)
    else if (kind === 'added') added.push(...content)
    else {
      flush()
      was += content.length
      is += content.length
    }
  }
  flush()
  return changes
}

/** The texts that differ between two versions, in the order of the second. */
export const changesBetween = (before: VersionTexts, after: VersionTexts): VersionChange[] =>
  (Object.keys(fieldNames) as (keyof VersionTexts)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }))
