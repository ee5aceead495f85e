import { limits as chatLimits } from '#modules/chat/api'
import { isBlank } from '#modules/kernel/text'
import { readDate } from '../dates.ts'
import {
  draftHeader,
  draftMessage,
  withAnswers,
  type DraftChat,
  type DraftMessage,
  type ReadContext,
} from '../draft_chat.ts'
import { isObject, listOf, nameOf, textOf, type JsonObject } from '../values.ts'

/** The documents of an archive that contain its chats. */
export interface ByafDocuments {
  /** Parsed `scenarios/*.json`, in the manifest's order. */
  scenarios: readonly unknown[]
}

/** Reads a chat from each scenario with messages. */
export function* readByaf({ scenarios }: ByafDocuments, context: ReadContext): Generator<DraftChat> {
  for (const scenario of scenarios) {
    if (!isObject(scenario) || listOf(scenario.messages).length === 0) continue
    yield {
      header: draftHeader({
        title: nameOf(scenario.title, chatLimits.titleMax) ?? (scenarios.length === 1 ? context.fileTitle : null),
      }),
      messages: messages(scenario, context),
    }
  }
}

function* messages(scenario: JsonObject, { now }: ReadContext): Generator<DraftMessage> {
  for (const message of listOf(scenario.messages)) {
    if (!isObject(message)) continue
    if (message.type === 'human')
      yield draftMessage({
        role: 'user',
        text: doubledBraces(textOf(message.text)),
        createdAt: readDate(message.createdAt, now),
      })
    else if (message.type === 'ai') yield answer(message, now)
  }
}

/** Reads an answer, and selects the output that was active last. */
const answer = (message: JsonObject, now: number): DraftMessage => {
  const outputs = listOf(message.outputs)
    .filter(isObject)
    .map((output) => ({
      text: doubledBraces(textOf(output.text)),
      createdAt: readDate(output.createdAt, now),
      activeAt: readDate(output.activeTimestamp, now)?.getTime() ?? 0,
    }))
    .filter(({ text }) => !isBlank(text))
  const selected = outputs.reduce((best, { activeAt }, index) => (activeAt > outputs[best]!.activeAt ? index : best), 0)
  const shown = outputs[selected]
  const draft = draftMessage({ role: 'character', text: shown?.text ?? '', createdAt: shown?.createdAt ?? null })
  return withAnswers(
    draft,
    outputs.map(({ text, createdAt }) => ({ text, createdAt })),
    selected
  )
}

/** Replaces `{user}` with `{{user}}`, and `{character}` with `{{char}}`. */
const doubledBraces = (text: string): string =>
  text.replaceAll(/(?<!\{)\{(user|character)\}(?!\})/gi, (_, name: string) =>
    name.toLowerCase() === 'user' ? '{{user}}' : '{{char}}'
  )
