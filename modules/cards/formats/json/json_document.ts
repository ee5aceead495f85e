import { fail, ok, type Result } from '#modules/kernel/result'
import { decodeText, type TextEncoding } from './decode_text.ts'
import { findDoubledKeys } from './find_doubled_keys.ts'
import {
  findMember,
  jsonLimits,
  type JsonLimits,
  type JsonNode,
  type JsonPath,
  type JsonRefusal,
  type JsonValue,
} from './json_node.ts'
import { parseJson } from './parse_json.ts'
import { patchJson, type JsonEdit, type PatchRefusal } from './patch_json.ts'
import { toValue } from './to_value.ts'

/**
 * A JSON text with the position of each value. Values can be read as plain JavaScript, and edited without changing the rest of the text.
 * Numbers beyond 2^53, duplicate keys, escapes and white space are preserved.
 */
export class JsonDocument {
  /** The decoded text, without byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  readonly root: JsonNode
  /** Sentences for users about an unusual encoding and duplicate keys. */
  readonly warnings: readonly string[]
  readonly #limits: JsonLimits

  private constructor(text: string, encoding: TextEncoding, root: JsonNode, limits: JsonLimits) {
    this.text = text
    this.encoding = encoding
    this.root = root
    this.#limits = limits
    this.warnings = [
      ...(encoding === 'latin-1' ? ['The text is not valid UTF-8. It was read as Latin-1.'] : []),
      ...(encoding.startsWith('utf-16') ? ['The text is UTF-16 instead of UTF-8. Changed exports are UTF-8.'] : []),
      ...findDoubledKeys(root).map((path) => `The key ${showPath(path)} occurs more than once. The last one counts.`),
    ]
  }

  /** Reads bytes: UTF-8 or UTF-16 with a byte order mark, UTF-8 without, else Latin-1 with a warning. */
  static read(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Result<JsonDocument, JsonRefusal> {
    if (bytes.length > limits.bytesMax) return fail(tooLarge(limits))
    const { text, encoding } = decodeText(bytes)
    return JsonDocument.#parse(text, encoding, limits)
  }

  /** Parses a decoded text. Refuses a byte order mark, as `JSON.parse` does. */
  static parse(text: string, limits: JsonLimits = jsonLimits): Result<JsonDocument, JsonRefusal> {
    // A UTF-16 unit is encoded as at least one byte.
    if (text.length > limits.bytesMax) return fail(tooLarge(limits))
    return JsonDocument.#parse(text, 'utf-8', limits)
  }

  static #parse(text: string, encoding: TextEncoding, limits: JsonLimits): Result<JsonDocument, JsonRefusal> {
    const root = parseJson(text, limits)
    return root.ok ? ok(new JsonDocument(text, encoding, root.value, limits)) : root
  }

  /** Returns the node at a path, or null. The last of duplicate keys wins. */
  find(path: JsonPath): JsonNode | null {
    let node: JsonNode | null = this.root
    for (const key of path) {
      if (node?.kind === 'object' && typeof key === 'string') node = findMember(node, key)?.node ?? null
      else if (node?.kind === 'array' && typeof key === 'number') node = node.items[key] ?? null
      else return null
    }
    return node
  }

  /** Returns a node's text, as written. */
  raw(node: JsonNode): string {
    return this.text.slice(node.start, node.end)
  }

  /**
   * Returns a node's value, as `JSON.parse` does, but objects have no prototype, so `__proto__` is a plain key. The last of duplicate keys
   * wins. Strings may contain NUL and lone surrogates. Numbers are rounded to doubles, but `raw` returns all digits.
   */
  toValue(node: JsonNode = this.root): JsonValue {
    return toValue(this.text, node)
  }

  /**
   * Returns the text with the edits. Everything else stays byte for byte.
   *
   * - A value that equals the present value leaves the text unchanged.
   * - When the last of duplicate keys changes, the others are removed, because they would keep old values in the file.
   * - Removing a path that doesn't exist does nothing. Setting such a path creates its parents, and replaces null parents.
   * - New keys are added after the last key. The index after the last item appends to a list.
   */
  patch(edits: readonly JsonEdit[]): Result<string, PatchRefusal> {
    if (edits.length === 0) return ok(this.text)
    const { start, end } = this.root
    const patched = patchJson(this.text, this.root, edits, this.#limits.depthMax)
    return patched.ok ? ok(this.text.slice(0, start) + patched.value + this.text.slice(end)) : patched
  }
}

const tooLarge = ({ bytesMax }: JsonLimits): JsonRefusal => ({
  kind: 'too_large',
  reason: `The JSON is larger than ${Math.round((bytesMax / 1_048_576) * 10) / 10} MiB.`,
  line: null,
  column: null,
})

/** Formats a path for users. Shortens it, because keys come from untrusted files. */
const showPath = (path: JsonPath): string => {
  const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : key)).join('.')
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}
