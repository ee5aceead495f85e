import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { ReviewState } from '../../api.ts'
import type { PictureFocus } from '../domain/character_rules.ts'

export class CharacterRow extends Row {
  static override table = 'characters'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  @column() declare description: string
  @column() declare avatar: string | null
  @column() declare background: string | null
  @column() declare category: string
  @column() declare tags: string[]
  @column() declare isNsfw: boolean
  @column() declare isPublic: boolean
  @column() declare createdBy: string
  @column() declare backstory: string
  @column() declare personality: string
  @column() declare firstMessage: string
  @column() declare greeting: string
  @column() declare scenario: string
  @column() declare popularity: string
  @column() declare createdAt: Date
  @column() declare updatedAt: Date
  @column() declare deletedAt: Date | null
  @column() declare chipKeys: string[]
  @column() declare startKeys: string[]
  @column() declare sameAs: string
  @column() declare openingLine: string
  @column() declare trend: string
  @jsonColumn() declare avatarFocus: PictureFocus | null
  @column() declare onLanding: boolean | null
  @column() declare nickname: string
  @column() declare allowForks: boolean
  @column() declare definitionPublic: boolean
  @column() declare versionNumber: number
  @column() declare purgedAt: Date | null
  @column() declare forkedFrom: string[] | null
  @column() declare isWithdrawn: boolean
  @column() declare descriptionIsTeaser: boolean | null
  @column() declare review: ReviewState | null
  /** When it became public for the first time. Null for characters from before this was recorded. */
  @column() declare publishedAt: Date | null
}
