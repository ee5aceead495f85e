import type { JsonDocument } from '../json/json_document.ts'
import type { JsonPath } from '../json/json_node.ts'
import { fail } from '#modules/kernel/result'
import type { NumberText } from './card_fields.ts'
import type { CharacterReading, ReadingOptions } from './character_draft.ts'
import { classify, type JsonContent } from './classify.ts'
import { isJsonObject } from './json_object.ts'
import { readAgnai } from './read_agnai.ts'
import { readBackyard } from './read_backyard.ts'
import { readFacetEntry } from './read_facet_entry.ts'
import { readPygmalion } from './read_pygmalion.ts'
import { readTavernCard } from './read_tavern_card.ts'

/** Reads the character of a JSON document in any known format. Adds the document's warnings to the report. */
export const readCharacterDocument = (document: JsonDocument, options: ReadingOptions): CharacterReading => {
  const numberText = (path: JsonPath) => {
    const node = document.find(path)
    return node?.kind === 'number' ? document.raw(node) : null
  }
  const reading = readCharacter(document.toValue(), options, numberText)
  if (!reading.ok) return reading
  const { report } = reading.value
  const warnings = [...document.warnings, ...report.warnings]
  return { ok: true, value: { ...reading.value, report: { ...report, warnings } } }
}

/**
 * Reads a character from a value such as `JSON.parse` returns. The refusal names other contents, such as lists, lorebooks, chats and
 * presets.
 */
export const readCharacter = (value: unknown, options: ReadingOptions, numberText?: NumberText): CharacterReading => {
  const content = classify(value)
  if (content.holds !== 'character' || !isJsonObject(value)) return fail({ because: reasonFor(content) })
  switch (content.format) {
    case 'v1':
    case 'v2':
    case 'v3':
      return readTavernCard(value, content.format, options, numberText)
    case 'agnai':
      return readAgnai(value, options, numberText)
    case 'pygmalion':
      return readPygmalion(value, options, numberText)
    case 'backyard':
      return readBackyard(value, options, numberText)
    case 'facet_entry':
      return readFacetEntry(value, options, numberText)
  }
}

const reasonFor = (content: JsonContent): string => {
  switch (content.holds) {
    case 'unknown':
      return content.because
    case 'lorebook':
      return 'This is a lorebook, not a character.'
    case 'chat':
      return 'This is a chat, not a character.'
    case 'group':
      return 'This describes a group of SillyTavern, not a character.'
    case 'preset':
      return 'This is a preset for prompts, not a character. Facet doesn’t use presets.'
    case 'module':
      return 'This is a RisuAI module, not a character. Facet doesn’t use modules.'
    case 'list':
      return `This is a list of ${content.itemCount} items, not one character.`
    case 'character':
      return 'This is no character.'
  }
}
