import { isDeepStrictEqual } from 'node:util'
import type { StoredRow } from '#modules/kernel/tables'
import type { VersionChange, VersionTexts } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import type { CharacterVersionRow } from '../tables/character_version_row.ts'
import type { CharacterAsset } from './character_parts.ts'
import type { DraftRow, JoinedParts } from './draft_rows.ts'
import { isExpression } from './expressions.ts'
import { versionFields, type Secrecy, type VersionField } from './version_fields.ts'
import { canRead, type ReadRules } from './visibility.ts'

type VersionColumn = keyof StoredRow<CharacterVersionRow>

/** The present version may have no parts. */
export type VersionRow = { number: number } & Pick<DraftRow, keyof DraftRow & VersionColumn> &
  Pick<JoinedParts, keyof JoinedParts & VersionColumn>

const textOrNull = (text: string | null) => text || null

export const toVersionTexts = (row: VersionRow): VersionTexts => ({
  name: row.name,
  nickname: textOrNull(row.nickname),
  description: textOrNull(row.description),
  personality: textOrNull(row.personality),
  backstory: textOrNull(row.backstory),
  scenario: textOrNull(row.scenario),
  firstMessage: textOrNull(row.first_message),
  greeting: textOrNull(row.greeting),
  alternateGreetings: row.alternate_greetings ?? [],
  groupGreetings: row.group_greetings ?? [],
  exampleDialogue: textOrNull(row.example_dialogue),
  systemPrompt: textOrNull(row.system_prompt),
  postHistoryInstructions: textOrNull(row.post_history_instructions),
  // Restores the key order of the API, because the database orders the keys of an object by their length.
  depthNote: row.depth_note && { text: row.depth_note.text, depth: row.depth_note.depth, role: row.depth_note.role },
})

/** Returns the changed texts. If the viewer may not read a text, its change has the field name only. */
export const changesBetween = (
  before: VersionTexts,
  after: VersionTexts,
  rules: ReadRules,
  viewer: Viewer | null
): VersionChange[] =>
  (Object.entries(versionFields) as [VersionField, Secrecy][])
    .filter(([field]) => !isDeepStrictEqual(before[field], after[field]))
    .map(([field, group]) =>
      canRead(group, rules, viewer)
        ? { field, before: before[field], after: after[field] }
        : { field, before: null, after: null, isHidden: true }
    )

export const areSameExpressions = (assets: readonly CharacterAsset[], others: readonly CharacterAsset[]): boolean =>
  isDeepStrictEqual(assets.filter(isExpression), others.filter(isExpression))

/** Replaces the expressions among assets. Null: they stay. The others stay in any case. */
export const withExpressions = (
  assets: readonly CharacterAsset[],
  expressions: readonly CharacterAsset[] | null
): readonly CharacterAsset[] =>
  expressions === null || areSameExpressions(assets, expressions)
    ? assets
    : [...assets.filter((asset) => !isExpression(asset)), ...expressions]
