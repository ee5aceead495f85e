import { fitParts, type FittablePart } from './fit_parts.ts'
import type { Planning } from './planning.ts'
import type { ShortenableText } from './prompt_input.ts'
import type { WrittenText } from './prompt_materials.ts'
import type { CutText } from './prompt_plan.ts'
import { chatInstructionsTitle, section, titles } from './prompt_texts.ts'

/** A text with the title of its section. `reserved` is set for a hidden text. */
export interface FixedText extends FittablePart {
  name: ShortenableText
  title: string
}

export interface FittedTexts {
  /** In the order of `shortenable`. */
  texts: FixedText[]
  /** In the order of `deepPins`. */
  deepPins: FixedText[]
  cut: CutText[]
}

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

/** Shortens the fixed texts until they fit into `room` tokens. */
export const fitTexts = (planning: Planning, room: number, hasSummary: boolean): FittedTexts => {
  const { counter, materials } = planning
  const { texts, deepPins } = materials
  const wanted = [
    ...shortenable.map(({ name, share }) =>
      fixedText(planning, name, share, name === 'summary' && !hasSummary ? '' : texts[name])
    ),
    ...deepPins.map(({ text }) => fixedText(planning, 'pins', pinsShare / deepPins.length, text)),
  ]
  const fitted = fitParts(wanted, room - counter.tokensOf(materials.instructions), counter.ratio)
  const count = shortenable.length
  return { texts: fitted.slice(0, count), deepPins: fitted.slice(count), cut: cutsOf(wanted, fitted) }
}

const fixedText = (
  { materials: { names, written, hidden, ofChat }, counter }: Planning,
  name: ShortenableText,
  share: number,
  text: string
): FixedText => {
  const title = name === 'systemPrompt' && ofChat.has(name) ? chatInstructionsTitle(names) : titles[name](names)
  return {
    name,
    title,
    share,
    text,
    tokensOf: (text) => (text ? counter.tokensOf(...section(title, text)) : 0),
    ...(hidden.has(name) && { reserved: counter.reservedFor(title, written[name as WrittenText]) }),
  }
}

const cutsOf = (wanted: readonly FixedText[], fitted: readonly FixedText[]): CutText[] => {
  const cut: CutText[] = []
  for (const [index, want] of wanted.entries()) {
    const tokens = countedOf(want) - countedOf(fitted[index]!)
    if (tokens <= 0) continue
    const text = want.name === 'hiddenOthers' ? 'others' : want.name
    const known = cut.find((each) => each.text === text)
    if (known) known.tokens += tokens
    else cut.push({ text, tokens })
  }
  return cut
}

const countedOf = ({ text, reserved, tokensOf }: FixedText): number => reserved ?? tokensOf(text)
