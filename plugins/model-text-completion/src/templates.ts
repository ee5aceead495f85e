import type { ModelMessage, ModelRequest } from '../../contract/model.ts'

/** The format of conversations in a model's training. The server adds the beginning-of-text token. */
interface Template {
  /** The text before and after the system prompt. Null if the system prompt belongs at the start of the first user message. */
  system: Frame | null
  user: Frame
  assistant: Frame
  /** The strings that the model would write after its answer. */
  stop: readonly string[]
  /** The control strings of the template, which no message may contain. */
  marks: readonly string[]
  /** A string that identifies this template in a server's Jinja template. */
  sign: string
}

type Frame = readonly [before: string, after: string]

const templates = {
  chatml: {
    system: ['<|im_start|>system\n', '<|im_end|>\n'],
    user: ['<|im_start|>user\n', '<|im_end|>\n'],
    assistant: ['<|im_start|>assistant\n', '<|im_end|>\n'],
    stop: ['<|im_end|>', '<|im_start|>'],
    marks: ['<|im_start|>', '<|im_end|>', '<|endoftext|>'],
    sign: '<|im_start|>',
  },
  llama3: {
    system: ['<|start_header_id|>system<|end_header_id|>\n\n', '<|eot_id|>'],
    user: ['<|start_header_id|>user<|end_header_id|>\n\n', '<|eot_id|>'],
    assistant: ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
    stop: ['<|eot_id|>', '<|start_header_id|>'],
    marks: ['<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>', '<|begin_of_text|>', '<|end_of_text|>'],
    sign: '<|start_header_id|>',
  },
  mistral: {
    system: null,
    user: ['[INST] ', ' [/INST]'],
    assistant: [' ', '</s>'],
    stop: ['</s>', '[INST]'],
    marks: ['[INST]', '[/INST]', '<s>', '</s>'],
    sign: '[INST]',
  },
  alpaca: {
    system: ['', '\n\n'],
    user: ['### Instruction:\n', '\n\n'],
    assistant: ['### Response:\n', '\n\n'],
    stop: ['\n### Instruction:', '\n### Response:', '</s>'],
    marks: ['### Instruction:', '### Response:', '<s>', '</s>'],
    sign: '### Instruction:',
  },
  vicuna: {
    system: ['', '\n\n'],
    user: ['USER: ', '\n'],
    assistant: ['ASSISTANT: ', '</s>\n'],
    stop: ['</s>', '\nUSER:', '\nASSISTANT:'],
    marks: ['USER:', 'ASSISTANT:', '<s>', '</s>'],
    sign: 'USER:',
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as TemplateName[]

/** Returns the template that a server's Jinja template matches, or null. */
export const recognise = (jinja: string): TemplateName | null =>
  templateNames.find((name) => jinja.includes(templates[name].sign)) ?? null

/** The user message before a conversation that the character opens. These models were trained on conversations that the user starts. */
const openingCue: ModelMessage = { role: 'user', content: '[The scene begins.]' }

/**
 * Returns the conversation as one text, which ends where the model's answer begins. If the last message is the assistant's, the text ends
 * within that message, and the model continues it.
 */
export const promptIn = (
  name: TemplateName,
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>
): string => {
  const template: Template = templates[name]
  const clean = (text: string) => withoutMarks(text, template.marks)
  const framed = ([before, after]: Frame, content: string) => before + clean(content) + after
  const turns = messages[0]?.role === 'assistant' ? [openingCue, ...messages] : [...messages]
  if (system && !template.system) {
    const { role = 'user', content = '' } = turns.shift() ?? {}
    turns.unshift({ role, content: `${system}\n\n${content}` })
  }
  const last = turns.at(-1)
  const isPrefilled = last?.role === 'assistant'
  const whole = isPrefilled ? turns.slice(0, -1) : turns
  const opened = template.assistant[0]
  return [
    ...(system && template.system ? [framed(template.system, system)] : []),
    ...whole.map(({ role, content }) => framed(template[role], content)),
    // Trailing white space is removed, because models write the space before a word together with the word.
    isPrefilled ? opened + clean(last.content.trimEnd()) : opened.slice(0, opened.length - spaceBefore(name).length),
  ].join('')
}

export const stopsOf = (name: TemplateName): readonly string[] => templates[name].stop

/** Returns the space that a prompt omits before the answer, because models write it together with their first word. */
export const spaceBefore = (name: TemplateName): '' | ' ' => (templates[name].assistant[0].endsWith(' ') ? ' ' : '')

/** Breaks each mark with a space after its first character, so that no message can start another turn. */
const withoutMarks = (text: string, marks: readonly string[]): string =>
  marks.reduce((clean, mark) => clean.replaceAll(mark, `${mark[0]} ${mark.slice(1)}`), text)
