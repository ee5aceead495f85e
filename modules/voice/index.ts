import type { S3Settings } from '#modules/kernel/open_disk'
import type { VoiceProvider } from '#plugins/contract/voice'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** The settings in `config/voice.ts`. */
export abstract class VoiceSettings {
  /** Creates the provider. Called when it is first needed. */
  abstract readonly open: () => Promise<VoiceProvider>
  /** The provider's display name. Null: only browsers speak. */
  abstract readonly provider: string | null
  /** Rubies for a text that was not spoken before. */
  abstract readonly price: number
  /** The longest time for one text or recording. */
  abstract readonly timeoutMs: number
  /** The folder of kept audio. Unused with `s3`. */
  abstract readonly folder: string
  abstract readonly s3: S3Settings | null
  /** The limit of all kept audio. */
  abstract readonly keptBytesMax: number
}
