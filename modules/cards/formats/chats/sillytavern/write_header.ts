import type { ExportedChat, TransferredSettings } from '#modules/chat/index'
import { JsonDocument } from '../../json/json_document.ts'
import type { JsonValue } from '../../json/json_node.ts'
import { ReportBuilder } from '../chat_report.ts'
import { noSettings } from '../draft_chat.ts'
import { toJson } from '../json_text.ts'
import { fromStored } from '../kept_parts.ts'
import { noteRoles } from '../settings.ts'
import { member } from '../values.ts'
import { readSettings } from './read_header.ts'

const encoder = new TextEncoder()

/**
 * Returns the first line of a SillyTavern chat, without its line break. If title, pins and settings haven't changed since the import,
 * returns the imported line byte for byte. Otherwise, only what has changed is replaced.
 */
export const writeHeader = ({
  title,
  pins,
  settings,
  createdAt,
  imported,
  names,
  notice,
}: ExportedChat): Uint8Array => {
  const facet = { title, pins }
  const kept = imported?.header ? fromStored(imported.header) : null
  if (!imported?.header || kept)
    return encoder.encode(
      toJson({
        chat_metadata: { ...kept, facet: { ...facet, notice }, ...changesOf(settings, noSettings) },
        user_name: names.user,
        character_name: names.character,
        create_date: createdAt.toISOString(),
      })
    )
  const document = JsonDocument.read(imported.header)
  // The import has parsed this header, so it is JSON within the limits.
  if (!document.ok) throw new Error(document.failure.reason)
  const header: unknown = JSON.parse(new TextDecoder('utf-8').decode(imported.header))
  const before = readSettings(member(header, 'chat_metadata'), { report: new ReportBuilder() })
  const isFacetSame = toJson({ title: imported.title, pins: imported.pins }) === toJson(facet)
  const changes = { ...(!isFacetSame && { facet: { ...facet, notice } }), ...changesOf(settings, before) }
  if (Object.keys(changes).length === 0) return imported.header
  const metadata = document.value.find(['chat_metadata'])
  const patched = document.value.patch(
    metadata?.kind === 'object' || metadata === null
      ? Object.entries(changes).map(([key, value]) => ({ path: ['chat_metadata', key], value }))
      : [{ path: ['chat_metadata'], value: changes }]
  )
  if (!patched.ok) throw new Error(patched.failure.reason)
  return encoder.encode(patched.value)
}

/** Returns the metadata for settings that differ from earlier ones. An empty text removes a setting. */
const changesOf = (settings: TransferredSettings, before: TransferredSettings): { [key: string]: JsonValue } => {
  const { note, scenario, systemPrompt } = settings
  const isSame = (key: 'scenario' | 'systemPrompt') => settings[key] === before[key]
  const noteOf = ({ note }: TransferredSettings) => note && toJson([note.text, note.depth, note.role, note.every])
  const isNoteSame = noteOf(settings) === noteOf(before)
  return {
    ...(!isNoteSame && { note_prompt: note?.text ?? '' }),
    ...(!isNoteSame &&
      note && {
        note_depth: note.depth,
        note_interval: note.every,
        note_position: 1,
        note_role: noteRoles.indexOf(note.role),
      }),
    ...(!isSame('scenario') && { scenario: scenario ?? '' }),
    ...(!isSame('systemPrompt') && { system_prompt: systemPrompt ?? '' }),
  }
}
