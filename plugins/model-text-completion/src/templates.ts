import type { ModelMessage, ModelRequest, SentConversation } from '../../contract/model.ts'

/** The format of conversations in a model's training. The server adds the beginning-of-text token. */
interface Template {
  /** The text before the conversation, apart from the beginning-of-text token. */
  start?: string
  /** The text before and after the system prompt. Null if the system prompt belongs at the start of the first user message. */
  system: Frame | null
  user: Frame
  assistant: Frame
  /** The strings that the model would write after its answer. */
  stop: readonly string[]
  /** The control strings of the template, which no message may contain. */
  marks: readonly string[]
  /** A string that identifies this template in a server's Jinja template. Earlier templates of the list take precedence. */
  sign: string
  /** Matches the names of models with this template, for servers that don't tell it. */
  models?: RegExp
}

type Frame = readonly [before: string, after: string]

/** A new template is one entry. */
const templates = {
  phi4: {
    system: ['<|im_start|>system<|im_sep|>', '<|im_end|>'],
    user: ['<|im_start|>user<|im_sep|>', '<|im_end|>'],
    assistant: ['<|im_start|>assistant<|im_sep|>', '<|im_end|>'],
    stop: ['<|im_end|>', '<|im_start|>'],
    marks: ['<|im_start|>', '<|im_sep|>', '<|im_end|>', '<|endoftext|>'],
    sign: '<|im_sep|>',
    models: /phi-?4(?!-mini)/i,
  },
  kimi: {
    system: ['<|im_system|>system<|im_middle|>', '<|im_end|>'],
    user: ['<|im_user|>user<|im_middle|>', '<|im_end|>'],
    assistant: ['<|im_assistant|>assistant<|im_middle|>', '<|im_end|>'],
    stop: ['<|im_end|>', '<|im_user|>'],
    marks: ['<|im_system|>', '<|im_user|>', '<|im_assistant|>', '<|im_middle|>', '<|im_end|>'],
    sign: '<|im_middle|>',
    models: /kimi|moonlight/i,
  },
  chatml: {
    system: ['<|im_start|>system\n', '<|im_end|>\n'],
    user: ['<|im_start|>user\n', '<|im_end|>\n'],
    assistant: ['<|im_start|>assistant\n', '<|im_end|>\n'],
    stop: ['<|im_end|>', '<|im_start|>'],
    marks: ['<|im_start|>', '<|im_end|>', '<|endoftext|>'],
    sign: '<|im_start|>',
    models: /qwen|hermes|chatml|smollm|dolphin|internlm|yi-/i,
  },
  llama3: {
    system: ['<|start_header_id|>system<|end_header_id|>\n\n', '<|eot_id|>'],
    user: ['<|start_header_id|>user<|end_header_id|>\n\n', '<|eot_id|>'],
    assistant: ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
    stop: ['<|eot_id|>', '<|start_header_id|>'],
    marks: ['<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>', '<|begin_of_text|>', '<|end_of_text|>'],
    sign: '<|start_header_id|>',
    models: /llama-?3|stheno|lunaris/i,
  },
  llama4: {
    system: ['<|header_start|>system<|header_end|>\n\n', '<|eot|>'],
    user: ['<|header_start|>user<|header_end|>\n\n', '<|eot|>'],
    assistant: ['<|header_start|>assistant<|header_end|>\n\n', '<|eot|>'],
    stop: ['<|eot|>', '<|header_start|>'],
    marks: ['<|header_start|>', '<|header_end|>', '<|eot|>', '<|begin_of_text|>', '<|end_of_text|>'],
    sign: '<|header_start|>',
    models: /llama-?4/i,
  },
  gemma: {
    system: null,
    user: ['<start_of_turn>user\n', '<end_of_turn>\n'],
    assistant: ['<start_of_turn>model\n', '<end_of_turn>\n'],
    stop: ['<end_of_turn>', '<start_of_turn>'],
    marks: ['<start_of_turn>', '<end_of_turn>', '<bos>', '<eos>'],
    sign: '<start_of_turn>',
    models: /gemma-?[123]/i,
  },
  deepseek: {
    system: ['', ''],
    user: ['<｜User｜>', ''],
    assistant: ['<｜Assistant｜>', '<｜end▁of▁sentence｜>'],
    stop: ['<｜end▁of▁sentence｜>', '<｜User｜>'],
    marks: ['<｜User｜>', '<｜Assistant｜>', '<｜begin▁of▁sentence｜>', '<｜end▁of▁sentence｜>'],
    sign: '<｜Assistant｜>',
    models: /deepseek-?(?:v[23]|r1)(?!.*(?:distill-)?(?:llama|qwen))/i,
  },
  'command-r': {
    system: ['<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    user: ['<|START_OF_TURN_TOKEN|><|USER_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    assistant: ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    stop: ['<|END_OF_TURN_TOKEN|>', '<|START_OF_TURN_TOKEN|>', '<|END_RESPONSE|>'],
    marks: [
      '<|START_OF_TURN_TOKEN|>',
      '<|END_OF_TURN_TOKEN|>',
      '<|SYSTEM_TOKEN|>',
      '<|USER_TOKEN|>',
      '<|CHATBOT_TOKEN|>',
    ],
    sign: '<|START_OF_TURN_TOKEN|>',
    models: /command-?[ra]\b|aya/i,
  },
  glm4: {
    start: '[gMASK]<sop>',
    system: ['<|system|>\n', ''],
    user: ['<|user|>\n', ''],
    assistant: ['<|assistant|>\n', ''],
    stop: ['<|user|>', '<|observation|>', '<|endoftext|>'],
    marks: ['<|system|>', '<|user|>', '<|assistant|>', '<|observation|>', '[gMASK]', '<sop>', '<|endoftext|>'],
    sign: '[gMASK]',
    models: /glm-?4/i,
  },
  granite: {
    system: ['<|start_of_role|>system<|end_of_role|>', '<|end_of_text|>\n'],
    user: ['<|start_of_role|>user<|end_of_role|>', '<|end_of_text|>\n'],
    assistant: ['<|start_of_role|>assistant<|end_of_role|>', '<|end_of_text|>\n'],
    stop: ['<|end_of_text|>', '<|start_of_role|>'],
    marks: ['<|start_of_role|>', '<|end_of_role|>', '<|end_of_text|>'],
    sign: '<|start_of_role|>',
    models: /granite/i,
  },
  harmony: {
    system: ['<|start|>developer<|message|># Instructions\n\n', '<|end|>'],
    user: ['<|start|>user<|message|>', '<|end|>'],
    assistant: ['<|start|>assistant<|channel|>final<|message|>', '<|end|>'],
    stop: ['<|end|>', '<|return|>', '<|start|>'],
    marks: ['<|start|>', '<|end|>', '<|message|>', '<|channel|>', '<|return|>'],
    sign: '<|channel|>',
    models: /gpt-?oss/i,
  },
  exaone: {
    system: ['[|system|]', '[|endofturn|]\n'],
    user: ['[|user|]', '\n'],
    assistant: ['[|assistant|]', '[|endofturn|]\n'],
    stop: ['[|endofturn|]', '[|user|]'],
    marks: ['[|system|]', '[|user|]', '[|assistant|]', '[|endofturn|]'],
    sign: '[|endofturn|]',
    models: /exaone/i,
  },
  openchat: {
    system: ['', '<|end_of_turn|>'],
    user: ['GPT4 Correct User: ', '<|end_of_turn|>'],
    assistant: ['GPT4 Correct Assistant: ', '<|end_of_turn|>'],
    stop: ['<|end_of_turn|>'],
    marks: ['GPT4 Correct User:', 'GPT4 Correct Assistant:', '<|end_of_turn|>'],
    sign: 'GPT4 Correct',
    models: /openchat|starling/i,
  },
  phi3: {
    system: ['<|system|>\n', '<|end|>\n'],
    user: ['<|user|>\n', '<|end|>\n'],
    assistant: ['<|assistant|>\n', '<|end|>\n'],
    stop: ['<|end|>', '<|user|>', '<|endoftext|>'],
    marks: ['<|system|>', '<|user|>', '<|assistant|>', '<|end|>', '<|endoftext|>'],
    sign: '<|end|>',
    models: /phi-?(?:3|4-mini)/i,
  },
  zephyr: {
    system: ['<|system|>\n', '</s>\n'],
    user: ['<|user|>\n', '</s>\n'],
    assistant: ['<|assistant|>\n', '</s>\n'],
    stop: ['</s>', '<|user|>'],
    marks: ['<|system|>', '<|user|>', '<|assistant|>', '<s>', '</s>'],
    sign: '<|user|>',
    models: /zephyr|tinyllama/i,
  },
  'mistral-v7': {
    system: ['[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]'],
    user: ['[INST]', '[/INST]'],
    assistant: ['', '</s>'],
    stop: ['</s>', '[INST]'],
    marks: ['[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]', '[INST]', '[/INST]', '<s>', '</s>'],
    sign: '[SYSTEM_PROMPT]',
    models: /mistral-small-(?:2501|24b|3)|magistral|mistral-large-2411/i,
  },
  mistral: {
    system: null,
    user: ['[INST] ', ' [/INST]'],
    assistant: [' ', '</s>'],
    stop: ['</s>', '[INST]'],
    marks: ['[INST]', '[/INST]', '<s>', '</s>'],
    sign: '[INST]',
    models: /mi[sx]tral|nemo|llama-?2/i,
  },
  alpaca: {
    system: ['', '\n\n'],
    user: ['### Instruction:\n', '\n\n'],
    assistant: ['### Response:\n', '\n\n'],
    stop: ['\n### Instruction:', '\n### Response:', '</s>'],
    marks: ['### Instruction:', '### Response:', '<s>', '</s>'],
    sign: '### Instruction:',
    models: /alpaca|mythomax|toppy|remm/i,
  },
  vicuna: {
    system: ['', '\n\n'],
    user: ['USER: ', '\n'],
    assistant: ['ASSISTANT: ', '</s>\n'],
    stop: ['</s>', '\nUSER:', '\nASSISTANT:'],
    marks: ['USER:', 'ASSISTANT:', '<s>', '</s>'],
    sign: 'USER:',
    models: /vicuna|wizardlm/i,
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as TemplateName[]

/** Returns the template that a server's Jinja template matches, or null. */
export const recognise = (jinja: string): TemplateName | null =>
  templateNames.find((name) => jinja.includes(templates[name].sign)) ?? null

/** Returns the template that models of this name usually have, or null. */
export const templateOfModel = (model: string): TemplateName | null =>
  templateNames.find((name) => (templates[name] as Template).models?.test(model)) ?? null

/** The user message before a conversation that the character opens. These models were trained on conversations that the user starts. */
const openingCue: ModelMessage = { role: 'user', content: '[The scene begins.]' }

/** Returns the messages as they are written into the template, the system prompt first. */
const messagesIn = (
  name: TemplateName,
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>
): SentConversation['messages'] => {
  const template: Template = templates[name]
  const turns: SentConversation['messages'][number][] =
    messages[0]?.role === 'assistant' ? [openingCue, ...messages] : [...messages]
  if (system && template.system) turns.unshift({ role: 'system', content: system })
  else if (system) {
    const { role = 'user', content = '' } = turns.shift() ?? {}
    turns.unshift({ role, content: `${system}\n\n${content}` })
  }
  const last = turns.at(-1)
  // Trailing white space is removed, because models write the space before a word together with the word.
  if (last?.role === 'assistant') turns[turns.length - 1] = { ...last, content: last.content.trimEnd() }
  return turns.map(({ role, content }) => ({ role, content: withoutMarks(content, template.marks) }))
}

/**
 * Returns the conversation as one text, which ends where the model's answer begins. If the last message is the assistant's, the text ends
 * within that message, and the model continues it.
 */
export const promptIn = (name: TemplateName, request: Pick<ModelRequest, 'system' | 'messages'>): string => {
  const template: Template = templates[name]
  const turns = [...messagesIn(name, request)]
  const prefilled = turns.at(-1)?.role === 'assistant' ? turns.pop() : undefined
  const opened = template.assistant[0]
  return [
    template.start ?? '',
    ...turns.map(({ role, content }) => template[role]![0] + content + template[role]![1]),
    prefilled ? opened + prefilled.content : opened.slice(0, opened.length - spaceBefore(name).length),
  ].join('')
}

/** Returns the messages and how they are written. */
export const conversationIn = (
  name: TemplateName,
  request: Pick<ModelRequest, 'system' | 'messages'>
): SentConversation => ({
  messages: messagesIn(name, request),
  template: promptIn(name, {
    system: templates[name].system ? '…' : '',
    messages: (['user', 'assistant', 'user'] as const).map((role) => ({ role, content: '…' })),
  }),
})

export const stopsOf = (name: TemplateName): readonly string[] => templates[name].stop

/** Returns the space that a prompt omits before the answer, because models write it together with their first word. */
export const spaceBefore = (name: TemplateName): '' | ' ' => (templates[name].assistant[0].endsWith(' ') ? ' ' : '')

/** Breaks each mark with a space after its first character, so that no message can start another turn. */
const withoutMarks = (text: string, marks: readonly string[]): string =>
  marks.reduce((clean, mark) => clean.replaceAll(mark, `${mark[0]} ${mark.slice(1)}`), text)
