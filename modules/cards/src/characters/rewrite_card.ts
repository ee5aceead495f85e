import { JsonDocument } from '../json/json_document.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { CardRefusal, CharacterDraft, ReadingOptions } from './character_draft.ts'
import { editsFor } from './edits_for.ts'
import { specEdits } from './spec_edits.ts'

/** The original is not of the version, and too unlike it to be changed into it. */
export const notConvertible = 'The original card can’t be changed into this version.'

/**
 * The JSON of a kept V1, V2 or V3 card with Facet's edits, as V2 or V3, or in its own version. Unedited and in its own version it is the
 * original text. Refused if the original can't be patched: write the card from its fields then.
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
  const document = JsonDocument.parse(edited.value)
  if (!document.ok) return fail({ because: document.failure.reason })
  const conversion = specEdits(document.value, version)
  return conversion ? patched(document.value, conversion) : fail({ because: notConvertible })
}

const patched = (document: JsonDocument, edits: readonly JsonEdit[]): Result<string, CardRefusal> => {
  const text = document.patch(edits)
  return text.ok ? ok(text.value) : fail({ because: text.failure.reason })
}
