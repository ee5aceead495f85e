import type { Cast, ModelMessage } from '../../contract/model.ts'
import { hashOf } from './hash.ts'
import { givenName, understand, type Intent } from './understand.ts'
import { kindsFor, stemsOf, type Kind, type Line } from './voice.ts'

const kindOf: Partial<Record<Intent, Kind>> = {
  affection: 'affection',
  age: 'who',
  continue: 'story',
  disagree: 'disagree',
  gesture: 'chat',
  goodbye: 'farewell',
  greeting: 'greeting',
  how_are_you: 'mood',
  insult: 'insult',
  language: 'foreign',
  laugh: 'chat',
  machine: 'machine',
  my_name: 'name',
  name_given: 'name',
  no: 'no',
  nonsense: 'lost',
  nothing: 'chat',
  place: 'place',
  repeat: 'again',
  request: 'request',
  sorry: 'sorry',
  statement: 'chat',
  story: 'story',
  thanks: 'thanks',
  unreadable: 'foreign',
  who_are_you: 'who',
  work: 'work',
  yes: 'yes',
}

/** Lines of these kinds answer any message that has one of their keywords. */
const searched: ReadonlySet<Kind> = new Set(['who', 'place', 'work', 'people', 'topic', 'story', 'request', 'chat'])

/** The answers to these kinds are found by keywords first: 'Can I have some tea?' asks about the tea. */
const about: ReadonlySet<Kind> = new Set(['place', 'work', 'request', 'story', 'chat', 'unknown', 'yes', 'no'])

/**
 * Chooses the reply to the last message from the lines of a voice. Returns a line that isn't in the conversation, until all are.
 * The same arguments give the same line. `variant` counts the rerolls, which get other lines. Returns null if the voice has no answer.
 */
export function answerInVoice(
  lines: readonly Line[],
  cast: Cast,
  messages: readonly ModelMessage[],
  variant = 0,
  seed = 0
): string | null {
  const spoken = messages.flatMap(({ role, content }) => (role === 'user' ? [lastWords(content, cast.user.name)] : []))
  const said = messages.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).join('\n')
  const name = nameOf(spoken, cast)
  const isContinued = messages.at(-1)?.role === 'assistant'
  const offered = candidates(lines, isContinued ? '' : (spoken.at(-1) ?? ''), isContinued)
  const texts = offered.map((pool) => rotated(pool, hashOf(`${cast.character.name} ${spoken.length} ${seed}`)))
  const all = [...new Set(texts.flat().map(({ text }) => withName(text, name)))]
  const unsaid = all.filter((text) => !said.includes(text))
  const lastUse = (text: string) => said.lastIndexOf(text)
  const repeated = all.filter((text) => said.includes(text)).sort((left, right) => lastUse(left) - lastUse(right))
  const choices = [...unsaid, ...repeated]
  return choices[variant % choices.length] ?? null
}

/** Returns lines that answer a message, the best first, and then lines that fit anywhere. */
function candidates(lines: readonly Line[], message: string, isContinued: boolean): Line[][] {
  const of = (kind: Kind) => lines.filter((line) => line.kind === kind && line.keywords.length === 0)
  const anywhere = [of('chat'), of('story')]
  if (isContinued) return anywhere
  const { intent, feeling, isQuestion } = understand(message)
  // A voice without a line that says so must not deny it either.
  if (intent === 'machine' && of('machine').length === 0) return []
  const stems = stemsOf(message.slice(0, 2_000))
  const kind: Kind =
    intent === 'feeling'
      ? feeling === 'happy' || feeling === 'bored'
        ? feeling
        : 'sad'
      : (kindOf[intent] ?? 'unknown')
  const own = kindsFor(kind).flatMap((each) => {
    const ofKind = lines.filter((line) => line.kind === each)
    return [best(ofKind, stems), of(each)]
  })
  const found = best(
    lines.filter((line) => searched.has(line.kind)),
    stems
  )
  const deflections = isQuestion ? [of('unknown')] : []
  return [...(about.has(kind) ? [found, ...own] : [...own, found]), ...deflections, ...anywhere]
}

/** Returns the lines with the most words of their keywords in a message. */
function best(lines: readonly Line[], stems: readonly string[]): Line[] {
  const text = ` ${stems.join(' ')} `
  const scored = lines.map((line) => ({
    line,
    score: line.keywords.reduce((sum, { phrase, weight }) => sum + (text.includes(phrase) ? weight : 0), 0),
  }))
  const most = Math.max(0, ...scored.map(({ score }) => score))
  return most === 0 ? [] : scored.filter(({ score }) => score === most).map(({ line }) => line)
}

/** In a group, a message may contain several speakers, each after a name. Returns what the user said, or else all. */
function lastWords(content: string, userName: string): string {
  const marker = `${userName}: `
  const at = content.startsWith(marker) ? 0 : content.lastIndexOf(`\n${marker}`)
  return userName === '' || at < 0 ? content : content.slice(content.indexOf(marker, at) + marker.length)
}

const nameOf = (spoken: readonly string[], cast: Cast): string => {
  const name =
    givenName(spoken) ??
    cast.user.name
      .replace(/[*{}\n]/g, '')
      .trim()
      .slice(0, 40)
  // Users without a name are called this in prompts.
  return name === 'User' ? '' : name
}

/** Fills in the name of the user, or leaves it out with its comma. */
const withName = (text: string, name: string): string =>
  (name === '' ? text.replace(/,? \{\{user\}\}(?=[,.!?])/g, '') : text).replaceAll('{{user}}', () => name)

const rotated = <Item>(list: readonly Item[], by: number): Item[] =>
  list.map((_, index) => list[(index + by) % list.length]!)
