import type { Cast, ModelMessage } from '../../contract/model.ts'
import { Dice } from './dice.ts'
import { inFirstPerson, possessiveOf } from './first_person.ts'
import language, { compile, compileAll } from './language.ts'
import phrases from './phrases.json' with { type: 'json' }
import { givenName, understand, type Understood } from './understand.ts'
import { affinity, contentWords, sentencesOf, stem } from './words.ts'

type Tone = keyof typeof language.tones
/** A list of phrases, or one list for each tone or feeling. */
type PhraseKey = Exclude<keyof typeof phrases, 'fixedReplies' | 'topics' | 'fables' | 'wide'>

const tones = compileAll(language.tones, 'gi')
const dependsOnPrevious = compile(language.dependsOnPrevious)
const fixedReplies = new Map<string, string[]>(Object.entries(phrases.fixedReplies))

/**
 * Answers the last message in a few sentences, in the character's tone and from their story. Deterministic: the same cast and messages
 * give the same reply. Phrases already used in the conversation come last.
 */
export function writeReply(cast: Cast, messages: readonly ModelMessage[]): string {
  const message = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return new Writer(cast, messages, understand(message)).write()
}

/** One sentence of the story. `spoken` is its first-person form; null when that isn't certain. */
interface Fact {
  written: string
  spoken: string | null
}

class Writer {
  readonly #cast: Cast
  readonly #understood: Understood
  readonly #dice: Dice
  /** All earlier replies. */
  readonly #said: string
  readonly #userMessages: string[]
  readonly #tone: Tone
  readonly #story: Fact[]
  /** Facts from the description and personality. Searched, but not told as a story. */
  readonly #traits: Fact[]
  readonly #slots: { me: string; you: string; their: string }
  readonly #told: Fact[] = []

  constructor(cast: Cast, messages: readonly ModelMessage[], understood: Understood) {
    const { name, description, personality, backstory } = cast.character
    const textsOf = (role: string) => messages.filter((message) => message.role === role).map(({ content }) => content)
    const about = `${backstory} ${description} ${personality}`
    const clean = (text: string) => text.replace(/[*{}\n]/g, '').trim()
    const factsIn = (text: string): Fact[] =>
      sentencesOf(text).map((written) => ({ written, spoken: inFirstPerson(written, name, about) }))
    this.#cast = cast
    this.#understood = understood
    this.#dice = new Dice(JSON.stringify([cast.character, cast.scenario, cast.user, messages]))
    this.#said = textsOf('assistant').join('\n')
    this.#userMessages = textsOf('user')
    this.#tone = toneOf(`${personality} ${description}`)
    this.#story = factsIn(backstory)
    // Without a subject it is a list of words, not a sentence.
    this.#traits = factsIn(`${description}\n${personality}`).filter(({ spoken }) => /^(?:I|My)\b/.test(spoken ?? ''))
    this.#slots = {
      me: clean(name) || 'nobody in particular',
      you: givenName(this.#userMessages) ?? clean(cast.user.name).slice(0, 40),
      their: possessiveOf(about),
    }
  }

  write(): string {
    const answer = this.#answer()
    const isOneSentence = answer.match(/[.!?]/g)?.length === 1
    const text = isOneSentence ? join(answer, this.#sometimes(1, 'askVisitor')) : answer
    const action = this.#understood.intent === 'gesture' || this.#dice.next() < 0.72 ? this.#pick('actions') : ''
    return limitSentences(join(action, text).replace(/\s+/g, ' ').trim())
  }

  #answer(): string {
    const { intent } = this.#understood
    const fixed = fixedReplies.get(intent)
    if (fixed) return join(...fixed.map((step) => this.#step(step)))
    switch (intent) {
      case 'greeting':
        return this.#greeting()
      case 'story':
        return this.#tale()
      case 'continue':
        return this.#continuation()
      case 'who_are_you':
        return this.#introduction()
      case 'what_are_you_like':
        return this.#personality()
      case 'my_name':
        return this.#pick(this.#slots.you === '' ? 'namesUnknown' : 'namesKnown')
      case 'remember':
        return this.#memoryOfUser()
      case 'name_given':
        return this.#welcome()
      case 'place':
        return this.#place()
      case 'about_you':
        return this.#aboutMe()
      case 'wide':
        return this.#generalAnswer()
      case 'reflection':
        return this.#reflection()
      default:
        return this.#statement()
    }
  }

  /** A step of a fixed reply: a phrase list, or `memory` or `recall`, with an optional probability. */
  #step(step: string): string {
    const [key, probability] = step.split(' ')
    if (key === 'recall') return this.#recall()
    if (key === 'memory') return this.#memory(Number(probability))
    return probability ? this.#sometimes(Number(probability), key as PhraseKey) : this.#pick(key as PhraseKey)
  }

  #greeting(): string {
    const isRepeated = this.#said.length > 0 && this.#userMessages.length > 1
    if (isRepeated) return join(this.#pick('greetedAgain'), this.#sometimes(1, 'askVisitor'))
    const greeting = this.#pick('greetings')
    return join(greeting, this.#dice.next() < 0.5 ? `I am ${this.#slots.me}.` : '', this.#sometimes(1, 'askVisitor'))
  }

  #introduction(): string {
    const { me } = this.#slots
    const name = this.#said.includes(`I am ${me}`) ? '' : `I am ${me}.`
    const trade = sentencesOf(this.#cast.character.description)[0]?.match(/^(An? [^.!?:;]{4,140})[.]?$/)?.[1]
    const called = trade && !this.#said.includes('They call me a') ? `They call me ${lowerFirst(trade)}.` : ''
    const first = this.#untold().find((fact) => !dependsOnPrevious.test(fact.written))
    const fact = first ? (first.spoken ?? this.#tell([first])) : called || this.#pick('noMore')
    if (first) this.#told.push(first)
    if (this.#understood.asksPlace) return join(name, called || fact, this.#scene())
    return join(name, called, first || !called ? fact : '', this.#sometimes(0.7, 'askVisitor'))
  }

  #personality(): string {
    const traits = this.#cast.character.personality.split(/[,;.\n]/).map((trait) => trait.trim().replace(/^and /, ''))
    const words = traits.filter((trait) => /^[\p{L}-]+(?: [\p{L}-]+)?$/u.test(trait)).slice(0, 4)
    if (words.length >= 2) {
      const list = `${words.slice(0, -1).map(lowerFirst).join(', ')} and ${lowerFirst(words.at(-1)!)}`
      const sentence = `They call me ${list}, and I have stopped arguing. You will have to judge for yourself.`
      return join(sentence, this.#sometimes(0.6, 'askVisitor'))
    }
    const trait = this.#traits.at(-1)
    return trait ? join(this.#tell([trait]), this.#sometimes(0.7, 'askVisitor')) : this.#unknown()
  }

  #memoryOfUser(): string {
    const [best] = this.#userMessages
      .slice(0, -1)
      .map((text) => ({ text, score: affinity(this.#understood.words, text) }))
      .filter(({ score }) => score >= 3)
      .sort((a, b) => b.score - a.score)
    if (!best) return this.#pick('forgotten')
    const text = quotable(best.text.replace(/[*{}\s]+/g, ' ').trim())
    const short = `${text.slice(0, 140).replace(/\s\S*$/, '')} …`
    const said = text.length > 140 ? short : text.replace(/(?<![.!?…])$/, '.')
    return join(this.#pick('remembered', { said }), this.#sometimes(0.7, 'digDeeper'))
  }

  #place(): string {
    const scene = this.#scene()
    if (scene !== '') return join('Look around you.', scene, this.#sometimes(0.6, 'askVisitor'))
    return join(this.#pickFrom(phrases.wide.where), this.#memory(1), this.#sometimes(0.5, 'askVisitor'))
  }

  #scene(): string {
    const { character, scenario } = this.#cast
    const sentences = sentencesOf(scenario).slice(0, 2)
    return join(
      ...sentences.map((written) => {
        const spoken = inFirstPerson(written, character.name, character.backstory + written)
        return spoken ?? (this.#mentionsMe(written) ? `They would tell it so: “${quotable(written)}”` : written)
      })
    )
  }

  #aboutMe(): string {
    const { spoken, asks, words } = this.#understood
    const found = this.#search(words.length < 4 ? 1 : 2)
    if (found) return join(this.#tell(found), this.#sometimes(0.6, 'askVisitor'))
    if (asks === 'where' && /\b(?:from|live)\b/i.test(spoken)) {
      const isOrigin = ({ written }: Fact) => /\b(?:born|grew up|came from|comes from|raised)\b/i.test(written)
      const origin = this.#story.find(isOrigin)
      if (origin) return join(this.#tell([origin]), this.#sometimes(0.6, 'askVisitor'))
    }
    const asksTaste = /\bdo you (?:ever |really |also )?(?:like|love|enjoy)\b/i.test(spoken)
    const asksOpinion =
      /\b(?:you think|you feel|you believe|your (?:view|opinion|thoughts)|tell me (?:about|of))\b/i.test(spoken)
    const opinion = asksTaste || asksOpinion ? this.#opinion() : ''
    if (asksTaste) return join(this.#pick('tastes'), opinion, opinion ? this.#sometimes(0.6, 'digDeeper') : 'And you?')
    return opinion ? join(opinion, this.#sometimes(0.9, 'askVisitor')) : this.#unknown()
  }

  #generalAnswer(): string {
    const found = this.#search(3)
    if (found) return join(this.#tell(found), this.#sometimes(0.5, 'askVisitor'))
    const opinion = this.#opinion()
    const answer = this.#pickFrom(phrases.wide[this.#understood.asks])
    const second = opinion && this.#dice.next() < 0.5 ? answer : ''
    return join(opinion || answer, second, this.#memory(0.25), this.#sometimes(0.7, 'digDeeper'))
  }

  #welcome(): string {
    const { trade, words } = this.#understood
    const { me, you } = this.#slots
    const isName = (word: string) => word.toLowerCase() === you.toLowerCase() || /^names?$/i.test(word)
    const rest = trade ? this.#trade(trade) : this.#echo(words.filter((word) => !isName(word)))
    const taken = this.#pick('namesTaken')
    const introduction = this.#userMessages.length === 1 ? `I am ${me}.` : ''
    return join(taken, introduction, rest, this.#sometimes(rest === '' ? 1 : 0.5, 'askVisitor'))
  }

  #statement(): string {
    const { trade, isLong, words } = this.#understood
    if (trade) return join(this.#trade(trade), this.#opinion(), this.#memory(0.4), this.#sometimes(0.4, 'digDeeper'))
    const found = this.#search(3)
    const opening = this.#sometimes(0.35, 'interjections')
    const start = isLong
      ? this.#pick('longWinded')
      : this.#opinion() || this.#echo(words) || this.#pick('interjections')
    const then = found && !this.#isTold(found[0]!) ? this.#tell(found) : this.#recall() || this.#memory(0.35)
    return join(opening === start ? '' : opening, start, then, this.#sometimes(0.75, 'digDeeper'))
  }

  #reflection(): string {
    const clause = this.#understood.clause!
    const isWish = /^you (?:want|need|wish|hope)\b/.test(clause)
    return join(this.#pick(isWish ? 'wishes' : 'reflections', { clause }), this.#opinion(), this.#memory(0.3))
  }

  #tale(): string {
    const isStart = (fact: Fact) => fact.spoken !== null && !this.#isTold(fact) && !dependsOnPrevious.test(fact.written)
    const start = this.#story.findIndex(isStart)
    const own = start === -1 ? [] : this.#story.slice(start, start + 4).flatMap(({ spoken }) => spoken ?? [])
    if (own.length >= 2 && !phrases.storyStarts.some((line) => this.#said.includes(line)))
      return join(this.#pick('storyStarts'), ...own.slice(0, 3), this.#pick('storyThen'))
    const fables = this.#dice.shuffled(phrases.fables)
    const fable = fables.find((lines) => !this.#said.includes(lines[1]!)) ?? fables[0]!
    return join(...fable, this.#pick('storyThen'))
  }

  #continuation(): string {
    const last = this.#story.findLastIndex((fact) => this.#isTold(fact))
    const next = this.#story.slice(last + 1).find((fact) => !this.#isTold(fact)) ?? this.#untold()[0]
    if (!next) return join(this.#pick('noMore'), this.#sometimes(1, 'askVisitor'))
    const told = next.spoken === null ? this.#tell([next]) : this.#pick('goesOn', { fact: next.spoken })
    return join(told, this.#sometimes(0.4, 'askVisitor'))
  }

  /** The fact that answers the question best, with a neighbour when one needs the other. */
  #search(scoreMin: number): Fact[] | null {
    const nameStems = new Set(contentWords(this.#cast.character.name).map(stem))
    const asked = this.#understood.words.filter((word) => !nameStems.has(stem(word)))
    const known = [...this.#story, ...this.#traits]
    const scoreOf = (fact: Fact) => affinity(asked, fact.written) - (this.#isTold(fact) ? 0.5 : 0)
    const [best] = known
      .map((fact, index) => ({ fact, index, score: scoreOf(fact) }))
      .filter(({ score }) => score >= scoreMin - 0.5 && score > 0)
      .sort((a, b) => b.score - a.score || a.index - b.index)
    if (!best) return null
    const { fact, index } = best
    const canFollow = (other?: Fact): other is Fact => !!other && other.spoken !== null && !this.#isTold(other)
    const [before, after] = [known[index - 1], this.#story[index + 1]]
    if (fact.spoken === null) return [fact]
    if (dependsOnPrevious.test(fact.written) && canFollow(before)) return [before, fact]
    const fits = canFollow(after) && (dependsOnPrevious.test(after.written) || affinity(asked, after.written) > 0)
    return fits ? [fact, after] : [fact]
  }

  #tell(facts: Fact[]): string {
    this.#told.push(...facts)
    const first = facts[0]!
    if (first.spoken === null) return this.#pick('quotes', { quote: quotable(first.written) })
    const fact = facts.map(({ spoken }) => spoken!).join(' ')
    return this.#pick(this.#isTold(first) ? 'toldBefore' : 'facts', { fact })
  }

  /** An untold fact, offered unasked. */
  #memory(probability: number): string {
    if (this.#dice.next() >= probability) return ''
    const isShort = ({ spoken }: Fact) => spoken !== null && spoken.length < 160
    const fact = this.#untold().find((fact) => isShort(fact) && !dependsOnPrevious.test(fact.written))
    if (fact) this.#told.push(fact)
    return fact?.spoken ?? ''
  }

  #opinion(): string {
    const unsaid = this.#understood.topicPhrases?.filter((line) => !this.#said.includes(line)) ?? []
    return unsaid.length > 0 ? this.#pickFrom(unsaid) : ''
  }

  /** Refers to a word from an earlier message of the user. */
  #recall(): string {
    if (this.#userMessages.length < 4 || this.#dice.next() >= 0.4) return ''
    const earlier = this.#userMessages.slice(0, -2).flatMap((text) => contentWords(text.replace(/\*[^*]*\*/g, ' ')))
    const isNew = (word: string) => !this.#mentionsMe(word) && !this.#said.includes(`“${word.toLowerCase()}”`)
    return this.#echo(earlier.filter(isNew), 'recalls')
  }

  /** Repeats the longest plain word. */
  #echo(words: string[], key: PhraseKey = 'echoes'): string {
    const isPlain = (word: string) => /^\p{Script=Latin}[\p{Script=Latin}’'-]{3,18}$/u.test(word) && !/ly$/i.test(word)
    const [word] = words.filter(isPlain).sort((a, b) => b.length - a.length)
    return word ? this.#pick(key, { word: word.toLowerCase() }) : ''
  }

  #trade(trade: string): string {
    return this.#pick('trades', { what: trade, What: trade.charAt(0).toUpperCase() + trade.slice(1) })
  }

  #unknown(): string {
    return join(this.#pick('unknown'), this.#pick('unknownThen'))
  }

  #untold(): Fact[] {
    return this.#story.filter((fact) => !this.#isTold(fact) && !this.#told.includes(fact))
  }

  #isTold({ written, spoken }: Fact): boolean {
    return this.#said.includes(written) || (spoken !== null && this.#said.includes(spoken))
  }

  #mentionsMe(text: string): boolean {
    const names = contentWords(this.#cast.character.name)
    return names.some((name) => text.toLowerCase().includes(name.toLowerCase()))
  }

  #sometimes(probability: number, key: PhraseKey): string {
    return this.#dice.next() < probability ? this.#pick(key) : ''
  }

  #pick(key: PhraseKey, slots: Record<string, string> = {}): string {
    const list: string[] | Record<string, string[]> = phrases[key]
    const { feeling } = this.#understood
    return this.#pickFrom(Array.isArray(list) ? list : (list[this.#tone] ?? list[feeling!]!), slots)
  }

  /** A phrase not used yet in the conversation, else the least recent one, with its slots filled. */
  #pickFrom(options: readonly string[], slots: Record<string, string> = {}): string {
    const lastUse = (option: string): number => this.#said.lastIndexOf(longestLiteral(option))
    const [phrase] = this.#dice.shuffled(options).sort((a, b) => lastUse(a) - lastUse(b))
    const all: Record<string, string> = { ...this.#slots, ...slots }
    const open = all['you'] === '' ? phrase!.replace(/,? \{you\}(?=[,.!?])/g, '') : phrase!
    return open.replace(/\{(\w+)\}/g, (_, slot: string) => all[slot] ?? '')
  }
}

const join = (...parts: string[]): string => parts.filter(Boolean).join(' ')

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Replaces double quotes, so that the text can stand between double quotes. */
const quotable = (text: string): string =>
  text
    .replaceAll('“', '‘')
    .replace(/"([^"]*)"/g, '‘$1’')
    .replace(/["”]/g, '’')

const longestLiteral = (phrase: string): string => {
  const literals = phrase.split(/\{\w+\}/).sort((a, b) => b.length - a.length)
  return literals[0]!.trim()
}

function toneOf(text: string): Tone {
  const counts = tones.map(([tone, pattern]) => ({ tone, count: text.match(pattern)?.length ?? 0 }))
  const most = Math.max(...counts.map(({ count }) => count))
  return most === 0 ? 'warm' : counts.find(({ count }) => count === most)!.tone
}

/** At most six whole sentences. */
function limitSentences(text: string): string {
  const sentences = text.match(/(?:\*[^*]*\*\s*)?[^.!?]+[.!?]+[”"’)]*\s*/g)
  return sentences && sentences.length > 6 ? sentences.slice(0, 6).join('').trim() : text
}
