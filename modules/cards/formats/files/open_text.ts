import { fail, ok, type Result } from '#modules/kernel/result'
import { decodeText } from '../json/decode_text.ts'
import { JsonDocument } from '../json/json_document.ts'
import { createAssets } from './create_assets.ts'
import type { FileFormat, FileRefusal, OpenedFile } from './opened_file.ts'
import type { OpeningContext } from './opening_context.ts'

/** Enough bytes to recognize a text. Chats can be far longer. */
const headBytesMax = 1_048_576

/** Opens JSON, JSON Lines, or YAML with a character's keys. Doesn't parse the whole text. */
export const openText = (file: Uint8Array, { limits }: OpeningContext): Result<OpenedFile, FileRefusal> => {
  const { text: head } = decodeText(file.subarray(0, headBytesMax))
  const format = recogniseText(head)
  if (!format) return fail(describeUnknown(head))
  return ok({
    format,
    documents: [{ source: 'file', bytes: file }],
    picture: null,
    assets: createAssets({ names: [], picture: null, limits }),
    files: [],
    kept: [],
    warnings: [],
  })
}

const recogniseText = (head: string): FileFormat | null => {
  const start = head.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return isJsonLines(start) ? 'jsonl' : 'json'
  return isYamlCard(head) ? 'yaml' : null
}

/** Whether the first line is a complete JSON value, and another value begins after it. */
const isJsonLines = (start: string): boolean => {
  const [, line, rest] = /^(.*)\r?\n\s*([{[])?/.exec(start) ?? []
  return line !== undefined && rest !== undefined && JsonDocument.parse(line).ok
}

/** Whether a text is a YAML card of text-generation-webui. */
const isYamlCard = (head: string): boolean =>
  /^["']?(?:name|bot|char_name)["']?[ \t]*:/m.test(head) &&
  /^["']?(?:context|greeting|persona|char_persona|char_greeting)["']?[ \t]*:/m.test(head)

const describeUnknown = (head: string): FileRefusal => ({
  kind: 'not_recognised',
  reason: /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(head)
    ? 'The file is a web page, not a card. Its download may have failed.'
    : 'The file is no character card, lorebook or chat that Facet knows.',
})
