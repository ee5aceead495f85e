import type { LorebookForExport } from '#modules/lore/index'
import type { CardFormat, CardSpec, LorebookFormat } from '../../../api.ts'
import type { PictureFormat, ReadingOptions } from '../../../formats/index.ts'
import type { CardOriginal } from '../../originals/card_originals.ts'
import type { CharacterPictures, PlannedAsset } from '../card_assets_plan.ts'
import type { PresentCharacter } from '../present_character.ts'

/** A character with all data that its card needs. */
export interface CardJob {
  kind: 'card'
  character: PresentCharacter
  /** Written into the card, so that its owner's import knows it again. Null for other readers. */
  id: string | null
  createdAt: string
  pictures: CharacterPictures
  books: readonly LorebookForExport[]
  original: Pick<
    CardOriginal,
    'cardFormat' | 'document' | 'documentSource' | 'fileName' | 'fileFormat' | 'stored'
  > | null
  /** Whether the writer can take parts from the original file. */
  hasFile: boolean
  /** The format of the avatar's file in an archive. */
  iconFormat: PictureFormat
  options: Omit<ReadingOptions, 'fileName'>
  format: CardFormat
  specs: readonly CardSpec[]
}

export interface LorebookJob {
  kind: 'lorebook'
  id: string
  stored: LorebookForExport
  format: LorebookFormat
}

export type WritingJob = CardJob | LorebookJob

/** The JSON of a card with its assets, or the JSON of a lorebook, which has none. */
export interface WrittenText {
  text: string
  assets: readonly PlannedAsset[]
  /** URIs in the original file whose contents must stay out. Empty without an original. */
  dropped: readonly string[]
  /** Whether the original card already has the present fields and pictures. */
  isAsImported: boolean
  /** The URIs of the original file's icons. Null if the character's avatar isn't the one of the file. */
  icons: readonly string[] | null
}
