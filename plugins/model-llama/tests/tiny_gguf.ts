import { writeFileSync } from 'node:fs'

/*
 * Writes a tiny random model in GGUF (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), a Llama with two layers whose vocabulary
 * has a few words and every byte. It writes nonsense, but llama.cpp loads and runs it like any other model.
 */

const [width, layers, heads, feedForward, trainContext] = [64, 2, 4, 128, 8_192]
const words = (
  'the a of and to in is you he she it was that I we my your light sea ship door night rain hand voice stone fire road small old warm ' +
  'quiet slow bright says looks turns smiles waits walks opens holds asks knows keeps remembers laughs nods leans here now again never'
).split(' ')

const [normal, unknown, control, byte] = [1, 2, 3, 6]
const specials = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>']
const vocabulary = [
  ...specials.map((token, index) => [token, 0, index === 0 ? unknown : control] as const),
  ...Array.from(
    { length: 256 },
    (_, code) => [`<0x${code.toString(16).toUpperCase().padStart(2, '0')}>`, 0, byte] as const
  ),
  ...words.map((word, index) => [`\u2581${word}`, -index, normal] as const),
]
const endOfTurn = specials.indexOf('<|im_end|>')
const template =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const f32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])

const types = { u32: 4, i32: 5, f32: 6, text: 8, array: 9 }
const field = (key: string, type: keyof typeof types, value: Buffer) =>
  Buffer.concat([text(key), u32(types[type]), value])
const list = (type: keyof typeof types, values: Buffer[]) =>
  Buffer.concat([u32(types[type]), u64(values.length), ...values])

const fields = [
  field('general.architecture', 'text', text('llama')),
  field('general.name', 'text', text('Tiny')),
  field('general.alignment', 'u32', u32(32)),
  field('llama.context_length', 'u32', u32(trainContext)),
  field('llama.embedding_length', 'u32', u32(width)),
  field('llama.block_count', 'u32', u32(layers)),
  field('llama.feed_forward_length', 'u32', u32(feedForward)),
  field('llama.attention.head_count', 'u32', u32(heads)),
  field('llama.attention.head_count_kv', 'u32', u32(heads)),
  field('llama.attention.layer_norm_rms_epsilon', 'f32', f32(1e-5)),
  field('llama.rope.dimension_count', 'u32', u32(width / heads)),
  field('llama.vocab_size', 'u32', u32(vocabulary.length)),
  field('tokenizer.ggml.model', 'text', text('llama')),
  field(
    'tokenizer.ggml.tokens',
    'array',
    list(
      'text',
      vocabulary.map(([token]) => text(token))
    )
  ),
  field(
    'tokenizer.ggml.scores',
    'array',
    list(
      'f32',
      vocabulary.map(([, score]) => f32(score))
    )
  ),
  field(
    'tokenizer.ggml.token_type',
    'array',
    list(
      'i32',
      vocabulary.map(([, , type]) => u32(type))
    )
  ),
  field('tokenizer.ggml.unknown_token_id', 'u32', u32(0)),
  field('tokenizer.ggml.bos_token_id', 'u32', u32(1)),
  field('tokenizer.ggml.eos_token_id', 'u32', u32(endOfTurn)),
  field('tokenizer.chat_template', 'text', text(template)),
]

/** A tensor of the model. `rows` is the last dimension, or null in a tensor with one dimension. `scaleOf` returns the scale of a row. */
interface Tensor {
  name: string
  columns: number
  rows: number | null
  scaleOf: (row: number) => number
}

const weights = (name: string, columns: number, rows: number): Tensor => ({
  name,
  columns,
  rows,
  scaleOf: () => 1 / Math.sqrt(columns),
})
const norm = (name: string): Tensor => ({ name, columns: width, rows: null, scaleOf: () => 0 })
const firstWord = specials.length + 256
const tensors = [
  { ...weights('token_embd.weight', width, vocabulary.length), scaleOf: () => 1 },
  norm('output_norm.weight'),
  weights('output.weight', width, vocabulary.length),
  ...Array.from({ length: layers }, (_, index) => `blk.${index}`).flatMap((block) => [
    norm(`${block}.attn_norm.weight`),
    ...['q', 'k', 'v', 'output'].map((part) => weights(`${block}.attn_${part}.weight`, width, width)),
    norm(`${block}.ffn_norm.weight`),
    weights(`${block}.ffn_gate.weight`, width, feedForward),
    weights(`${block}.ffn_up.weight`, width, feedForward),
    weights(`${block}.ffn_down.weight`, feedForward, width),
  ]),
]

/** Creates a generator of uniform numbers from -1 to 1. The same seed gives the same numbers. */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 31 - 1
}

/** Writes the model to a file. Its replies prefer words. They end at random, or with `isEndless` only at their token limit. */
export const writeTinyGguf = (path: string, { isEndless = false } = {}): void => {
  const scaleOfOutput = (row: number) => (row >= firstWord ? 0.5 : row !== endOfTurn ? 0.02 : isEndless ? 0 : 0.4)
  const next = numbers(7)
  let offset = 0
  const infos: Buffer[] = []
  const data: Buffer[] = []
  for (const { name, columns, rows, ...tensor } of tensors) {
    const scaleOf = name === 'output.weight' ? scaleOfOutput : tensor.scaleOf
    const values = Float32Array.from({ length: columns * (rows ?? 1) }, (_, index) =>
      rows === null ? 1 : next() * scaleOf(Math.floor(index / columns))
    )
    const shape = rows === null ? [columns] : [columns, rows]
    infos.push(Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)]))
    const bytes = Buffer.from(values.buffer)
    const padding = Buffer.alloc(-bytes.length & 31)
    data.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(fields.length),
    ...fields,
    ...infos,
  ])
  writeFileSync(path, Buffer.concat([header, Buffer.alloc(-header.length & 31), ...data]))
}
