import type { Cast, ModelMessage } from '../../contract/model.ts'
import { inFirstPerson, possessiveOf } from './first_person.ts'
import { hashOf } from './hash.ts'
import language, { compile, compileAll } from './language.ts'
import phrases from './phrases.json' with { type: 'json' }
import { givenName, understand, type Intent, type Understood } from './understand.ts'
import { affinity, contentWords, sentencesOf, stem } from './words.ts'

/** The key of a list of phrases, or of one list for each tone or feeling. */
type PhraseKey = Exclude<keyof typeof phrases, 'replies' | 'topics'>

const tones = compileAll(language.tones, 'gi')
const replies = new Map<string, PhraseKey[]>(Object.entries(phrases.replies) as [string, PhraseKey[]][])
const dependsOnPrevious = compile(language.dependsOnPrevious)
const age = compile(language.age)
const needsContext = ({ written }: Fact) => dependsOnPrevious.test(written)

/** Matches sections that the prompt inserts into the messages, such as a note of the character's creator. */
const marked = /<<[^<>\n]+>>\n[^]*?\n<<end>>/g

/**
 * Answers the last message in a few sentences, from the character's public description and in their tone. The same arguments give the same reply.
 * `variant` is 0 for the first answer to a message, 1 for its first reroll, and so on. Rerolls use other phrases.
 */
export function writeReply(cast: Cast, messages: readonly ModelMessage[], variant = 0, seed?: number): string {
  const writer = new Writer(cast, messages, variant, seed)
  return cast.isForUser ? writer.writeLine() : writer.write()
}

/** One sentence about the character, and its first-person form. */
interface Fact {
  written: string
  spoken: string
}

class Writer {
  readonly #variant: number
  readonly #understood: Understood
  /** All earlier replies. */
  readonly #said: string
  readonly #userMessages: string[]
  readonly #tone: string
  readonly #facts: Fact[]
  readonly #slots: Record<'me' | 'you' | 'their', string>
  readonly #seed: number
  #rolls = 0

  constructor(cast: Cast, messages: readonly ModelMessage[], variant: number, seed?: number) {
    const { name, description, personality } = cast.character
    const said = messages
      .map(({ role, content }) => ({ role, content: content.replace(marked, '').trim() }))
      .filter(({ content }) => content !== '')
    const textsOf = (role: string) => said.flatMap((message) => (message.role === role ? message.content : []))
    const clean = (text: string) => text.replace(/[*{}\n]/g, '').trim()
    this.#variant = variant
    this.#said = textsOf('assistant').join('\n')
    this.#userMessages = textsOf('user')
    this.#understood = understand(this.#userMessages.at(-1) ?? '')
    this.#tone = toneOf(`${personality} ${description}`)
    this.#facts = sentencesOf(description).flatMap((written) => {
      const spoken = inFirstPerson(written, name, description)
      // Excludes uncertain sentences, and those about something else.
      return spoken !== null && (spoken !== written || /\b(?:I|my)\b/i.test(written)) ? [{ written, spoken }] : []
    })
    this.#slots = {
      me: clean(name) || 'a character without a name',
      you: givenName(this.#userMessages) ?? clean(cast.user.name).slice(0, 40),
      their: possessiveOf(description),
    }
    this.#seed = hashOf(JSON.stringify([cast.character, cast.user, said, ...(seed === undefined ? [] : [seed])]))
  }

  write(): string {
    const answer = this.#answer()
    const text = answer.match(/[.!?]/g)?.length === 1 ? join(answer, this.#pick('askVisitor')) : answer
    // Rerolls start with an action, because there are more actions than other phrases.
    const hasAction = this.#roll(5) < 3 || this.#variant > 0 || this.#understood.intent === 'gesture'
    const written = join(hasAction ? this.#pick('actions') : '', text)
    return limitSentences(written.replace(/\s+/g, ' ').trim())
  }

  /** Writes the user's next message. It reveals nothing about the user beyond their persona. */
  writeLine(): string {
    const { intent } = this.#understood
    const action = this.#roll(2) === 0 ? this.#pick('lineActions') : ''
    if (intent === 'greeting' && this.#said === '')
      return join(action, this.#pick('lineGreetings'), this.#pick('lineQuestions'))
    const isAsked = /\?[^\p{L}]*$/u.test(this.#userMessages.at(-1) ?? '')
    if (!isAsked) return join(action, this.#pick('lineReactions'), this.#pick('lineQuestions'))
    const own = this.#facts.filter((fact) => !this.#isTold(fact))
    const known =
      intent === 'who_are_you' ? own.slice(0, 2) : (this.#search(3) ?? []).filter((fact) => own.includes(fact))
    const name = intent === 'who_are_you' ? `My name is ${this.#slots.me}.` : ''
    const answer = join(name, ...known.map(({ spoken }) => spoken))
    // A reroll uses the same facts, so it ends with a different question.
    return join(action, answer ? join(answer, this.#pick('lineQuestions')) : this.#pick('lineAnswers'))
  }

  #answer(): string {
    const { intent } = this.#understood
    const fixed = replies.get(intent)
    if (fixed) return join(...fixed.map((key) => this.#pick(key)))
    const answers: Partial<Record<Intent, () => string>> = {
      my_name: () => this.#pick(this.#slots.you === '' ? 'namesUnknown' : 'namesKnown'),
      remember: () => this.#memoryOfUser(),
      continue: () => this.#next(1),
      nothing: () => join(this.#pick('nothingSaid'), this.#next(1)),
      story: () => this.#next(2),
      who_are_you: () => this.#introduction(),
      work: () => this.#introduction(),
      age: () => join(this.#age(), this.#pick('askVisitor')),
      place: () => join(this.#pick('places'), this.#pick('askVisitor')),
      repeat: () => this.#again(),
      opinion: () => this.#fromTexts(this.#search(4), this.#understood.topicPhrases),
      greeting: () =>
        join(this.#pick(this.#userMessages.length > 1 ? 'greetedAgain' : 'greetings'), this.#pick('askVisitor')),
      about_me: () => this.#fromTexts(this.#search(1)),
      question: () => this.#fromTexts(this.#search(4)),
    }
    return (answers[intent] ?? (() => this.#statement()))()
  }

  #introduction(): string {
    const own = this.#facts.filter(
      (fact) => /^(?:I|My)\b/.test(fact.spoken) && !needsContext(fact) && !this.#isTold(fact)
    )
    const facts = rotated(own, 2 * this.#variant).slice(0, 2)
    const name = this.#said.includes(this.#slots.me) ? '' : `My name is ${this.#slots.me}.`
    return join(name, ...facts.map(({ spoken }) => spoken), this.#pick('askVisitor'))
  }

  /** Answers a question about the character's age. Only the first sentences state it, as in 'Mara is forty, a clockmaker.' */
  #age(): string {
    // A character may be called Ninety.
    const tellsAge = (text: string) => age.test(text.replaceAll(this.#slots.me, ''))
    const fact = this.#facts.slice(0, 2).find(({ written, spoken }) => tellsAge(written) && /^I am\b/.test(spoken))
    return fact ? this.#tell([fact]) : this.#unknown()
  }

  /** Repeats the fact of the last reply, or asks the user to ask again. */
  #again(): string {
    const last = this.#said.slice(this.#said.lastIndexOf('\n') + 1)
    const fact = this.#facts.find(({ spoken }) => last.includes(spoken))?.spoken
    return fact ? this.#pick('toldBefore', { fact }) : this.#pick('unclear')
  }

  #memoryOfUser(): string {
    const scores = this.#userMessages.slice(0, -1).map((text) => affinity(this.#understood.words, text))
    const best = Math.max(...scores, 0)
    if (best < 3) return this.#pick('forgotten')
    const text = quotable(this.#userMessages[scores.indexOf(best)]!.replace(/[*{}\s]+/g, ' ').trim())
    const said = text.length > 140 ? `${text.slice(0, 140).replace(/\s\S*$/, '')} …` : text.replace(/(?<![.!?…])$/, '.')
    return join(this.#pick('remembered', { said }), this.#pick('digDeeper'))
  }

  /** Answers with the facts that were found, else with a phrase, else by admitting that the texts contain no answer. */
  #fromTexts(found: Fact[] | null, phrases: readonly string[] = []): string {
    if (!found && phrases.length === 0) return this.#unknown()
    return join(found ? this.#tell(found) : this.#pickFrom(phrases), this.#pick('askVisitor'))
  }

  #statement(): string {
    const unsaid = this.#understood.topicPhrases.filter((line) => !this.#said.includes(line))
    const related = this.#search(4)?.filter((fact) => !this.#isTold(fact)) ?? []
    const fact = related.map(({ spoken }) => spoken).join(' ')
    const reaction = fact ? this.#pick('beside', { fact }) : unsaid.length > 0 ? this.#pickFrom(unsaid) : ''
    return join(this.#pick('listening'), reaction, this.#pick('digDeeper'))
  }

  #unknown = () => join(this.#pick('unknown'), this.#pick('askVisitor'))

  /** Tells the next facts of the description. */
  #next(count: number): string {
    const last = this.#facts.findLastIndex((fact) => this.#isTold(fact))
    const facts = rotated(this.#facts, last + 1)
      .filter((fact) => !this.#isTold(fact))
      .slice(0, count)
    if (facts.length === 0) return join(this.#pick('noMore'), this.#pick('askVisitor'))
    return this.#pick('goesOn', { fact: facts.map(({ spoken }) => spoken).join(' ') })
  }

  /** Finds the fact that answers best, with an adjacent fact when one needs the other. A one-word question needs a lower score. */
  #search(scoreMin: number): Fact[] | null {
    const nameStems = new Set(contentWords(this.#slots.me).map(stem))
    const asked = this.#understood.words.filter((word) => !nameStems.has(stem(word)))
    const known = this.#facts
    const scores = known.map((fact) => affinity(asked, fact.written) - (this.#isTold(fact) ? 0.5 : 0))
    const best = Math.max(...scores)
    if (best < Math.min(scoreMin, 3 * asked.length) - 0.5 || best <= 0) return null
    const index = scores.indexOf(best)
    const [before, fact, after] = [known[index - 1], known[index]!, known[index + 1]]
    const canFollow = (other?: Fact): other is Fact => !!other && !this.#isTold(other)
    if (needsContext(fact) && canFollow(before)) return [before, fact]
    const fits = canFollow(after) && (needsContext(after) || affinity(asked, after.written) > 0)
    return fits ? [fact, after] : [fact]
  }

  #tell(facts: Fact[]): string {
    const fact = facts.map(({ spoken }) => spoken).join(' ')
    return this.#pick(this.#isTold(facts[0]!) ? 'toldBefore' : 'facts', { fact })
  }

  #isTold({ written, spoken }: Fact): boolean {
    return this.#said.includes(written) || this.#said.includes(spoken)
  }

  #pick(key: PhraseKey, slots: Record<string, string> = {}): string {
    const list: string[] | Record<string, string[]> = phrases[key]
    const { feeling } = this.#understood
    return this.#pickFrom(Array.isArray(list) ? list : (list[this.#tone] ?? list[feeling!]!), slots)
  }

  /** Picks a phrase that is new in the conversation, else the least recently used phrase, and fills in its slots. */
  #pickFrom(options: readonly string[], slots: Record<string, string> = {}): string {
    const lastUse = (option: string) => this.#said.lastIndexOf(longestLiteral(option))
    const turned = rotated(options, this.#roll(options.length)).sort((a, b) => lastUse(a) - lastUse(b))
    const phrase = turned[this.#variant % turned.length]!
    const all: Record<string, string> = { ...this.#slots, ...slots }
    const open = all['you'] === '' ? phrase.replace(/,? \{you\}(?=[,.!?])/g, '') : phrase
    return open.replace(/\{(\w+)\}/g, (_, slot: string) => all[slot] ?? '')
  }

  /** Returns a random integer below `sides`. The conversation is the seed, so every machine writes the same reply. */
  #roll(sides: number): number {
    return hashOf(`${this.#seed} ${this.#rolls++}`) % sides
  }
}

const rotated = <Item>(list: readonly Item[], by: number): Item[] =>
  list.map((_, index) => list[(index + by) % list.length]!)

const join = (...parts: string[]): string => parts.filter(Boolean).join(' ')

/** Removes double quotes, so that the text can be put between double quotes. */
const quotable = (text: string): string => text.replace(/["“”]/g, '')

const longestLiteral = (phrase: string): string =>
  phrase
    .split(/\{\w+\}/)
    .sort((a, b) => b.length - a.length)[0]!
    .trim()

function toneOf(text: string): string {
  const counts = tones.map(([tone, pattern]) => ({ tone, count: text.match(pattern)?.length ?? 0 }))
  return counts.reduce((most, tone) => (tone.count > most.count ? tone : most), { tone: 'warm', count: 0 }).tone
}

/** Cuts a text after six whole sentences. */
function limitSentences(text: string): string {
  const sentences = text.match(/(?:\*[^*]*\*\s*)?[^.!?]+[.!?]+[”"’)]*\s*/g)
  return sentences && sentences.length > 6 ? sentences.slice(0, 6).join('').trim() : text
}
