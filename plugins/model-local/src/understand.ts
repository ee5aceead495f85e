import language, { compile, compileAll } from './language.ts'
import phrases from './phrases.json' with { type: 'json' }
import { contentWords } from './words.ts'

export type Feeling = keyof typeof language.feelings
export type Intent =
  | keyof typeof language.intents
  | keyof typeof phrases.fixedReplies
  | ('greeting' | 'continue' | 'about_you' | 'wide' | 'reflection' | 'statement')

export interface Understood {
  intent: Intent
  /** The message without its *actions*. */
  spoken: string
  words: string[]
  feeling: Feeling | null
  /** Phrases about the topic of the message. */
  topicPhrases: string[] | null
  asks: keyof typeof phrases.wide
  /** The user's own clause, in the second person: 'you want to leave'. */
  clause: string | null
  /** The user's occupation: 'a baker'. */
  trade: string | null
  /** True for a question about the surroundings. */
  asksPlace: boolean
  isLong: boolean
}

const patterns = {
  greeting: compile(language.greeting),
  goodbye: compile(language.goodbye),
  more: compile(language.more),
  yes: compile(language.yes),
  no: compile(language.no),
  laugh: compile(language.laugh),
  question: compile(language.question),
  trade: compile(language.trade),
  clause: compile(language.clause),
  place: compile(language.intents.place),
}
const intents = compileAll(language.intents)
const feelings = compileAll(language.feelings)
const topics = phrases.topics.map(({ asks, says }) => ({ pattern: compile(asks), says }))
const swaps = new Map(Object.entries(language.swaps))

export function understand(message: string): Understood {
  const withoutActions = message.slice(0, 8000).replace(/\*[^*]*\*/g, ' ')
  const spoken = withoutActions.replace(/\s+/g, ' ').trim()
  const words = contentWords(spoken)
  const clause = inSecondPerson(spoken)
  const feeling = feelings.find(([, pattern]) => pattern.test(spoken))?.[0] ?? null
  const asked = spoken.toLowerCase().match(/\b(?:why|how|who|where|when|what|which)\b/)?.[0] ?? 'whether'

  const intentOf = (): Intent => {
    const lettersOf = (script: RegExp) => spoken.match(script)?.length ?? 0
    const isShort = spoken.length < 60
    const isQuestion = patterns.question.test(spoken)
    const isAboutUser = /\b(?:i|i[’']m|im|i[’']ve)\b/i.test(spoken)
    if (spoken === '') return message.includes('*') ? 'gesture' : 'nothing'
    if (lettersOf(/\p{L}/gu) === 0) return /[a-z0-9?!.]/i.test(spoken) ? 'nothing' : 'gesture'
    if (lettersOf(/\p{Script=Latin}/gu) / lettersOf(/\p{L}/gu) < 0.5) return 'unreadable'
    for (const [name, pattern] of intents) if (pattern.test(spoken)) return name
    if (patterns.more.test(spoken)) return 'continue'
    if (isShort && patterns.goodbye.test(spoken) && !isQuestion) return 'goodbye'
    const isGreeting = patterns.greeting.test(spoken) && (isShort || words.length < 4)
    if (isGreeting && !isQuestion && !(feeling && isAboutUser)) return 'greeting'
    if (isQuestion && /\b(?:you|your|yours|yourself|u)\b/i.test(spoken)) return 'about_you'
    if (/^tell me (?:about|of) |\btell me (?:more )?about your\b/i.test(spoken)) return 'about_you'
    if (isQuestion) return 'wide'
    if (feeling && (isAboutUser || isShort)) return 'feeling'
    if (patterns.laugh.test(spoken)) return 'laugh'
    if (isShort && words.length < 3 && patterns.yes.test(spoken)) return 'yes'
    if (isShort && words.length < 3 && patterns.no.test(spoken)) return 'no'
    if (clause) return 'reflection'
    return words.length === 0 ? 'nothing' : 'statement'
  }

  return {
    intent: intentOf(),
    spoken,
    words,
    feeling,
    topicPhrases: topics.find(({ pattern }) => pattern.test(spoken))?.says ?? null,
    asks: (asked === 'which' ? 'what' : asked) as Understood['asks'],
    clause,
    trade: spoken.match(patterns.trade)?.[1]?.toLowerCase() ?? null,
    asksPlace: patterns.place.test(spoken),
    isLong: spoken.length > 600,
  }
}

/** "I want to leave my job." gives 'you want to leave your job'; null when the change isn't certain. */
function inSecondPerson(spoken: string): string | null {
  const words = spoken.replaceAll("'", '’').match(patterns.clause)?.[1]?.split(' ') ?? []
  if (words.length > 12 || words.length < 3) return null
  const clause = words.join(' ')
  // 'you' as a subject would become 'I' and change its verb.
  if (/\byou (?!\W*$)/i.test(clause) || /\b(?:was|were|you’\w+|is|it’s|that’s)\b/i.test(clause)) return null
  const swapped = words.map((word) => swaps.get(word.toLowerCase()) ?? word)
  return swapped.join(' ').trim()
}

/** The name that the user gave last; null when they gave none. */
export function givenName(messages: readonly string[]): string | null {
  for (const text of messages.toReversed()) {
    const name = text.match(/\b(?:my name is|my name[’']s|call me|i am called)\s+(\p{L}[\p{L}’'-]{0,23})/iu)?.[1]
    if (name && !/^(?:a|an|the|not|when|if|back|later|what|whatever|crazy|maybe|that)$/i.test(name))
      return name.charAt(0).toUpperCase() + name.slice(1)
  }
  return null
}
