/** Wire types and limits of voices. Shared with the browser. */
import { recordingBytesMax, spokenTextMax, type Voice } from '#plugins/contract/voice'

export type { Voice }

export const voiceLimits = {
  /** UTF-16 units of a text that the server speaks. */
  textMax: spokenTextMax,
  /** UTF-16 units of a message that are read aloud. */
  messageMax: 32_000,
  /** UTF-16 units of a `VoiceId`. */
  voiceIdMax: 200,
  textsPerHour: 600,
  textsPerDay: 2_000,
  /** The limit of all users together. No user gets more than a twentieth. */
  textsOfAllPerDay: 40_000,
  recordingBytesMax,
  recordingSecondsMax: 120,
  recordingsPerHour: 60,
  /** The limit of all users together. */
  recordingsOfAllPerDay: 4_000,
  changesPerMinute: 60,
} as const

/** A voice of the browser, by its name, or one of the server, by its id. Browsers without the voice use another one. */
export type VoiceId = `${'browser' | 'server'}:${string}`

/** The narrator that isn't read. */
export const silentNarrator = 'none'

export interface VoiceChoice {
  /** Null: the usual voice of the reader's device. */
  voice: VoiceId | null
  /** The voice for everything that isn't in quotes. Null: the same voice. */
  narrator: VoiceId | typeof silentNarrator | null
}

export interface CharacterVoice {
  /** The owner's choice for all readers. Null: none, or an adult character that the viewer may not see. */
  owners: VoiceChoice | null
  /** The viewer's choice, which goes before the owner's. */
  own: VoiceChoice | null
  isOwner: boolean
}

/** The voices of the server. */
export interface VoiceOffer {
  /** The provider's display name. Null: only browsers speak. */
  provider: string | null
  voices: readonly Voice[]
  /** Rubies for a text that was not spoken before. */
  price: number
  /** Whether the server writes recordings down. */
  writesDown: boolean
}

export interface SpeechBody {
  /** At most `textMax`, not blank. */
  text: string
  /** The id of one of the offer's voices. */
  voice: string
}

export interface Transcript {
  /** Empty for silence. */
  text: string
}

const voiceIdShape = /^(?:browser|server):\S(?:.*\S)?$/u

export const isVoiceId = (value: unknown): value is VoiceId =>
  typeof value === 'string' &&
  value.length <= voiceLimits.voiceIdMax &&
  value.isWellFormed() &&
  !value.includes('\0') &&
  voiceIdShape.test(value)
