import { isBlank } from '#modules/kernel/text'
import { draftHeader, draftMessage, type DraftChat, type DraftMessage, type ReadContext } from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { keptOf } from '../kept_parts.ts'
import { readNote, settingsOf } from '../settings.ts'
import { isObject, listOf, member, nameOf, textOf } from '../values.ts'

export const isKoboldLite = (document: unknown): boolean =>
  isObject(member(document, 'savedsettings')) && Array.isArray(member(document, 'actions'))

const namesMax = 50

/**
 * Reads a story, which has all turns in one text. They are marked by `{{[INPUT]}}` and `{{[OUTPUT]}}`, or in chat mode by a name and a
 * colon at the start of a line.
 */
export function* readKoboldLite(document: unknown, context: ReadContext): Generator<DraftChat> {
  const { report } = context
  const settings = member(document, 'savedsettings')
  const userName = nameOf(member(settings, 'chatname'), chatFileLimits.speakerMax)
  const characters = textOf(member(settings, 'chatopponent'))
    .split('||$||')
    .slice(0, namesMax)
    .flatMap((name) => nameOf(name, chatFileLimits.speakerMax) ?? [])
  const text = [member(document, 'prompt'), ...listOf(member(document, 'actions'))].map(textOf).join('')
  yield {
    header: draftHeader({
      settings: settingsOf({ note: readNote({ text: member(document, 'authorsnote') }, context) }, context),
      title: context.fileTitle,
      userName,
      characterName: characters.length === 1 ? characters[0]! : null,
      kept: keptOf(
        document,
        { stored: ['prompt', 'actions'], used: ['savedsettings', 'authorsnote', 'gamestarted'] },
        report
      ),
    }),
    messages: text.includes('{{[') ? markedTurns(text) : namedTurns(text, userName, characters),
  }
}

const mark = /\{\{\[(INPUT|OUTPUT|SYSTEM)(_END)?\]\}\}/g

/** Splits a text at its marks. Text before the first mark is the character's. */
function* markedTurns(text: string): Generator<DraftMessage> {
  let kind = 'OUTPUT'
  let at = 0
  for (const found of text.matchAll(mark)) {
    yield* turn(kind, text.slice(at, found.index))
    kind = found[2] ? 'OUTPUT' : found[1]!
    at = found.index + found[0].length
  }
  yield* turn(kind, text.slice(at))
}

function* turn(kind: string, text: string): Generator<DraftMessage> {
  if (!isBlank(text))
    yield draftMessage({ role: kind === 'INPUT' ? 'user' : 'character', text: text.trim(), hidden: kind === 'SYSTEM' })
}

function* namedTurns(text: string, userName: string | null, characters: readonly string[]): Generator<DraftMessage> {
  const names = [userName, ...characters].filter((name) => name !== null).toSorted((a, b) => b.length - a.length)
  let speaker: string | null = null
  let said: string[] = []
  const take = function* (): Generator<DraftMessage> {
    const whole = said.join('\n').trim()
    said = []
    if (whole === '') return
    yield draftMessage({ role: speaker !== null && speaker === userName ? 'user' : 'character', speaker, text: whole })
  }
  for (const line of text.split('\n')) {
    const name = names.find((known) => line.startsWith(`${known}:`))
    if (name !== undefined) {
      yield* take()
      speaker = name
    }
    said.push(name === undefined ? line : line.slice(name.length + 1).trimStart())
  }
  yield* take()
}
