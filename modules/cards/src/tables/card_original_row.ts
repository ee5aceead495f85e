import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { CharacterFormat, FileFormat } from '../../formats/index.ts'
import type { StoredParts } from '../originals/card_originals.ts'

export class CardOriginalRow extends PrivateRow {
  static override table = 'card_originals'

  @column({ isPrimary: true }) declare characterId: string
  @column({ columnName: 'sha256' }) declare sha256: Buffer
  @column() declare fileName: string | null
  @column() declare archiveName: string | null
  @column() declare fileFormat: FileFormat
  @column() declare cardFormat: CharacterFormat
  @column() declare document: Buffer
  @column() declare documentSource: string
  @column({ columnName: 'document_sha256' }) declare documentSha256: Buffer
  @column() declare cameBy: 'upload' | 'bulk'
  @column() declare createdAt: Date
  @jsonColumn() declare stored: StoredParts | null
}
