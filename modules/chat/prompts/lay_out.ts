import { placedLore, type FittedLore } from './fit_lorebooks.ts'
import type { FittedTexts, FixedText } from './fit_texts.ts'
import { atDepth, noteDepth, type LoreSlot } from './lore_parts.ts'
import type { Planning } from './planning.ts'
import type { DepthNote, ShortenableText } from './prompt_input.ts'
import type { MessagePosition, PromptPart, PromptPartKind } from './prompt_plan.ts'
import { section } from './prompt_texts.ts'

export const atEnd = atDepth(0, 'system')

/** Puts the fitted texts and entries of lorebooks in the order of the prompt: first the system prompt, then what is among the messages. */
export const layOut = (planning: Planning, texts: FittedTexts, lore: FittedLore): PromptPart[] => {
  const layout: Layout = {
    text: (kind, name, place) =>
      textPart(
        planning,
        kind,
        texts.texts.find((each) => each.name === name)!,
        place
      ),
    loreAt: (slot, place) =>
      lore.parts.flatMap((each) => (each.slot === slot ? placedLore(each, planning, place) : [])),
  }
  return [...systemParts(planning, layout), ...insertedParts(planning, layout, texts, lore)]
}

interface Layout {
  text: (kind: PromptPartKind, name: ShortenableText, place?: MessagePosition) => PromptPart[]
  loreAt: (slot: LoreSlot, place?: MessagePosition) => PromptPart[]
}

const systemParts = (
  { materials: { instructions, ofChat }, counter }: Planning,
  { text, loreAt }: Layout
): PromptPart[] => [
  ...counter.part('instructions', null, [instructions]),
  ...text(ofChat.has('systemPrompt') ? 'chatInstructions' : 'creator', 'systemPrompt'),
  ...loreAt('before'),
  ...text('character', 'description'),
  ...text('character', 'personality'),
  ...text('character', 'backstory'),
  ...text(ofChat.has('scenario') ? 'chatScenario' : 'scenario', 'scenario'),
  ...loreAt('after'),
  ...text('persona', 'persona'),
  ...text('others', 'others'),
  ...text('others', 'hiddenOthers'),
  ...text('pins', 'pins'),
  ...text('summary', 'summary'),
  ...loreAt('before_examples'),
  ...loreAt('after_examples'),
]

const insertedParts = (
  planning: Planning,
  { text, loreAt }: Layout,
  { deepPins }: FittedTexts,
  lore: FittedLore
): PromptPart[] => {
  const { input, materials } = planning
  const { note, sheet } = input
  // In an impersonation, the assistant is the user.
  const placeOf = ({ depth, role }: Pick<DepthNote, 'depth' | 'role'>) =>
    atDepth(depth, input.isImpersonated ? 'user' : role)
  const notePlace = note ? placeOf(note) : placeOf({ depth: noteDepth, role: 'user' })
  return [
    ...lore.parts.flatMap((each) =>
      typeof each.slot === 'string' ? [] : placedLore(each, planning, placeOf(each.slot))
    ),
    ...materials.deepPins.flatMap(({ depth }, index) =>
      textPart(planning, 'pins', deepPins[index]!, placeOf({ depth, role: 'system' }))
    ),
    ...(sheet.depthNote ? text('note', 'depthNote', placeOf(sheet.depthNote)) : []),
    ...loreAt('note_top', notePlace),
    ...text('authorsNote', 'authorsNote', notePlace),
    ...loreAt('note_bottom', notePlace),
    ...text('reminder', 'postHistoryInstructions', atEnd),
    ...text('request', 'nudge', atEnd),
  ]
}

const textPart = (
  { counter }: Planning,
  kind: PromptPartKind,
  { title, text, reserved }: FixedText,
  place?: MessagePosition
): PromptPart[] => {
  // In the assistant's role a text has no marks, because models imitate their own messages.
  const pieces = place?.role === 'assistant' ? [text].filter(Boolean) : section(title, text)
  if (reserved === undefined) return counter.part(kind, title, pieces, place)
  if (reserved === 0) return []
  return [{ kind, title, text: pieces.join(''), tokens: reserved, isHidden: true, ...(place && { place }) }]
}
