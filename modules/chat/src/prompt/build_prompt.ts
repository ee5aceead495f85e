import type { DroppedPrompt } from '#modules/lore/api'
import type { Cast, ModelMessage } from '#plugins/contract/model'
import {
  compositionOf,
  hundredthsOf,
  scriptOf,
  tokensOfHundredths,
  type Composition,
  type Script,
} from './estimate_tokens.ts'
import { clipText } from './clip_text.ts'
import { clipped, fitHistory, type HistoryItem } from './fit_history.ts'
import { fitParts, type FittablePart } from './fit_parts.ts'
import { hiddenTextsOf, readsAll, roundDownHidden, roundUpHidden, type OwnText } from './hidden_texts.ts'
import { messagesReadMax } from './history_columns.ts'
import { inertMessage, inertText } from './inert_text.ts'
import { atDepth, fitLore, groupLore, noteDepth, type LoreSlot, type PromptLore } from './lore_parts.ts'
import { macrosOf, nameOf, nameOnly } from './prompt_macros.ts'
import { promptDescription } from './prompt_description.ts'
import type {
  DepthNote,
  OtherCharacter,
  PromptInput,
  PromptMessage,
  ShortenableText,
  ShortenedText,
} from './prompt_input.ts'
import {
  chatInstructionsTitle,
  exampleTitle,
  instructionsFor,
  loreTitle,
  requestsFor,
  section,
  titles,
} from './prompt_texts.ts'

export interface Prompt {
  system: string
  messages: ModelMessage[]
  /** The number of messages at the start that will probably be the same in the next prompt of this chat. */
  stableMessages: number
  cast: Cast
}

/**
 * `note`, `authorsNote`, `reminder`, `request` and pins with a depth are placed among the messages: at a depth, or after the last one. The
 * entries of `lore` set their own places. `request` contains the wishes for this answer: its length, the user's nudge, or a continuation.
 */
export type PromptPartKind =
  | 'instructions'
  | 'creator'
  /** The chat's own instructions, instead of the creator's. */
  | 'chatInstructions'
  | 'lore'
  | 'character'
  | 'scenario'
  /** The chat's own scenario, instead of the character's. */
  | 'chatScenario'
  | 'persona'
  | 'others'
  | 'pins'
  | 'summary'
  | 'examples'
  | 'note'
  | 'authorsNote'
  | 'reminder'
  | 'request'

export interface PromptPart {
  kind: PromptPartKind
  /** The title of its section. Null: the part has none. */
  title: string | null
  /** The text, with the marks of its section. A text in the assistant's role has no marks. */
  text: string
  /** For a hidden part, the reserved tokens. Its text may be shorter, and even empty. */
  tokens: number
  /** The user may not read the part. */
  isHidden?: true
  /** The place of a text among the messages. Missing for a text in the system prompt. */
  place?: { depth: number; role: ModelMessage['role'] }
}

export interface AnswerNames {
  /** The author's name. It is removed from the beginning of the answer. */
  own: string
  /** The names of the other participants. A line that begins with one of them ends the answer. */
  others: readonly string[]
}

/** The contents of a prompt, with estimated tokens. */
export interface PromptPlan<Message extends PromptMessage = PromptMessage> {
  cast: Cast
  names: AnswerNames
  parts: PromptPart[]
  /**
   * The part of the history that fits: the first message, the newest, and a run of messages between them. Messages without visible text
   * have an empty content. The prompt leaves them out.
   */
  kept: HistoryItem<Message>[]
  /** The texts that were shortened or left out, apart from the history, and by how many tokens. */
  cut: { text: ShortenedText; tokens: number }[]
  /** The tokens of the whole prompt. */
  tokens: number
  /** False when the newest message alone is too long. */
  fits: boolean
  /** The model continues the last message, so the texts that follow it in other prompts precede it. */
  isPrefilled: boolean
  script: Script
  /** The factor that the estimates were multiplied by. */
  ratio: number
}

/** The share of the prompt that the fixed texts leave to the chat. */
const chatShare = 0.3
/** The largest share of the prompt for entries of lorebooks. */
const loreShareMax = 0.3
/** The share that lorebook entries and fixed texts leave to older messages, if the newest is long. */
const olderShare = 0.1
/** The share that the fixed texts keep, however long the newest message is. */
const partsShareMin = 0.1
/** The largest share of an answer that is continued. Its end is kept. */
const continuedShare = 0.5
/** The share of the room that is removed from the history at once, so that the beginning of prompts stays the same for many turns. */
const blockShare = 0.2
/** The tokens of each other character of a group. */
const otherTokensMax = 100
const shortOther = (text: string) => clipText(text.replace(/\s+/g, ' ').trim(), otherTokensMax)
/** The number of speakers of an imported chat that the instructions name. */
const importedSpeakersMax = 16
/** The minimum that `chat_history` reads of a long chat: characters per token of the context, and messages. */
const charactersRead = 3.6
const messagesRead = messagesReadMax - 1

/**
 * Builds the prompt for the model, cut to fit the tier (see `planPrompt`). Texts of users and characters are in marked sections, as
 * material instead of instructions. They can't forge a mark.
 */
export const buildPrompt = (input: PromptInput): Prompt => promptOf(planPrompt(input))

/** A text among the messages, before texts of the same role are merged. */
export interface PlannedPiece<Message extends PromptMessage = PromptMessage> extends ModelMessage {
  isStable: boolean
  source: PromptPart | HistoryItem<Message>
}

/** Returns the history with its inserts, in the order of the prompt. */
export const piecesOf = <Message extends PromptMessage>({
  names,
  parts,
  kept,
  isPrefilled,
}: PromptPlan<Message>): PlannedPiece<Message>[] => {
  const placed = parts.flatMap((part) => (part.place && part.text ? [{ part, ...part.place }] : []))
  const deepest = Math.max(0, ...placed.map(({ depth }) => depth))
  const isGroup = names.others.length > 1
  const pieces: PlannedPiece<Message>[] = []
  const insert = (at: number) => {
    for (const { part, depth, role } of placed)
      if (Math.min(depth, kept.length) === at) pieces.push({ role, content: part.text, isStable: false, source: part })
  }
  for (let before = kept.length; before > 0; before--) {
    insert(before)
    if (isPrefilled && before === 1) insert(0)
    const item = kept[kept.length - before]!
    // Many providers reject empty messages.
    if (item.content === '') continue
    // In a group, the next speaker may add to the last message. A continued message grows.
    const isStable = before > deepest && !((isGroup || isPrefilled) && before === 1)
    pieces.push({ role: item.role, content: item.content, isStable, source: item })
  }
  if (!isPrefilled) insert(0)
  return pieces
}

/** Turns a plan into its prompt and adds nothing. The model gets exactly the texts that the plan shows. */
export const promptOf = (plan: PromptPlan): Prompt => {
  const merged = mergeSameRole(piecesOf(plan))
  const unstable = merged.findIndex(({ isStable }) => !isStable)
  return {
    system: systemOf(plan.parts),
    messages: merged.map(({ role, content }) => ({ role, content })),
    stableMessages: unstable === -1 ? merged.length : unstable,
    cast: plan.cast,
  }
}

export const systemOf = (parts: PromptPlan['parts']): string =>
  parts
    .filter(({ place, text }) => !place && text)
    .map(({ text }) => text)
    .join('\n\n')

/**
 * Decides what fits into a prompt. The same plan is shown to users and sent to the model.
 *
 * The user's newest message is never cut. The fixed texts may use the room outside the chat's share. If they are longer, they are shortened
 * in the order of `shortenable`. History fills the rest, from the newest message back. The first message stays, shortened if it is long.
 * Examples take what the whole history leaves, and the summary is added when messages are left out. Entries of lorebooks have their own
 * share, which only a long newest message reduces. The plan lists all texts that are shortened or left out.
 *
 * Texts that the user may not read have reserved tokens, which depend on their length in steps and on nothing else of them. So nothing but
 * the texts of hidden parts depends on hidden texts.
 *
 * Pure and independent of the server, because the character form uses it too.
 */
export const planPrompt = <Message extends PromptMessage>(given: PromptInput<Message>): PromptPlan<Message> => {
  const input = { ...given, history: readableOf(given) }
  const { sheet, persona, pins, note, summary, others = [], nudge, contextTokens, outputTokensMax } = input
  const { isContinued = false, isImpersonated = false, dropped = [] } = input
  const { names, otherSpeaker, fill, fillHidden, fillOther, fillOriginal, fillHistory } = macrosOf(input)
  const { ofCharacter = sheet } = sheet
  const isOfChat = (text: OwnText) => input.readable?.own?.includes(text) === true
  const hidden: ReadonlySet<string> = new Set([...hiddenTextsOf(input.readable ?? readsAll), 'hiddenOthers'])
  const otherNames = [
    ...new Set([...others.map(({ name }) => nameOf(name)), ...importedSpeakers(input.history, otherSpeaker)]),
  ]
  const isGroup = otherNames.length > 0
  const instructions = instructionsFor(names, otherNames, isImpersonated)
  const material = (...texts: string[]) => inertText(texts.map(fill).filter(Boolean).join('\n'))
  const depthOf = (pin: string) =>
    input.pinDepths && Object.hasOwn(input.pinDepths, pin) ? input.pinDepths[pin]! : null
  const pinLines = (depth: number | null) =>
    inertText(
      pins
        .filter((pin) => depthOf(pin) === depth)
        .map(fill)
        .filter(Boolean)
        .map((pin) => `- ${pin}`)
        .join('\n')
    )
  const depths = [...new Set(pins.flatMap((pin) => depthOf(pin) ?? []))].sort((a, b) => b - a)
  const deepPins = depths.map((depth) => ({ depth, text: pinLines(depth) }))
  // The creator's instructions are for the character, which doesn't write a message for the user.
  const isDropped = (text: DroppedPrompt) => isImpersonated || dropped.includes(text)
  const hasInstructions = isOfChat('systemPrompt') || !isDropped('system_prompt')
  const written = {
    backstory: sheet.backstory,
    scenario: sheet.scenario,
    personality: sheet.personality,
    systemPrompt: isImpersonated && !isOfChat('systemPrompt') ? '' : (sheet.systemPrompt ?? ''),
    postHistoryInstructions: isImpersonated ? '' : (sheet.postHistoryInstructions ?? ''),
    depthNote: isImpersonated ? '' : (sheet.depthNote?.text ?? ''),
    hiddenOthers: others
      .flatMap(({ name, description, isHidden }) => (isHidden ? `- ${nameOf(name)}: ${shortOther(description)}` : []))
      .join('\n'),
  }
  const lineOf = ({ name, description, isHidden = false }: OtherCharacter) => {
    const text = shortOther(fillOther(name, description, isHidden))
    return text ? `${nameOnly(name)}: ${text}` : nameOnly(name)
  }
  const openOthers = others.map((other) => lineOf(other.isHidden ? { name: other.name, description: '' } : other))
  const hiddenOthers = others.filter(({ isHidden }) => isHidden).map(lineOf)
  const isHiddenText = (name: string): name is keyof typeof written => hidden.has(name)
  const ofSheet = (name: keyof typeof written, fillOpen = fill) =>
    inertText((hidden.has(name) ? fillHidden : fillOpen)(written[name]))
  const texts: Record<ShortenableText, string> = {
    backstory: ofSheet('backstory'),
    scenario: ofSheet('scenario'),
    personality: ofSheet('personality'),
    persona: material(persona.description, persona.personality, persona.background),
    description: material(promptDescription(ofCharacter)),
    others: inertText(openOthers.join('\n')),
    hiddenOthers: inertText(hiddenOthers.join('\n')),
    pins: pinLines(null),
    summary: material(summary?.text ?? ''),
    systemPrompt: hasInstructions ? ofSheet('systemPrompt', (text) => fillOriginal(text, instructions)) : '',
    postHistoryInstructions: isDropped('post_history_instructions') ? '' : ofSheet('postHistoryInstructions'),
    depthNote: ofSheet('depthNote'),
    authorsNote: material(note?.text ?? ''),
    nudge: material(nudge ?? ''),
  }
  const filled = fillHistory().map(({ message, text }) => {
    const isOwn = isImpersonated ? message.isUser : !message.isUser && otherSpeaker(message) === null
    const author = message.isUser ? names.user : (otherSpeaker(message) ?? names.char)
    const content = inertMessage(isGroup && !isOwn && text !== '' ? `${author}: ${text}` : text)
    const role = isOwn ? ('assistant' as const) : ('user' as const)
    return { message, role, content, composition: compositionOf(content) }
  })
  const count = counter()
  const script = scriptOf([
    ...Object.entries(texts).flatMap(([name, text]) => (hidden.has(name) ? [] : count(text))),
    ...deepPins.map(({ text }) => count(text)),
    ...filled.map(({ composition }) => composition),
  ])
  const ratio = input.ratioOf?.(script) ?? 1
  const tokensOf = (...texts: string[]) => {
    let hundredths = 0
    for (const text of texts) hundredths += hundredthsOf(count(text))
    return Math.ceil(tokensOfHundredths(hundredths) * ratio)
  }
  /** Reserves tokens for a hidden text by its length as written, because the macros in it must not show. */
  const reservedFor = (title: string, text: string): number => {
    if (text.trim() === '') return 0
    const estimated = tokensOfHundredths(hundredthsOf(count(section(title, text.trim()).join(''))))
    return roundUpHidden(roundUpHidden(estimated) * ratio)
  }
  const partOf = (kind: PromptPartKind, title: string | null, pieces: string[], place?: PromptPart['place']) =>
    pieces.length > 0
      ? [{ kind, title, text: pieces.join(''), tokens: tokensOf(...pieces), ...(place && { place }) }]
      : []

  const room = Math.min(contextTokens - outputTokensMax, input.tokensMax ?? Infinity)
  const skipped = given.history.length - filled.length
  const items = filled.map(({ message, role, content, composition }, index): HistoryItem<Message> => {
    const position = message.position ?? (index === 0 ? 0 : index + skipped)
    const tokens = Math.ceil(tokensOfHundredths(hundredthsOf(composition)) * ratio)
    return { message, position, role, content, tokens, cutTokens: 0 }
  })
  const newest = items.findLast(({ content }) => content !== '')
  const isPrefilled = isContinued && input.isPrefilled === true && newest?.role === 'assistant'
  if (newest && isContinued) items[items.indexOf(newest)] = clipped(newest, room * continuedShare, ratio, 'end')
  const requests = requestsFor(names, {
    ...input,
    isPrefilled,
    endsWithOwn: newest?.role !== 'user' && !input.awaitsMessage,
  }).flatMap(({ title, pieces }) => partOf('request', title, pieces, atEnd))
  const requestTokens = sumOf(requests)
  const newestTokens = (items.at(-1)?.tokens ?? 0) + requestTokens

  const offered = (input.lore ?? [])
    .filter((entry) => !(isImpersonated && isCreatorsInsert(entry)))
    .map((entry) => {
      const content = inertText(entry.content)
      return { ...entry, content, tokens: tokensOf(content) }
    })
  const [readable, unreadable] = [
    offered.filter(({ isHidden }) => !isHidden),
    offered.filter(({ isHidden }) => isHidden),
  ]
  const loreRoom = Math.min(room * loreShareMax, room - newestTokens - room * (partsShareMin + olderShare))
  const hiddenLoreWanted = roundUpHidden((input.hiddenLoreTokens ?? 0) * ratio)
  // If there isn't room for all entries, each side keeps at least half of it.
  const hiddenLoreRoom = Math.max(loreRoom / 2, loreRoom - sumOf(readable))
  const hiddenLoreTokens = Math.min(hiddenLoreWanted, roundDownHidden(hiddenLoreRoom))
  const lore = fitLore(readable, loreRoom - hiddenLoreTokens)
  const groupedLore = (entries: typeof offered) => groupLore(entries, given.history.length)
  // The marks of their sections are within the reserved tokens.
  const hiddenMarks = groupedLore(unreadable).length * tokensOf(...section(loreTitle, 'x'))
  const loreParts = [...groupedLore(fitLore(unreadable, hiddenLoreTokens - hiddenMarks)), ...groupedLore(lore)].map(
    ({ slot, text, entries }) => ({
      slot,
      content: text,
      part: partOf('lore', loreTitle, section(loreTitle, text)).map((part) => ({
        ...part,
        ...(entries.some(({ isHidden }) => isHidden) && { tokens: 0, isHidden: true as const }),
      })),
    })
  )
  if (hiddenLoreTokens > 0)
    loreParts.unshift({
      slot: 'before',
      content: '',
      part: [{ kind: 'lore', title: loreTitle, text: '', tokens: hiddenLoreTokens, isHidden: true }],
    })
  const loreTokens = sumOf(loreParts.flatMap(({ part }) => part))
  const used = new Set(lore)
  const left = readable.filter((entry) => !used.has(entry))

  const roomForParts = Math.max(
    room * partsShareMin,
    room - Math.max(room * chatShare, newestTokens + room * olderShare) - loreTokens
  )
  const titleOf = (name: ShortenableText) =>
    name === 'systemPrompt' && isOfChat(name) ? chatInstructionsTitle(names) : titles[name](names)
  const layOut = (hasSummary: boolean) => {
    const given = shortenable.map((each) => ({
      ...each,
      text: each.name === 'summary' && !hasSummary ? '' : texts[each.name],
    }))
    const deep = deepPins.map(({ text }) => ({ name: 'pins' as const, share: pinsShare / deepPins.length, text }))
    const wanted = [...given, ...deep].map(({ name, share, text }): Wanted => {
      const title = titleOf(name)
      return {
        name,
        share,
        text,
        tokensOf: (text: string) => (text ? tokensOf(...section(title, text)) : 0),
        ...(isHiddenText(name) && { reserved: reservedFor(title, written[name]) }),
      }
    })
    const fitted = fitParts(wanted, roomForParts - tokensOf(instructions), ratio)
    const cut: PromptPlan['cut'] = []
    for (const [index, want] of wanted.entries()) {
      const tokens = countedOf(want) - countedOf(fitted[index]!)
      if (tokens <= 0) continue
      const name = want.name === 'hiddenOthers' ? 'others' : want.name
      const known = cut.find(({ text }) => text === name)
      if (known) known.tokens += tokens
      else cut.push({ text: name, tokens })
    }
    const fixed = fitted.slice(0, shortenable.length)
    const fit = Object.fromEntries(fixed.map(({ name, text }) => [name, text])) as Record<ShortenableText, string>
    const part = (
      kind: PromptPartKind,
      name: ShortenableText,
      place?: PromptPart['place'],
      text = fit[name]
    ): PromptPart[] => {
      const [title, { reserved }] = [titleOf(name), fixed.find((each) => each.name === name)!]
      const pieces = piecesAt(place, title, text)
      if (reserved === undefined) return partOf(kind, title, pieces, place)
      const hidden = { kind, title, text: pieces.join(''), tokens: reserved, isHidden: true as const }
      return reserved > 0 ? [{ ...hidden, ...(place && { place }) }] : []
    }
    const loreAt = (slot: LoreSlot, place?: PromptPart['place']) =>
      loreParts.flatMap((each) => (each.slot === slot ? lorePartAt(each, place) : []))
    const lorePartAt = ({ part, content }: (typeof loreParts)[number], place: PromptPart['place']) =>
      part.map((lore) => {
        if (place?.role !== 'assistant') return { ...lore, ...(place && { place }) }
        return { ...lore, text: content, place, ...(!lore.isHidden && { tokens: tokensOf(content) }) }
      })
    // In an impersonation, the assistant is the user.
    const placeAt = ({ depth, role }: { depth: number; role: DepthNote['role'] }) =>
      atDepth(depth, isImpersonated ? 'user' : role)
    const notePlace = note ? placeAt(note) : placeAt({ depth: noteDepth, role: 'user' })
    const parts: PromptPart[] = [
      ...partOf('instructions', null, [instructions]),
      ...part(isOfChat('systemPrompt') ? 'chatInstructions' : 'creator', 'systemPrompt'),
      ...loreAt('before'),
      ...part('character', 'description'),
      ...part('character', 'personality'),
      ...part('character', 'backstory'),
      ...part(isOfChat('scenario') ? 'chatScenario' : 'scenario', 'scenario'),
      ...loreAt('after'),
      ...part('persona', 'persona'),
      ...part('others', 'others'),
      ...part('others', 'hiddenOthers'),
      ...part('pins', 'pins'),
      ...part('summary', 'summary'),
      ...loreAt('before_examples'),
      ...loreAt('after_examples'),
      ...loreParts.flatMap((each) => (typeof each.slot === 'string' ? [] : lorePartAt(each, placeAt(each.slot)))),
      ...deepPins.flatMap(({ depth }, index) =>
        part('pins', 'pins', placeAt({ depth, role: 'system' }), fitted[shortenable.length + index]!.text)
      ),
      ...(sheet.depthNote ? part('note', 'depthNote', placeAt(sheet.depthNote)) : []),
      ...loreAt('note_top', notePlace),
      ...part('authorsNote', 'authorsNote', notePlace),
      ...loreAt('note_bottom', notePlace),
      ...part('reminder', 'postHistoryInstructions', atEnd),
      ...part('request', 'nudge', atEnd),
      ...requests,
    ]
    const fixedTokens = sumOf(parts)
    const kept = fitHistory(items, {
      tokens: room - fixedTokens,
      blockTokens: room * blockShare,
      characters: contextTokens * charactersRead,
      messages: messagesRead,
      ratio,
    })
    const isWhole = kept.length === items.length && kept.every(({ cutTokens }) => cutTokens === 0)
    return { parts, cut, fit, kept, fixedTokens, isWhole }
  }
  const withoutSummary = layOut(false)
  const laidOut = withoutSummary.isWhole || texts.summary === '' ? withoutSummary : layOut(true)
  const { parts, cut, fit, kept, fixedTokens, isWhole } = laidOut
  const historyTokens = sumOf(kept)
  let tokens = fixedTokens + historyTokens

  const loreCut = sumOf(left) + hiddenLoreWanted - hiddenLoreTokens
  if (loreCut > 0) cut.push({ text: 'lore', tokens: loreCut })
  const isHiddenExample = hidden.has('exampleDialogue')
  const blocks = exampleBlocks(sheet.exampleDialogue ?? '').map((block) =>
    isHiddenExample ? inertText(fillHidden(block)) : material(block)
  )
  const title = exampleTitle(names)
  const wantedForExamples = isHiddenExample ? reservedFor(title, sheet.exampleDialogue ?? '') : 0
  if ((blocks.length > 0 || wantedForExamples > 0) && !isImpersonated) {
    const titled = (count: number) => section(title, blocks.slice(0, count).join('\n\n'))
    const tokensWith = (count: number) => tokensOf(...titled(count))
    // Examples are removed in steps like the history, so that the beginning of prompts stays the same.
    const block = room * blockShare
    const roomForExamples = room - fixedTokens - Math.ceil(historyTokens / block) * block
    const reserved = Math.min(wantedForExamples, isWhole ? roundDownHidden(roomForExamples) : 0)
    const roomForBlocks = isHiddenExample ? reserved : roomForExamples
    const shown = isWhole ? countFitting(blocks.length, (count) => tokensWith(count) <= roomForBlocks) : 0
    const open = [tokensWith(blocks.length), shown > 0 ? tokensWith(shown) : 0] as const
    const [all, used] = isHiddenExample ? ([wantedForExamples, reserved] as const) : open
    const after = loreParts.find(({ slot }) => slot === 'after_examples')?.part[0]?.text
    const text = shown > 0 ? titled(shown).join('') : ''
    if (used > 0)
      insertPart(
        parts,
        { kind: 'examples', title, text, tokens: used, ...(isHiddenExample && { isHidden: true }) },
        after
      )
    if (used < all) cut.push({ text: 'exampleDialogue', tokens: all - used })
    tokens += used
  }
  const character = {
    name: names.char,
    description: ofCharacter.teaser === 'notes' ? '' : material(ofCharacter.description),
    personality: hidden.has('personality') ? '' : fit.personality,
  }
  const [own, partner] = isImpersonated ? [names.user, names.char] : [names.char, names.user]
  return {
    names: { own, others: [partner, ...otherNames].filter((name) => name !== '' && name !== own) },
    cast: isImpersonated
      ? {
          isForUser: true,
          character: { name: names.user, description: fit.persona, personality: '' },
          user: { name: names.char, persona: character.description },
        }
      : { character, user: { name: names.user, persona: fit.persona } },
    parts,
    kept,
    cut,
    tokens,
    fits: tokens <= room,
    isPrefilled,
    script,
    ratio,
  }
}

const atEnd = atDepth(0, 'system')

/** Returns a text with the marks of its section. In the assistant's role it has none, because models imitate their own messages. */
const piecesAt = (place: PromptPart['place'], title: string, text: string): string[] =>
  place?.role === 'assistant' ? [text].filter(Boolean) : section(title, text)

/** Whether an entry of the creator is among the messages, where creators put instructions for the character's next answer. */
const isCreatorsInsert = ({ isCreators, place }: PromptLore): boolean =>
  isCreators === true && (place.kind === 'at_depth' || place.kind === 'reverse_depth')

const sumOf = (counted: readonly { tokens: number }[]): number => counted.reduce((sum, { tokens }) => sum + tokens, 0)

interface Wanted extends FittablePart {
  name: ShortenableText
}

const countedOf = ({ text, reserved, tokensOf }: Wanted): number => reserved ?? tokensOf(text)

const pinsShare = 0.25

/** The texts in the order in which they are shortened. `share`: the share that a text keeps as long as others can be shortened. */
const shortenable: readonly { name: ShortenableText; share: number }[] = [
  { name: 'backstory', share: 0.1 },
  { name: 'scenario', share: 0.1 },
  { name: 'personality', share: 0.2 },
  { name: 'hiddenOthers', share: 0.1 },
  { name: 'others', share: 0.1 },
  { name: 'persona', share: 0.12 },
  { name: 'description', share: 0.15 },
  { name: 'summary', share: 0.15 },
  { name: 'depthNote', share: 0.1 },
  { name: 'authorsNote', share: 0.1 },
  { name: 'systemPrompt', share: 0.2 },
  { name: 'postHistoryInstructions', share: 0.1 },
  { name: 'pins', share: pinsShare },
  { name: 'nudge', share: 0.05 },
]

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

/** Returns the first message and the newest ones, with one more than a prompt may contain. That one shows that others are left out. */
const readableOf = <Message extends PromptMessage>({
  history,
  contextTokens,
}: Pick<PromptInput<Message>, 'history' | 'contextTokens'>): readonly Message[] => {
  let from = history.length
  let characters = 0
  while (from > 0 && characters <= contextTokens * charactersRead && history.length - from <= messagesRead)
    characters += history[--from]!.content.length
  return from <= 1 ? history : [history[0]!, ...history.slice(from)]
}

/** Inserts a part before the part with the text `before`, or else after the last part of the system prompt. */
const insertPart = (parts: PromptPart[], part: PromptPart, before: string | undefined) => {
  const at = parts.findIndex((each) => (before !== undefined && each.text === before) || each.place)
  parts.splice(at === -1 ? parts.length : at, 0, part)
}

/** The marks around example dialogues, in the spellings of cards: `<START>`, `<start>:`, `<START_OF_DIALOG>`, `END_OF_DIALOG`, `<END>`. */
const exampleMark =
  /(?:<|&lt;|\[)[ \t]{0,8}(?:(?:START|END)[ _]OF[ _](?:DIALOG(?:UE)?|CHAT|EXAMPLES?)|START[ _]NEW[ _]CHAT)[ \t]{0,8}(?:>|&gt;|\])[ \t]{0,8}:?|(?:<|&lt;)[ \t]{0,8}(?:START|END)[ \t]{0,8}(?:>|&gt;)[ \t]{0,8}:?|\b(?:START|END)_OF_(?:DIALOG(?:UE)?|CHAT)\b:?/gi

/** Splits example messages into blocks at their marks. */
const exampleBlocks = (text: string): string[] =>
  text
    .split(exampleMark)
    .map((block) => block.trim())
    .filter((block) => block !== '')

/** Returns the largest count up to `max` for which `fits` holds. If it holds for a count, it must hold for all smaller counts. */
const countFitting = (max: number, fits: (count: number) => boolean): number => {
  if (fits(max)) return max
  let [low, high] = [0, max - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Memoizes `compositionOf`. */
const counter = () => {
  const counted = new Map<string, Composition>()
  return (text: string): Composition => {
    const known = counted.get(text) ?? compositionOf(text)
    counted.set(text, known)
    return known
  }
}

type StablePiece = Pick<PlannedPiece, 'role' | 'content' | 'isStable'>

/** Merges successive messages of the same role, because many providers require alternating roles. */
const mergeSameRole = (pieces: readonly StablePiece[]): StablePiece[] => {
  const joined: StablePiece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before?.role === piece.role)
      joined[joined.length - 1] = {
        role: piece.role,
        content: `${before.content}\n\n${piece.content}`,
        isStable: before.isStable && piece.isStable,
      }
    else joined.push({ role: piece.role, content: piece.content, isStable: piece.isStable })
  }
  return joined
}
