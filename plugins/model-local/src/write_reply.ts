import type { Cast, ModelMessage } from '../../contract/model.ts'
import { Dice } from './dice.ts'
import { inFirstPerson, possessiveOf } from './first_person.ts'
import * as lines from './lines.ts'
import type { Tone } from './lines.ts'
import { givenName, understand, type Understood } from './understand.ts'
import { affinity, contentWords, sentencesOf, stem } from './words.ts'

/**
 * A character's answer to the last message: a few sentences in their tone, on the facts of their story. The same cast and
 * messages always give the same reply; lines already used in the conversation are avoided while there are others.
 */
export function writeReply(cast: Cast, messages: readonly ModelMessage[]): string {
  const said = messages.findLast((message) => message.role === 'user')?.content ?? ''
  return new Writer(cast, messages, understand(said)).write()
}

/** One sentence of the story, as written and as its hero would say it. */
interface Fact {
  told: string
  said: string | null
}

class Writer {
  readonly #cast: Cast
  readonly #heard: Understood
  readonly #dice: Dice
  readonly #before: string
  readonly #earlier: string[]
  readonly #tone: Tone
  readonly #story: Fact[]
  /** What else is known, to be searched but not told as a story. */
  readonly #traits: Fact[]
  readonly #their: string
  readonly #turn: number
  readonly #you: string
  #told: Fact[] = []

  constructor(cast: Cast, messages: readonly ModelMessage[], heard: Understood) {
    const { character } = cast
    this.#cast = cast
    this.#heard = heard
    this.#dice = new Dice(JSON.stringify([character, cast.scenario, cast.user, messages]))
    this.#before = messages
      .filter((message) => message.role === 'assistant')
      .map((message) => message.content)
      .join('\n')
    const theirs = messages.filter((message) => message.role === 'user').map((message) => message.content)
    this.#earlier = theirs.slice(0, -1)
    this.#turn = theirs.length
    this.#you =
      givenName(theirs) ??
      cast.user.name
        .replace(/[*{}\n]/g, '')
        .trim()
        .slice(0, 40)
    this.#tone = toneOf(`${character.personality} ${character.description}`)
    const about = `${character.backstory} ${character.description} ${character.personality}`
    const facts = (text: string): Fact[] =>
      sentencesOf(text).map((told) => ({ told, said: inFirstPerson(told, character.name, about) }))
    this.#story = facts(character.backstory)
    // Without a subject it is a list of words, and those are no sentence to say.
    this.#traits = facts(`${character.description}\n${character.personality}`).filter(
      ({ said }) => said !== null && /^(?:I|My)\b/.test(said)
    )
    this.#their = possessiveOf(about)
  }

  write(): string {
    const answer = this.#answer()
    const whole = answer.match(/[.!?]/g)?.length === 1 ? this.#join(answer, this.#visitor(1)) : answer
    const deed = this.#heard.intent === 'deed' || this.#dice.chance(0.72) ? this.#pick(lines.actions[this.#tone]) : ''
    return capped(this.#join(deed, whole).replace(/\s+/g, ' ').trim())
  }

  #answer(): string {
    const heard = this.#heard
    switch (heard.intent) {
      case 'machine':
        return this.#join(this.#pick(lines.machine), this.#pick(lines.machineThen))
      case 'goodbye':
        return this.#join(this.#pick(lines.goodbyes[this.#tone]), this.#pick(lines.goodbyeEnds))
      case 'greeting':
        return this.#greeting()
      case 'thanks':
        return this.#join(this.#pick(lines.thanks), this.#visitor(0.4))
      case 'sorry':
        return this.#join(this.#pick(lines.sorry), this.#visitor(0.5))
      case 'laugh':
        return this.#join(this.#pick(lines.laughs), this.#visitor(0.7))
      case 'affection':
        return this.#join(this.#pick(lines.affection), this.#visitor(0.6))
      case 'insult':
        return this.#pick(lines.insults)
      case 'story':
        return this.#tale()
      case 'continue':
        return this.#goOn()
      case 'who_are_you':
        return this.#introduction()
      case 'what_are_you_like':
        return this.#nature()
      case 'how_are_you':
        return this.#join(this.#pick(lines.howAmI[this.#tone]), this.#visitor(1))
      case 'my_name':
        return this.#pick(this.#you === '' ? lines.namesUnknown : lines.namesKnown)
      case 'remember':
        return this.#remembered()
      case 'name_given':
        return this.#named()
      case 'place':
        return this.#place()
      case 'about_you':
        return this.#aboutMe()
      case 'wide':
        return this.#wide()
      case 'feeling':
        return this.#join(this.#pick(lines.feelings[heard.feeling!]), this.#pick(lines.feelingThen[heard.feeling!]))
      case 'deed':
        return this.#join(this.#pick(lines.deeds), this.#memory(0.4), this.#visitor(0.9))
      case 'yes':
        return this.#join(this.#pick(lines.agrees), this.#recall(), this.#dig(1))
      case 'no':
        return this.#join(this.#pick(lines.disagrees), this.#recall(), this.#dig(1))
      case 'unreadable':
        return this.#pick(lines.unreadable)
      case 'nothing':
        return this.#join(this.#pick(lines.nothingSaid), this.#memory(0.6), this.#visitor(0.5))
      case 'reflection':
        return this.#reflection()
      case 'statement':
        return this.#statement()
    }
  }

  #greeting(): string {
    if (this.#before.length > 0 && this.#turn > 1) return this.#join(this.#pick(lines.greetedAgain), this.#visitor(1))
    return this.#join(
      this.#pick(lines.greetings[this.#tone]),
      this.#dice.chance(0.5) ? `I am ${this.#me()}.` : '',
      this.#visitor(1)
    )
  }

  #introduction(): string {
    const name = this.#before.includes(`I am ${this.#me()}`) ? '' : `I am ${this.#me()}.`
    const trade = sentencesOf(this.#cast.character.description)[0]?.match(/^(An? [^.!?:;]{4,140})[.]?$/)?.[1]
    const called =
      trade && !this.#before.includes('They call me a')
        ? `They call me ${trade.charAt(0).toLowerCase()}${trade.slice(1)}.`
        : ''
    const first = this.#fresh().find((fact) => !this.#leans(fact))
    const fact = first ? (first.said ?? this.#tell([first])) : called || this.#pick(lines.noMore)
    if (first) this.#told.push(first)
    if (this.#heard.asksPlace) return this.#join(name, called || fact, this.#scene())
    return this.#join(name, called, first ? fact : '', !called && !first ? fact : '', this.#visitor(0.7))
  }

  #nature(): string {
    const { personality } = this.#cast.character
    const traits = personality.split(/[,;.\n]/).map((trait) => trait.trim().replace(/^and /, ''))
    const words = traits
      .filter((trait) => /^[\p{L}-]+(?: [\p{L}-]+)?$/u.test(trait))
      .slice(0, 4)
      .map((trait) => trait.charAt(0).toLowerCase() + trait.slice(1))
    if (words.length >= 2) {
      const list = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
      return this.#join(
        `They call me ${list}, and I have stopped arguing.`,
        'You will have to judge for yourself.',
        this.#visitor(0.6)
      )
    }
    const trait = this.#traits.at(-1)
    if (trait === undefined) return this.#join(this.#pick(lines.unknown), this.#pick(lines.unknownThen))
    return this.#join(this.#tell([trait]), this.#visitor(0.7))
  }

  #remembered(): string {
    const asked = this.#heard.words
    const [best] = this.#earlier
      .map((text) => ({ text, score: affinity(asked, text) }))
      .filter(({ score }) => score >= 3)
      .sort((a, b) => b.score - a.score)
    if (!best) return this.#pick(lines.forgotten)
    const said = quotable(best.text.replace(/[*{}\s]+/g, ' ').trim())
    return this.#join(
      this.#pick(lines.remembered, {
        said: said.length > 140 ? `${said.slice(0, 140).replace(/\s\S*$/, '')} …` : said.replace(/(?<![.!?…])$/, '.'),
      }),
      this.#dig(0.7)
    )
  }

  #place(): string {
    const scene = this.#scene()
    if (scene === '') return this.#join(this.#pick(lines.wide.where), this.#memory(1), this.#visitor(0.5))
    return this.#join('Look around you.', scene, this.#visitor(0.6))
  }

  #scene(): string {
    const { character, scenario } = this.#cast
    return sentencesOf(scenario)
      .slice(0, 2)
      .map((told) => {
        const said =
          inFirstPerson(told, character.name, character.backstory + told) ?? (this.#mentionsMe(told) ? null : told)
        return said ?? `They would tell it so: “${quotable(told)}”`
      })
      .join(' ')
  }

  #aboutMe(): string {
    const { spoken, asks } = this.#heard
    const found = this.#found(this.#heard.words.length < 4 ? 1 : 2)
    if (found) return this.#join(this.#tell(found), this.#visitor(0.6))
    if (asks === 'where' && /\b(?:from|live)\b/i.test(spoken)) {
      const origin = this.#story.find(({ told }) => /\b(?:born|grew up|came from|comes from|raised)\b/i.test(told))
      if (origin) return this.#join(this.#tell([origin]), this.#visitor(0.6))
    }
    // A matter of taste, not of fact: that may be answered.
    const liking = /\bdo you (?:ever |really |also )?(?:like|love|enjoy)\b/i.test(spoken)
    const musing =
      liking ||
      /\b(?:you think|you feel|you believe|your (?:view|opinion|thoughts)|tell me (?:about|of))\b/i.test(spoken)
        ? this.#musing()
        : null
    if (liking) return this.#join(this.#pick(lines.tastes), musing ?? '', musing ? this.#dig(0.6) : 'And you?')
    if (musing) return this.#join(musing, this.#visitor(0.9))
    return this.#join(this.#pick(lines.unknown), this.#pick(lines.unknownThen))
  }

  #wide(): string {
    const found = this.#found(3)
    if (found) return this.#join(this.#tell(found), this.#visitor(0.5))
    const musing = this.#musing()
    const line = this.#pick(lines.wide[this.#heard.asks])
    return this.#join(musing ?? line, musing && this.#dice.chance(0.5) ? line : '', this.#memory(0.25), this.#dig(0.7))
  }

  #named(): string {
    const { trade, words } = this.#heard
    const rest = trade
      ? this.#trade(trade)
      : this.#echo(words.filter((word) => word.toLowerCase() !== this.#you.toLowerCase() && !/^names?$/i.test(word)))
    return this.#join(
      this.#pick(lines.namesTaken),
      this.#turn === 1 ? `I am ${this.#me()}.` : '',
      rest,
      this.#visitor(rest === '' ? 1 : 0.5)
    )
  }

  #statement(): string {
    const { trade, long, words } = this.#heard
    if (trade) return this.#join(this.#trade(trade), this.#musing() ?? '', this.#memory(0.4), this.#dig(0.4))
    const found = this.#found(3)
    const opening = this.#dice.chance(0.35) ? this.#pick(lines.interjections[this.#tone]) : ''
    const start = long
      ? this.#pick(lines.longWinded)
      : (this.#musing() ?? (this.#echo(words) || this.#pick(lines.interjections[this.#tone])))
    const then = found && !this.#isTold(found[0]!) ? this.#tell(found) : this.#recall() || this.#memory(0.35)
    return this.#join(opening === start ? '' : opening, start, then, this.#dig(0.75))
  }

  #reflection(): string {
    const clause = this.#heard.clause!
    const wish = /^you (?:want|need|wish|hope)\b/.test(clause)
    return this.#join(
      this.#pick(wish ? lines.wishes : lines.reflections, { clause }),
      this.#musing() ?? '',
      this.#memory(0.3)
    )
  }

  #trade(what: string): string {
    return this.#pick(lines.trades, { what, What: what.charAt(0).toUpperCase() + what.slice(1) })
  }

  #tale(): string {
    const start = this.#story.findIndex((fact) => fact.said !== null && !this.#isTold(fact) && !this.#leans(fact))
    const own = start === -1 ? [] : this.#story.slice(start, start + 4).filter(({ said }) => said !== null)
    if (own.length >= 2 && !lines.storyStarts.some((line) => this.#before.includes(line))) {
      return this.#join(
        this.#pick(lines.storyStarts),
        ...own.slice(0, 3).map(({ said }) => said!),
        this.#pick(lines.storyThen)
      )
    }
    const fables = this.#dice.shuffled(lines.fables)
    const fable = fables.find((one) => !this.#before.includes(one[1]!)) ?? fables[0]!
    return this.#join(...fable, this.#pick(lines.storyThen))
  }

  #goOn(): string {
    const last = this.#story.findLastIndex((fact) => this.#isTold(fact))
    const next = this.#story.slice(last + 1).find((fact) => !this.#isTold(fact)) ?? this.#fresh()[0]
    if (!next) return this.#join(this.#pick(lines.noMore), this.#visitor(1))
    return this.#join(
      next.said === null ? this.#tell([next]) : this.#pick(lines.goesOn, { fact: next.said }),
      this.#visitor(0.4)
    )
  }

  /** What of the story answers the question: the best sentence, with the one before it where it leans on that. */
  #found(least: number): Fact[] | null {
    const own = new Set(contentWords(this.#cast.character.name).map(stem))
    const asked = this.#heard.words.filter((word) => !own.has(stem(word)))
    const known = [...this.#story, ...this.#traits]
    const [best] = known
      .map((fact, index) => ({ fact, index, score: affinity(asked, fact.told) - (this.#isTold(fact) ? 0.5 : 0) }))
      .filter(({ score }) => score >= least - 0.5 && score > 0)
      .sort((a, b) => b.score - a.score || a.index - b.index)
    if (!best) return null
    if (best.fact.said === null) return [best.fact]
    const before = known[best.index - 1]
    if (this.#leans(best.fact) && before && before.said !== null && !this.#isTold(before)) return [before, best.fact]
    const after = this.#story[best.index + 1]
    return after &&
      after.said !== null &&
      !this.#isTold(after) &&
      (this.#leans(after) || affinity(asked, after.told) > 0)
      ? [best.fact, after]
      : [best.fact]
  }

  /** Whether a sentence can't be understood without the one before it. */
  #leans({ told }: Fact): boolean {
    return /\b(?:them|they|those)\b|\bwhy\.$|^(?:it|this|that|these|but|so|then|there|since then|when (?:he|she|they|it))\b/i.test(
      told
    )
  }

  #tell(facts: Fact[]): string {
    this.#told.push(...facts)
    const [first] = facts
    if (!first || first.said === null) return this.#pick(lines.quotes, { quote: quotable(first?.told ?? '') })
    return this.#pick(this.#isTold(first) ? lines.toldBefore : lines.facts, {
      fact: facts.map(({ said }) => said!).join(' '),
    })
  }

  /** A fact not told yet, offered unasked. */
  #memory(share: number): string {
    if (!this.#dice.chance(share)) return ''
    const fact = this.#fresh().find((fact) => fact.said !== null && fact.said.length < 160 && !this.#leans(fact))
    if (!fact) return ''
    this.#told.push(fact)
    return fact.said!
  }

  #musing(): string | null {
    const { topic } = this.#heard
    if (!topic) return null
    const unsaid = topic.says.filter((line) => !this.#before.includes(line))
    return unsaid.length > 0 ? this.#pick(unsaid) : null
  }

  /** Something the visitor said a while ago. */
  #recall(): string {
    if (this.#earlier.length < 3 || !this.#dice.chance(0.4)) return ''
    const earlier = this.#earlier.slice(0, -1).flatMap((text) => contentWords(text.replace(/\*[^*]*\*/g, ' ')))
    const word = this.#echoWord(
      earlier.filter((one) => !this.#mentionsMe(one) && !this.#before.includes(`“${one.toLowerCase()}”`))
    )
    return word ? this.#pick(lines.recalls, { word }) : ''
  }

  /** The word most worth repeating: long, and written as one would say it. */
  #echoWord(words: string[]): string | null {
    const plain = words
      .filter((word) => /^\p{Script=Latin}[\p{Script=Latin}’'-]{3,18}$/u.test(word) && !/ly$/i.test(word))
      .map((word) => word.toLowerCase())
    return plain.sort((a, b) => b.length - a.length)[0] ?? null
  }

  #dig(share: number): string {
    return this.#dice.chance(share) ? this.#pick(lines.digDeeper[this.#tone]) : ''
  }

  #visitor(share: number): string {
    return this.#dice.chance(share) ? this.#pick(lines.askVisitor[this.#tone]) : ''
  }

  #echo(words: string[]): string {
    const word = this.#echoWord(words)
    return word ? this.#pick(lines.echoes, { word }) : ''
  }

  #fresh(): Fact[] {
    return this.#story.filter((fact) => !this.#isTold(fact) && !this.#told.includes(fact))
  }

  #isTold({ told, said }: Fact): boolean {
    return this.#before.includes(told) || (said !== null && this.#before.includes(said))
  }

  #mentionsMe(text: string): boolean {
    return contentWords(this.#cast.character.name).some((word) => text.toLowerCase().includes(word.toLowerCase()))
  }

  #me(): string {
    return this.#cast.character.name.replace(/[*{}\n]/g, '').trim() || 'nobody in particular'
  }

  /** A line not used yet in this conversation, else the one whose use is longest ago; its slots filled. */
  #pick(options: readonly string[], slots: Record<string, string> = {}): string {
    const lastUse = (option: string): number => this.#before.lastIndexOf(longestLiteral(option))
    const [line] = this.#dice.shuffled(options).sort((a, b) => lastUse(a) - lastUse(b))
    const all: Record<string, string> = { me: this.#me(), you: this.#you, their: this.#their, ...slots }
    const open = this.#you === '' ? line!.replace(/,? \{you\}(?=[,.!?])/g, '') : line!
    return open.replace(/\{(\w+)\}/g, (_, slot: string) => all[slot] ?? '')
  }

  #join(...parts: string[]): string {
    return parts.filter(Boolean).join(' ')
  }
}

/** A sentence made ready to stand between double quotes. */
const quotable = (text: string): string =>
  text
    .replaceAll('“', '‘')
    .replaceAll('”', '’')
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('"', '’')

const longestLiteral = (line: string): string =>
  line
    .split(/\{\w+\}/)
    .sort((a, b) => b.length - a.length)[0]!
    .trim()

function toneOf(text: string): Tone {
  let best: Tone = 'warm'
  let most = 0
  for (const [tone, pattern] of Object.entries(lines.toneWords) as [Tone, RegExp][]) {
    const count = text.match(pattern)?.length ?? 0
    if (count > most) [best, most] = [tone, count]
  }
  return best
}

/** At most six sentences, whole ones. */
function capped(text: string): string {
  const sentences = text.match(/(?:\*[^*]*\*\s*)?[^.!?]+[.!?]+[”"’)]*\s*/g)
  return sentences && sentences.length > 6 ? sentences.slice(0, 6).join('').trim() : text
}
