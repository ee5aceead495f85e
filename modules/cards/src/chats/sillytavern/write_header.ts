import type { ExportedChat } from '#modules/chat/index'
import { JsonDocument } from '../../json/json_document.ts'
import { toJson } from '../json_text.ts'

const encoder = new TextEncoder()

/**
 * Returns the first line of a SillyTavern chat, without its line break. If title and pins haven't changed since the import, returns the
 * imported line byte for byte.
 */
export const writeHeader = ({ title, pins, createdAt, imported, names }: ExportedChat): Uint8Array => {
  const settings = toJson({ title, pins })
  if (!imported?.header)
    return encoder.encode(
      toJson({
        chat_metadata: { facet: JSON.parse(settings) },
        user_name: names.user,
        character_name: names.character,
        create_date: createdAt.toISOString(),
      })
    )
  if (toJson({ title: imported.title, pins: imported.pins }) === settings) return imported.header
  const document = JsonDocument.read(imported.header)
  // The import has parsed this header, so it is JSON within the limits.
  if (!document.ok) throw new Error(document.failure.reason)
  const metadata = document.value.find(['chat_metadata'])
  const facet = { title, pins }
  const patched = document.value.patch([
    metadata?.kind === 'object' || metadata === null
      ? { path: ['chat_metadata', 'facet'], value: facet }
      : { path: ['chat_metadata'], value: { facet } },
  ])
  if (!patched.ok) throw new Error(patched.failure.reason)
  return encoder.encode(patched.value)
}
