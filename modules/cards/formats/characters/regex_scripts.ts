import { type RegexScript, scriptLimits } from '#modules/gallery/api'
import { codePoints, isLonger } from '#modules/kernel/text'
import { CardFields } from './card_fields.ts'
import { isJsonObject } from './json_object.ts'
import { ReadingNotes, shownPath } from './reading_notes.ts'

const { scriptsMax, nameMax, patternMax, replacementMax, trimsMax, trimMax, depthMax } = scriptLimits

/** The places of SillyTavern whose texts are messages. Facet has no commands, and keeps lorebooks and reasoning as they are. */
const placements: Record<number, RegexScript['of'][number]> = { 1: 'user', 2: 'character' }
const modes = ['none', 'raw', 'escaped'] as const

/** Reads the scripts of SillyTavern's extension that change messages. Reports why others are only kept. */
export const readRegexScripts = (extensions: CardFields | null, notes: ReadingNotes): RegexScript[] => {
  const key = 'regex_scripts'
  const items = extensions?.items(key) ?? []
  const scripts: RegexScript[] = []
  for (const [index, item] of items.entries()) {
    const path = [...extensions!.path, key, index]
    const found = isJsonObject(item) ? readScript(new CardFields(item, path, new ReadingNotes())) : 'not a script'
    if (typeof found !== 'string' && scripts.length < scriptsMax) scripts.push(found)
    else notes.keep(shownPath(path), typeof found === 'string' ? found : `at most ${scriptsMax} scripts run`)
  }
  return scripts
}

/** Writes scripts as SillyTavern reads them. Reading them returns the same. */
export const writeRegexScripts = (scripts: readonly RegexScript[]) =>
  scripts.map(({ name, find, replace, trim, of, where, fills, minDepth, maxDepth }, index) => ({
    id: `${index + 1}`,
    scriptName: name,
    findRegex: find,
    replaceString: replace,
    trimStrings: trim,
    placement: of.map((each) => (each === 'user' ? 1 : 2)),
    disabled: false,
    markdownOnly: where === 'display',
    promptOnly: where === 'prompt',
    runOnEdit: true,
    substituteRegex: modes.indexOf(fills),
    minDepth,
    maxDepth,
  }))

/** Returns a script, or why it isn't read. */
const readScript = (fields: CardFields): RegexScript | string => {
  const text = (key: string) => fields.text(key, { max: Infinity })
  const of = [...new Set((fields.items('placement') ?? []).flatMap((place) => placements[Number(place)] ?? []))]
  const find = text('findRegex')
  const replace = text('replaceString')
  if (fields.value('disabled') === true) return 'a script that is switched off'
  if (find === '') return 'a script without a pattern'
  if (of.length === 0) return 'a script that changes no messages'
  if (codePoints(find) > patternMax) return `a pattern of more than ${patternMax.toLocaleString('en')} characters`
  if (codePoints(replace) > replacementMax)
    return `a replacement of more than ${replacementMax.toLocaleString('en')} characters`
  const trim = fields.texts('trimStrings', { max: Infinity, itemsMax: Infinity })
  if (trim.length > trimsMax || trim.some((each) => isLonger(each, trimMax))) return 'a script with too much to trim'
  const [isDisplay, isPrompt] = [fields.value('markdownOnly') === true, fields.value('promptOnly') === true]
  return {
    name: [...text('scriptName')].slice(0, nameMax).join(''),
    find,
    replace,
    trim,
    of,
    where: isDisplay === isPrompt ? 'both' : isDisplay ? 'display' : 'prompt',
    fills: modes[Number(fields.value('substituteRegex'))] ?? 'none',
    minDepth: depthOf(fields.value('minDepth')),
    maxDepth: depthOf(fields.value('maxDepth')),
  }
}

/** SillyTavern writes null or -1 for no limit. */
const depthOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= depthMax ? value : null
