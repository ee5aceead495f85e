/**
 * Turns a model's id into a name for users: `meta-llama/llama-3.1-70b-instruct` becomes `Llama 3.1 70B Instruct`. Leaves out the vendor's
 * path, dates, file names' endings and quantization. Returns the id itself if nothing else is left.
 */
export const readableModelName = (id: string): string => {
  const name = id
    .split('/')
    .at(-1)!
    .replace(/\.gguf$/i, '')
    .replace(/[:@](?:latest|free)$/i, '')
    .replace(/[-_.](?:i?q\d\w*|[bf]p?16|f32|fp8|awq|gptq)$/i, '')
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, '')
    .replace(/(?<=\d)-(?=\d(?:-|$))/g, '.')
  const words = name.split(/[-_:\s]+/).filter(Boolean)
  return words.length === 0 ? id : words.map(written).join(' ')
}

const abbreviations = new Set(['gpt', 'glm', 'oss', 'llm', 'ai', 'vl', 'rp', 'it'])

const written = (word: string): string => {
  if (abbreviations.has(word.toLowerCase())) return word.toUpperCase()
  // Sizes, such as 70b and 8x7b.
  if (/^(?:\d+x)?\d+(?:\.\d+)?[bm]$/i.test(word)) return word.replace(/[bm]$/i, (unit) => unit.toUpperCase())
  return word.charAt(0).toUpperCase() + word.slice(1)
}
