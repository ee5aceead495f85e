import type { CharacterAsset } from '#modules/gallery/api'
import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { CharacterFormat, FileFormat } from '../../formats/index.ts'

/** The parts of a file that an import stored: the addresses of its pictures, and whether it stored a lorebook. */
export interface StoredParts {
  avatar: string | null
  background: string | null
  assets: readonly CharacterAsset[]
  hasLorebook: boolean
}

export class CardOriginalRow extends PrivateRow {
  static override table = 'card_originals'

  @column({ isPrimary: true }) declare characterId: string
  @column({ columnName: 'sha256' }) declare sha256: Buffer
  /** The name of the file. Never a path. */
  @column() declare fileName: string | null
  /** The name of the archive that contained the file. */
  @column() declare archiveName: string | null
  @column() declare fileFormat: FileFormat
  @column() declare cardFormat: CharacterFormat
  /** The card's text as it was in the file, in any encoding. */
  @column() declare document: Uint8Array
  /** Same as `SourceDocument.source`. */
  @column() declare documentSource: string
  @column({ columnName: 'document_sha256' }) declare documentSha256: Buffer
  /** The user who imported the file: its owner (`upload`) or an admin (`bulk`). */
  @column() declare cameBy: 'upload' | 'bulk'
  @column() declare createdAt: Date
  /** Null if the import didn't record it. */
  @jsonColumn() declare stored: StoredParts | null
}
