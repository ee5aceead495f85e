import { limits as chatLimits } from '#modules/chat/api'
import { isBlank } from '#modules/kernel/text'
import { doubledBraces } from '../../characters/backyard_macros.ts'
import { readDate } from '../dates.ts'
import {
  draftHeader,
  draftMessage,
  noSettings,
  withAnswers,
  type DraftChat,
  type DraftMessage,
  type ReadContext,
} from '../draft_chat.ts'
import { keptOf, withParts } from '../kept_parts.ts'
import { readText, settingsOf } from '../settings.ts'
import { isObject, listOf, nameOf, textOf, type JsonObject } from '../values.ts'

/** The documents of an archive that contain its chats. */
export interface ByafDocuments {
  /** Parsed `scenarios/*.json`, in the manifest's order. */
  scenarios: readonly unknown[]
}

/** Reads a chat from each scenario with messages. */
export function* readByaf({ scenarios }: ByafDocuments, context: ReadContext): Generator<DraftChat> {
  const { report } = context
  for (const [index, scenario] of scenarios.entries()) {
    if (!isObject(scenario) || listOf(scenario.messages).length === 0) continue
    yield {
      header: draftHeader({
        title: nameOf(scenario.title, chatLimits.titleMax) ?? (scenarios.length === 1 ? context.fileTitle : null),
        // The character has the texts of the first scenario.
        settings: index === 0 ? noSettings : settingsIn(scenario, context),
        kept: keptOf(scenario, { stored: ['messages'], used: byCard }, report),
      }),
      messages: messages(scenario, context),
    }
  }
}

const settingsIn = ({ narrative, formattingInstructions }: JsonObject, context: ReadContext) =>
  settingsOf(
    {
      scenario: readText('scenario', doubledBraces(textOf(narrative)), context),
      systemPrompt: readText('systemPrompt', doubledBraces(textOf(formattingInstructions)), context),
    },
    context
  )

/** Fields of a scenario that the card uses or reports. */
const byCard =
  'schemaVersion title model formattingInstructions narrative firstMessages exampleMessages canDeleteExampleMessages temperature topP minP minPEnabled topK repeatPenalty repeatLastN promptTemplate grammar backgroundImage'.split(
    ' '
  )

function* messages(scenario: JsonObject, { now, report }: ReadContext): Generator<DraftMessage> {
  for (const message of listOf(scenario.messages)) {
    if (!isObject(message)) continue
    if (message.type === 'human')
      yield draftMessage({
        role: 'user',
        text: doubledBraces(textOf(message.text)),
        createdAt: readDate(message.createdAt, now),
        kept: keptOf(message, { stored: ['type', 'text', 'createdAt'], used: ['updatedAt'] }, report),
      })
    else if (message.type === 'ai') yield answer(message, { now, report })
  }
}

/** Reads an answer, and selects the output that was active last. */
const answer = (message: JsonObject, { now, report }: Pick<ReadContext, 'now' | 'report'>): DraftMessage => {
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
  draft.kept = withParts(keptOf(message, { stored: ['type', 'outputs'] }, report), {
    outputs: listOf(message.outputs).map((output) =>
      keptOf(output, { stored: ['text', 'createdAt'], used: ['updatedAt', 'activeTimestamp'] }, report)
    ),
  })
  return withAnswers(
    draft,
    outputs.map(({ text, createdAt }) => ({ text, createdAt })),
    selected
  )
}
