import { readableModelName } from '../../contract/readable_model_name.ts'
import { voiceNameLengthMax, voicesMax, type Voice } from '../../contract/voice.ts'

/** The voices of OpenAI, which speak many languages. */
export const openAiVoices: readonly Voice[] = [
  'alloy',
  'ash',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
].map((id) => ({ id, name: readableModelName(id), language: null }))

/** The first letter of Kokoro's voices, such as `bf_emma`, is their language. */
const kokoroLanguages: Record<string, string> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh',
}

/** Reads the lists of Kokoro-FastAPI and alike: `{"voices": [...]}` or `{"data": [...]}` of names, or of objects with an id. Ignores what is malformed. */
export function voicesIn(answer: object): Voice[] {
  const { voices, data } = answer as Record<string, unknown>
  const list = [voices, data].find(Array.isArray) ?? []
  const found = new Map<string, Voice>()
  for (const entry of list.slice(0, voicesMax)) {
    const voice = voiceOf(entry)
    if (voice && !found.has(voice.id)) found.set(voice.id, voice)
  }
  return [...found.values()]
}

function voiceOf(entry: unknown): Voice | null {
  const {
    id,
    voice_id: voiceId,
    name,
    language,
  } = (typeof entry === 'string' ? { id: entry } : Object(entry)) as Record<string, unknown>
  const found = [id, voiceId, name].find(isName)
  if (found === undefined) return null
  const [, letter, rest] = /^([abefhijpz])[fm]_(\w+)$/.exec(found) ?? []
  return {
    id: found,
    name: isName(name) ? name : readableModelName(rest ?? found),
    language: isLanguage(language) ? language : ((letter && kokoroLanguages[letter]) ?? null),
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= voiceNameLengthMax

const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(value)
