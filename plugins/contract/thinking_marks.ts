/** How a model marks its reasoning within its text. All marks ignore case. */
export interface ThinkingMark {
  opening: RegExp
  closing: RegExp
  /** The marks without attributes and spaces, in lower case, to recognize the beginning of a mark that is split over two deltas. */
  openings: readonly string[]
  closings: readonly string[]
  /** A text may begin after the closing mark without an opening mark, because the chat template has put that into the prompt. */
  isOpenedByTemplate?: boolean
}

const literal = (text: string) => text.replace(/[[\](){}|.*+?^$\\]/g, '\\$&').replaceAll(' ', '\\s*')

const mark = (openings: string[], closings: string[], more: Pick<ThinkingMark, 'isOpenedByTemplate'> = {}) => ({
  opening: new RegExp(`^(?:${openings.map(literal).join('|')})`, 'i'),
  closing: new RegExp(closings.map(literal).join('|'), 'i'),
  openings: openings.map((text) => text.replaceAll(' ', '')),
  closings: closings.map((text) => text.replaceAll(' ', '')),
  ...more,
})

/** Returns tags such as `<think>`, with attributes and with a vendor's prefix. Tags of one family close each other. */
const tags = (names: string[], more: Pick<ThinkingMark, 'isOpenedByTemplate'> = {}): ThinkingMark => {
  const anyName = names.join('|')
  return {
    // Words without a value aren't attributes: `<thinking aloud>` is part of the answer.
    opening: new RegExp(
      `^<(?:\\w+:)?(?:${anyName})(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*>`,
      'i'
    ),
    closing: new RegExp(`</\\s*(?:\\w+:)?(?:${anyName})\\s*>`, 'i'),
    openings: names.map((name) => `<${name}>`),
    closings: names.map((name) => `</${name}>`),
    ...more,
  }
}

const opened = { isOpenedByTemplate: true } as const

/** The marks of all models. A new one is one line. */
export const thinkingMarks: readonly ThinkingMark[] = [
  // DeepSeek R1, Qwen, GLM and most others; ByteDance Seed with a prefix.
  tags(['think', 'thinking', 'thought', 'thoughts'], opened),
  tags(['seed:think', 'ant:thinking', 'mm:think', 'antthinking'], opened),
  tags(['reasoning', 'reason']),
  tags(['reflection']),
  tags(['analysis']),
  tags(['scratchpad']),
  // Mistral's Magistral.
  mark(['[think]', '[thinking]'], ['[/think]', '[/thinking]'], opened),
  // Kimi-VL.
  mark(['◁think▷'], ['◁/think▷'], opened),
  // OpenThinker, Sky-T1.
  mark(['<|begin_of_thought|>'], ['<|end_of_thought|>'], opened),
  mark(['<|think|>', '<|thinking|>'], ['<|/think|>', '<|/thinking|>', '<|end_think|>']),
  // Command A Reasoning.
  mark(['<|start_thinking|>'], ['<|end_thinking|>'], opened),
  // gpt-oss: https://cookbook.openai.com/articles/openai-harmony
  mark(
    [
      '<|channel|> analysis <|message|>',
      '<|channel|> commentary <|message|>',
      '<|start|> assistant <|channel|> analysis <|message|>',
      '<|start|> assistant <|channel|> commentary <|message|>',
    ],
    ['<|end|>', '<|start|> assistant <|channel|> final <|message|>', '<|channel|> final <|message|>']
  ),
  // Gemma 4, MedGemma.
  mark(['<|channel>thought'], ['<channel|>']),
  mark(['<unused94>thought'], ['<unused95>']),
]

/** Marks before the answer, which are part of neither the reasoning nor the answer. */
export const answerMarks = mark(
  [
    '<|start|> assistant <|channel|> final <|message|>',
    '<|channel|> final <|message|>',
    '<|start_response|>',
    '<|begin_of_solution|>',
  ],
  []
)
