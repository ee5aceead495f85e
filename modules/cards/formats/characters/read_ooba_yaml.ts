import { CST, isAlias, isMap, isScalar, Lexer, parseDocument, type Document, type YAMLMap } from 'yaml'
import { fail, ok, type Result } from '#modules/kernel/result'
import { CardFields } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CardRefusal, CharacterReading, ReadingOptions } from './character_draft.ts'
import { finishDraft } from './finish_draft.ts'
import { hasKey, type JsonObject } from './json_object.ts'
import { readPygmalion, userLines } from './read_pygmalion.ts'
import { ReadingNotes } from './reading_notes.ts'

/** Reads a YAML character of text-generation-webui. It has a `context`, which often contains examples, or the fields of Pygmalion. */
export const readOobaYaml = (text: string, options: ReadingOptions): CharacterReading => {
  const parsed = parseFlatYaml(text)
  if (!parsed.ok) return parsed
  const root = parsed.value
  if (hasKey(root, 'char_name')) return readPygmalion(root, options)
  if (!['context', 'persona', 'greeting'].some((key) => hasKey(root, key)))
    return fail({ because: 'The YAML has no context or greeting of a character.' })
  const notes = new ReadingNotes()
  const fields = new CardFields(root, [], notes)
  const rules = { max: cardLimits.textMax }
  const parts = {
    name: fields.text(hasKey(root, 'name') ? 'name' : 'bot', { max: Infinity }),
    backstory: fields.text(hasKey(root, 'persona') && !hasKey(root, 'context') ? 'persona' : 'context', {
      max: cardLimits.backstoryMax,
      isRequired: true,
    }),
    firstMessage: fields.text('greeting', rules),
    exampleDialogue: userLines(fields.text('example_dialogue', rules)),
  }
  fields.keepRest()
  return finishDraft(parts, { format: 'ooba_yaml', options, notes })
}

/**
 * Reads the scalars of a YAML mapping as texts. Lists and mappings become empty objects, because no format has any. Refuses tags, too many
 * aliases, and documents large or complex enough to keep the parser busy.
 */
export const parseFlatYaml = (text: string): Result<JsonObject, CardRefusal> => {
  if (text.length > cardLimits.yamlBytesMax) return fail({ because: 'The YAML is larger than 1 MiB.' })
  const problem = problemInTokens(text)
  if (problem) return fail({ because: problem })
  const document = parseDocument(text, { schema: 'failsafe', merge: false, uniqueKeys: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error) return fail({ because: `The YAML is malformed: ${error.message.split('\n')[0]}` })
  if (!isMap(document.contents)) return fail({ because: 'The YAML is no mapping of names to texts.' })
  return ok(scalarsOf(document.contents, document))
}

/** Finds the first problem from the tokens alone, because the parser's time grows with the square of some tokens. */
const problemInTokens = (text: string): string | null => {
  let tokens = 0
  let aliases = 0
  let depth = 0
  let isContent = false
  for (const lexeme of new Lexer().lex(text)) {
    if (++tokens > cardLimits.yamlTokensMax) return 'The YAML has too many parts for a character.'
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(lexeme)
    // The next lexeme is the plain text itself, whatever it begins with.
    isContent = type === 'scalar'
    if (type === 'tag') return 'The YAML has tags (texts that begin with "!"). Put such texts in quotation marks.'
    if (type === 'alias' && ++aliases > cardLimits.yamlAliasesMax) return 'The YAML has too many aliases.'
    if (type === 'flow-map-start' || type === 'flow-seq-start') depth++
    if (type === 'flow-map-end' || type === 'flow-seq-end') depth--
    if (depth > cardLimits.yamlDepthMax) return 'The YAML is nested too deeply.'
  }
  return null
}

const scalarsOf = (map: YAMLMap, document: Document): JsonObject => {
  const object: Record<string, unknown> = Object.create(null)
  for (const { key, value } of map.items) {
    const node = isAlias(value) ? value.resolve(document) : value
    if (isScalar(key)) object[String(key.value)] = isScalar(node) ? String(node.value ?? '') : node === null ? '' : {}
  }
  return object
}
