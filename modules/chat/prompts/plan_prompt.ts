import type { Cast } from '#plugins/contract/model'
import { fitExamples, insertExamples } from './fit_examples.ts'
import { clipped, fitHistory, type HistoryItem } from './fit_history.ts'
import { fitLorebooks } from './fit_lorebooks.ts'
import { fitTexts, type FittedTexts } from './fit_texts.ts'
import { messagesReadMax } from './history_columns.ts'
import { atEnd, layOut } from './lay_out.ts'
import { shares, type Planning } from './planning.ts'
import { PromptCounter } from './prompt_counter.ts'
import type { PromptInput, PromptMessage } from './prompt_input.ts'
import { materialsOf } from './prompt_materials.ts'
import { sumOf, type AnswerNames, type PromptPart, type PromptPlan } from './prompt_plan.ts'
import { requestsFor } from './prompt_texts.ts'

/** The minimum that `chat_history` reads of a long chat: characters per token of the context, and messages. */
const charactersRead = 3.6
const messagesRead = messagesReadMax - 1

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
  const materials = materialsOf(input)
  const counter = new PromptCounter(materials, input.ratioOf)
  const room = Math.min(input.contextTokens - input.outputTokensMax, input.tokensMax ?? Infinity)
  const planning = { input, materials, counter, room, messages: given.history.length }
  const { items, isPrefilled, requests } = countHistory(planning)
  const newestTokens = (items.at(-1)?.tokens ?? 0) + sumOf(requests)
  const lore = fitLorebooks(planning, newestTokens)
  const roomForTexts = Math.max(
    room * shares.textsMin,
    room - Math.max(room * shares.chat, newestTokens + room * shares.older) - lore.tokens
  )
  const fit = (hasSummary: boolean) => {
    const texts = fitTexts(planning, roomForTexts, hasSummary)
    const parts = [...layOut(planning, texts, lore), ...requests]
    return { texts, parts, ...fitMessages(planning, items, sumOf(parts)) }
  }
  const withoutSummary = fit(false)
  const fitted = withoutSummary.isWhole || materials.texts.summary === '' ? withoutSummary : fit(true)
  const { texts, parts, kept } = fitted
  const { cut } = texts
  if (lore.cutTokens > 0) cut.push({ text: 'lore', tokens: lore.cutTokens })
  const examples = fitExamples(planning, fitted)
  if (examples.part) insertExamples(parts, examples.part, lore)
  if (examples.cutTokens > 0) cut.push({ text: 'exampleDialogue', tokens: examples.cutTokens })
  const tokens = sumOf(parts) + sumOf(kept)
  const { script, ratio } = counter
  const people = { names: namesOf(planning), cast: castOf(planning, texts) }
  return { ...people, parts, kept, cut, tokens, fits: tokens <= room, isPrefilled, script, ratio }
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

interface CountedHistory<Message extends PromptMessage> {
  items: HistoryItem<Message>[]
  isPrefilled: boolean
  /** The platform's requests, which follow the history. */
  requests: PromptPart[]
}

const countHistory = <Message extends PromptMessage>({
  input,
  materials,
  counter,
  room,
  messages,
}: Planning<Message>): CountedHistory<Message> => {
  const skipped = messages - materials.history.length
  const items = materials.history.map(({ message, role, content, composition }, index): HistoryItem<Message> => {
    const position = message.position ?? (index === 0 ? 0 : index + skipped)
    const pictures = (message.pictures ?? []).filter((picture) => picture.tokens > 0)
    const tokens = counter.tokensOfMessage(composition) + sumOf(pictures)
    return { message, position, role, content, tokens, cutTokens: 0, ...(pictures.length > 0 && { pictures }) }
  })
  const newest = items.findLast(({ content }) => content !== '')
  const { isContinued = false, isPrefilled: canPrefill = false } = input
  const isPrefilled = isContinued && canPrefill && newest?.role === 'assistant'
  if (newest && isContinued)
    items[items.indexOf(newest)] = clipped(newest, room * shares.continued, counter.ratio, 'end')
  const endsWithOwn = newest?.role !== 'user' && !input.awaitsMessage
  const requests = requestsFor(materials.names, { ...input, isPrefilled, endsWithOwn }).flatMap(({ title, pieces }) =>
    counter.part('request', title, pieces, atEnd)
  )
  return { items, isPrefilled, requests }
}

/** Fits the messages into the room that the parts leave. */
const fitMessages = <Message extends PromptMessage>(
  { input, counter, room }: Planning<Message>,
  items: HistoryItem<Message>[],
  fixedTokens: number
) => {
  const kept = fitHistory(items, {
    tokens: room - fixedTokens,
    blockTokens: room * shares.block,
    characters: input.contextTokens * charactersRead,
    messages: messagesRead,
    ratio: counter.ratio,
  })
  const isWhole = kept.length === items.length && kept.every(({ cutTokens }) => cutTokens === 0)
  return { kept, fixedTokens, historyTokens: sumOf(kept), isWhole }
}

const namesOf = ({ input, materials: { names, otherNames } }: Pick<Planning, 'input' | 'materials'>): AnswerNames => {
  const [own, partner] = input.isImpersonated ? [names.user, names.char] : [names.char, names.user]
  return { own, others: [partner, ...otherNames].filter((name) => name !== '' && name !== own) }
}

const castOf = ({ input, materials }: Pick<Planning, 'input' | 'materials'>, { texts }: FittedTexts): Cast => {
  const { names, hidden, description } = materials
  const fitted = (name: 'personality' | 'persona') => texts.find((each) => each.name === name)!.text
  const character = {
    name: names.char,
    description,
    personality: hidden.has('personality') ? '' : fitted('personality'),
  }
  if (!input.isImpersonated) return { character, user: { name: names.user, persona: fitted('persona') } }
  return {
    isForUser: true,
    character: { name: names.user, description: fitted('persona'), personality: '' },
    user: { name: names.char, persona: description },
  }
}
