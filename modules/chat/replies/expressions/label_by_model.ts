import { storable } from '#modules/kernel/text'
import type { Allowance } from '../allowance.ts'
import { foldText, wordsOf } from '../folded_words.ts'
import { clipText, inertName, inertText } from '../../prompts/index.ts'
import type { SummaryModel } from '../memory/write_summary.ts'

/** The labels and the end of the text need few tokens. */
const textTokensMax = 1_000
const outputTokensMax = 16
const answerMax = 400

interface Question {
  userId: string
  text: string
  /** The names of the character's expressions. */
  names: readonly string[]
  signal: AbortSignal
}

interface Means {
  model: SummaryModel
  allowance: Allowance
}

/** Asks the model for the expression that suits a text. Returns null if its answer names none. Throws as the provider and the allowance do. */
export const labelByModel = async (
  { userId, text, names, signal }: Question,
  { model, allowance }: Means
): Promise<string | null> => {
  const request = {
    model: model.model,
    system:
      'You choose the facial expression of a character in a role play. Read what the character says and does, and answer with the one label that ' +
      `suits the end of it best. Answer with nothing but the label.\n\nLabels: ${names.map(inertName).join(', ')}`,
    messages: [
      { role: 'user' as const, content: `<<The text>>\n${inertText(clipText(text, textTokensMax, 'end'))}\n<<end>>` },
    ],
    cast: { character: { name: '', description: '', personality: '' }, user: { name: '', persona: '' } },
    contextTokens: model.contextTokens,
    outputTokensMax,
    sampling: { temperature: 0 },
    stop: [],
    variant: 0,
  }
  let answer = ''
  for await (const part of allowance.stream('expression', { userId, provider: model.provider, request, signal })) {
    if (part.type === 'text') answer += storable(part.text)
    else if (part.type === 'retract') answer = ''
    if (answer.length > answerMax) break
  }
  signal.throwIfAborted()
  return nameIn(answer, names)
}

/** Returns the name that an answer is or contains, the longest if it contains several. */
export const nameIn = (answer: string, names: readonly string[]): string | null => {
  const said = ` ${wordsOf(foldText(answer)).join(' ')} `
  const found = names
    .map((name) => ({ name, words: wordsOf(foldText(name)).join(' ') }))
    .filter(({ words }) => words !== '' && said.includes(` ${words} `))
    .toSorted((a, b) => b.words.length - a.words.length)
  return found[0]?.name ?? null
}
