import type { DiskSettings } from '#modules/kernel/open_disk'
import type { BackgroundLimits } from '#modules/kernel/background/background_process'

/** The settings in `config/cards.ts`. */
export abstract class CardSettings {
  /** The folder of files that are being received and read. */
  abstract readonly workFolder: string
  /** The storage of the files that characters were imported from. */
  abstract readonly originals: DiskSettings
  abstract readonly chatReader: BackgroundLimits
  abstract readonly cardReader: BackgroundLimits
}
