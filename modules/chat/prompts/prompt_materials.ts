import type { DroppedPrompt } from '#modules/lore/api'
import type { ModelMessage } from '#plugins/contract/model'
import { clipText } from './clip_text.ts'
import { compositionOf, type Composition } from './estimate_tokens.ts'
import { exampleBlocks } from './example_blocks.ts'
import { hiddenTextsOf, readsAll, type OwnText } from './hidden_texts.ts'
import { inertMessage, inertText } from './inert_text.ts'
import { pictureWords } from './pictures.ts'
import { promptDescription } from './prompt_description.ts'
import type { OtherCharacter, PromptInput, PromptMessage, ShortenableText } from './prompt_input.ts'
import { macrosOf, nameOf, nameOnly, type Names, type PromptFillers } from './prompt_macros.ts'
import { instructionsFor } from './prompt_texts.ts'

/** A message of the history, as the model reads it. */
export interface FilledMessage<Message extends PromptMessage> {
  message: Message
  role: ModelMessage['role']
  content: string
  composition: Composition
}

/** The texts of a prompt with their macros filled in, which can't forge a mark. Nothing is shortened yet. */
export interface PromptMaterials<Message extends PromptMessage = PromptMessage> {
  names: Names
  /** The other characters, and speakers of an imported chat. */
  otherNames: string[]
  instructions: string
  texts: Record<ShortenableText, string>
  /** The texts that creators may hide, with their macros. */
  written: Record<WrittenText, string>
  /** The names of the texts that the user may not read. */
  hidden: ReadonlySet<string>
  /** The texts that the chat has instead of the character's. */
  ofChat: ReadonlySet<OwnText>
  /** The pins among the messages, the deepest first. */
  deepPins: { depth: number; text: string }[]
  history: FilledMessage<Message>[]
  /** Blocks of example messages. */
  examples: string[]
  /** The character's public description. */
  description: string
}

/** The functions that fill a single text. */
type TextFillers = Omit<PromptFillers, 'otherSpeaker' | 'fillHistory'>

export type WrittenText =
  'backstory' | 'scenario' | 'personality' | 'systemPrompt' | 'postHistoryInstructions' | 'depthNote' | 'hiddenOthers'

/** The tokens of each other character of a group. */
const otherTokensMax = 100
/** The number of speakers of an imported chat that the instructions name. */
const importedSpeakersMax = 16

export const materialsOf = <Message extends PromptMessage>(input: PromptInput<Message>): PromptMaterials<Message> => {
  const { sheet, others = [], isImpersonated = false, readable = readsAll } = input
  const fillers = macrosOf(input)
  const { names, otherSpeaker } = fillers
  const { ofCharacter = sheet } = sheet
  const hidden: ReadonlySet<string> = new Set([...hiddenTextsOf(readable), 'hiddenOthers'])
  const ofChat: ReadonlySet<OwnText> = new Set(readable.own)
  const speakers = importedSpeakers(input.history, otherSpeaker)
  const otherNames = [...new Set([...others.map(({ name }) => nameOf(name)), ...speakers])]
  const instructions = instructionsFor(names, otherNames, isImpersonated)
  const written = writtenOf(input, ofChat)
  // Macros share a limit of length, so the texts before the history and the examples are filled first.
  return {
    names,
    otherNames,
    instructions,
    written,
    hidden,
    ofChat,
    deepPins: deepPinsOf(input, fillers),
    texts: textsOf(input, fillers, { instructions, written, hidden, ofChat }),
    history: filledHistory(fillers, isImpersonated, otherNames.length > 0),
    examples: exampleBlocks(sheet.exampleDialogue ?? '').map((block) =>
      inertText((hidden.has('exampleDialogue') ? fillers.fillHidden : fillers.fill)(block))
    ),
    description: ofCharacter.teaser === 'notes' ? '' : inertText(fillers.fill(ofCharacter.description)),
  }
}

const writtenOf = ({ sheet, others = [], isImpersonated = false }: PromptInput, ofChat: ReadonlySet<OwnText>) => {
  // The creator's instructions are for the character, which doesn't write a message for the user.
  const forAnswers = (text: string | null | undefined) => (isImpersonated ? '' : (text ?? ''))
  return {
    backstory: sheet.backstory,
    scenario: sheet.scenario,
    personality: sheet.personality,
    systemPrompt: ofChat.has('systemPrompt') ? (sheet.systemPrompt ?? '') : forAnswers(sheet.systemPrompt),
    postHistoryInstructions: forAnswers(sheet.postHistoryInstructions),
    depthNote: forAnswers(sheet.depthNote?.text),
    hiddenOthers: others
      .flatMap(({ name, description, isHidden }) => (isHidden ? `- ${nameOf(name)}: ${shortOther(description)}` : []))
      .join('\n'),
  }
}

const textsOf = (
  { persona, pins, note, summary, others = [], nudge, sheet, dropped = [], ...input }: PromptInput,
  fillers: TextFillers,
  { instructions, written, hidden, ofChat }: Pick<PromptMaterials, 'instructions' | 'written' | 'hidden' | 'ofChat'>
): PromptMaterials['texts'] => {
  const { fill, fillHidden, fillOriginal } = fillers
  const material = (...texts: string[]) => inertText(texts.map(fill).filter(Boolean).join('\n'))
  const ofSheet = (name: WrittenText, fillOpen = fill) =>
    inertText((hidden.has(name) ? fillHidden : fillOpen)(written[name]))
  const isDropped = (text: DroppedPrompt) => input.isImpersonated === true || dropped.includes(text)
  const hasInstructions = ofChat.has('systemPrompt') || !isDropped('system_prompt')
  const openOthers = others.map((other) => (other.isHidden ? { name: other.name, description: '' } : other))
  const linesOf = (some: readonly OtherCharacter[]) =>
    inertText(some.map((other) => otherLine(other, fillers)).join('\n'))
  const { ofCharacter = sheet } = sheet
  return {
    others: linesOf(openOthers),
    hiddenOthers: linesOf(others.filter(({ isHidden }) => isHidden)),
    backstory: ofSheet('backstory'),
    scenario: ofSheet('scenario'),
    personality: ofSheet('personality'),
    persona: material(persona.description, persona.personality, persona.background),
    description: material(promptDescription(ofCharacter)),
    pins: pinLines(
      pins.filter((pin) => depthOf(pin, input.pinDepths) === null),
      fill
    ),
    summary: material(summary?.text ?? ''),
    systemPrompt: hasInstructions ? ofSheet('systemPrompt', (text) => fillOriginal(text, instructions)) : '',
    postHistoryInstructions: isDropped('post_history_instructions') ? '' : ofSheet('postHistoryInstructions'),
    depthNote: ofSheet('depthNote'),
    authorsNote: material(note?.text ?? ''),
    nudge: material(nudge ?? ''),
  }
}

const shortOther = (text: string) => clipText(text.replace(/\s+/g, ' ').trim(), otherTokensMax)

const otherLine = ({ name, description, isHidden = false }: OtherCharacter, { fillOther }: TextFillers) => {
  const text = shortOther(fillOther(name, description, isHidden))
  return text ? `${nameOnly(name)}: ${text}` : nameOnly(name)
}

const deepPinsOf = ({ pins, pinDepths }: PromptInput, { fill }: TextFillers) => {
  const depths = [...new Set(pins.flatMap((pin) => depthOf(pin, pinDepths) ?? []))].sort((a, b) => b - a)
  return depths.map((depth) => {
    return {
      depth,
      text: pinLines(
        pins.filter((pin) => depthOf(pin, pinDepths) === depth),
        fill
      ),
    }
  })
}

const depthOf = (pin: string, pinDepths: PromptInput['pinDepths']): number | null =>
  pinDepths && Object.hasOwn(pinDepths, pin) ? pinDepths[pin]! : null

const pinLines = (pins: readonly string[], fill: (text: string) => string): string =>
  inertText(
    pins
      .map(fill)
      .filter(Boolean)
      .map((pin) => `- ${pin}`)
      .join('\n')
  )

const filledHistory = <Message extends PromptMessage>(
  { names, otherSpeaker, fillHistory }: PromptFillers<Message>,
  isImpersonated: boolean,
  isGroup: boolean
): FilledMessage<Message>[] =>
  fillHistory().map(({ message, text }) => {
    const isOwn = isImpersonated ? message.isUser : !message.isUser && otherSpeaker(message) === null
    const author = message.isUser ? names.user : (otherSpeaker(message) ?? names.char)
    const said = [text, ...pictureWords(message.pictures ?? [], text === '')].filter(Boolean).join('\n')
    const content = inertMessage(isGroup && !isOwn && said !== '' ? `${author}: ${said}` : said)
    return { message, role: isOwn ? 'assistant' : 'user', content, composition: compositionOf(content) }
  })

/** Returns the names of other characters in the messages of an imported group chat, the latest speakers only. */
const importedSpeakers = <Message extends PromptMessage>(
  history: readonly Message[],
  otherSpeaker: (message: Message) => string | null
): string[] => {
  const names = new Set<string>()
  for (const message of history.toReversed()) {
    const name = message.characterId ? null : otherSpeaker(message)
    if (name !== null && names.size < importedSpeakersMax) names.add(name)
  }
  return [...names].reverse()
}
