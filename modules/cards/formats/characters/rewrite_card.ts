import { JsonDocument } from '../json/json_document.ts'
import { writtenLimits } from '../json/json_node.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { CardRefusal, CharacterDraft, ReadingOptions } from './character_draft.ts'
import { defaultAsset } from './card_assets.ts'
import { editsFor } from './edits_for.ts'
import { isJsonObject, own } from './json_object.ts'
import { specEdits } from './spec_edits.ts'
import { writeV2, writeV3 } from './write_card.ts'

/**
 * Returns the JSON of a stored V1, V2 or V3 card with Facet's edits, as V2, V3 or its own version. Without edits, its own version is the
 * original text. A converted V1 card gets `data` beside its own fields. Fails if the original can't be patched. The caller must then write
 * the card from its fields.
 */
export const rewriteCard = (
  original: JsonDocument,
  before: CharacterDraft,
  after: CharacterDraft,
  version: 'v2' | 'v3' | 'own',
  options: ReadingOptions
): Result<string, CardRefusal> => {
  const edits = editsFor(original, before, after, options)
  if (!edits.ok) return edits
  const edited = patched(original, edits.value)
  if (!edited.ok || version === 'own') return edited
  const document = JsonDocument.parse(edited.value, writtenLimits)
  if (!document.ok) return fail({ because: document.failure.reason })
  const conversion = specEdits(document.value, version) ?? dataEdits(document.value, after, version)
  return patched(document.value, conversion)
}

/**
 * Returns the edits that add `data` to a V1 card, which has no place for the fields of later versions. The old fields stay at the root, as
 * in SillyTavern's cards.
 */
const dataEdits = (document: JsonDocument, after: CharacterDraft, version: 'v2' | 'v3'): JsonEdit[] => {
  const root = document.toValue()
  // A later version without `data` stays as its author wrote it.
  if (isJsonObject(root) && own(root, 'spec') === `chara_card_${version}`) return []
  const { spec, spec_version, data } = version === 'v2' ? writeV2(after) : writeV3({ ...after, assets: [defaultAsset] })
  return [
    { path: ['spec'], value: spec },
    { path: ['spec_version'], value: spec_version },
    { path: ['data'], value: data },
  ]
}

const patched = (document: JsonDocument, edits: readonly JsonEdit[]): Result<string, CardRefusal> => {
  const text = document.patch(edits)
  return text.ok ? ok(text.value) : fail({ because: text.failure.reason })
}
