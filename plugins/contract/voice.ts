import { ProviderError } from './errors.ts'

export interface Voice {
  /** The id in requests. Opaque to the caller. */
  id: string
  /** The name that users see. */
  name: string
  /** A BCP 47 tag, such as `en-GB`. Null for unknown, and for voices that speak many. */
  language: string | null
}

/** The limits of `VoiceProvider.voices()`: the number of voices, and the UTF-16 units of each id and name. */
export const voicesMax = 1_000
export const voiceNameLengthMax = 180

/** The limit of a text to speak, in UTF-16 units. */
export const spokenTextMax = 1_000

/** The limit of the audio of a text. A provider stops reading above it. */
export const speechBytesMax = 10_000_000

/** The limits of a recording to write down, and of its text in UTF-16 units. */
export const recordingBytesMax = 10_000_000
export const transcriptMax = 16_000

/** The formats of audio, detected by content. */
export const audioTypes = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/webm', 'audio/mp4', 'audio/flac'] as const
export type AudioType = (typeof audioTypes)[number]

/** Detects the format of audio by its first 12 bytes. Null for anything else. */
export function audioTypeOf(bytes: Uint8Array): AudioType | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1')
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE') return 'audio/wav'
  if (text.startsWith('OggS')) return 'audio/ogg'
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'audio/webm'
  if (text.slice(4, 8) === 'ftyp') return 'audio/mp4'
  // A tag, or the first frame of layer III.
  if (text.startsWith('ID3') || (bytes[0] === 0xff && (bytes[1]! & 0xe6) === 0xe2)) return 'audio/mpeg'
  return null
}

export interface SpeechRequest {
  /** At most `spokenTextMax`, and not blank. */
  text: string
  /** The id of one of `voices()`. */
  voice: string
}

export interface Recording {
  /** At most `recordingBytesMax`. */
  bytes: Uint8Array
  type: AudioType
}

/**
 * Speaks texts, and writes recordings down if `transcribe` exists.
 *
 * `speak` keeps these promises:
 *
 * - It yields the audio of the whole text as it arrives, of at most `speechBytesMax`, in one of `audioTypes`, whatever type the upstream declares.
 * - It only throws `ProviderError`, also after the first bytes: `cut_off` when the audio breaks off, `invalid_response` when the answer is no audio.
 * - It makes one call, without a retry, and follows no redirect. It sends the key only to the upstream.
 * - When `signal` fires, or the caller stops reading, it closes the connection. When `signal` fires, it also throws at once.
 * - When its own time limit passes, it closes the connection and throws `timeout`. The default is one minute.
 * - It doesn't log, and its errors contain neither a text nor the key.
 *
 * `transcribe` returns the text of a recording, trimmed, empty for silence, and at most `transcriptMax`. `language` is a hint. It keeps
 * nothing, and throws as `speak` does.
 *
 * `voices` returns the voices that `speak` takes, within the limits above, and throws as `speak` does. It is empty for a provider that speaks
 * elsewhere.
 */
export interface VoiceProvider {
  voices(signal: AbortSignal): Promise<readonly Voice[]>
  speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<Uint8Array>
  transcribe?(recording: Recording, language: string | null, signal: AbortSignal): Promise<string>
}

/**
 * Passes audio on from its first 12 bytes, which show its format. Throws `invalid_response` for anything that is no audio, or larger than
 * `speechBytesMax`.
 */
export async function* checkedAudio(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > speechBytesMax)
      throw new ProviderError('invalid_response', `The provider sent more than ${speechBytesMax / 1e6} MB of audio.`)
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.byteLength < 12) continue
    if (audioTypeOf(head) === null) throw noAudio()
    yield head
    head = null
  }
  if (head !== null) throw noAudio()
}

const noAudio = () => new ProviderError('invalid_response', 'The provider sent a response that is not audio.')
