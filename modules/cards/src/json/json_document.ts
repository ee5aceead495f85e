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
 * A JSON text and the place of each value in it. Values can be read as plain JavaScript, and changed without touching the rest of the
 * text: numbers beyond 2^53, doubled keys, escapes and white space stay as they were written.
 */
export class JsonDocument {
  /** The decoded text, without byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  readonly root: JsonNode
  /** Sentences for users about what was unusual: the encoding, doubled keys. */
  readonly warnings: readonly string[]
  readonly #limits: JsonLimits

  private constructor(text: string, encoding: TextEncoding, root: JsonNode, limits: JsonLimits) {
    this.text = text
    this.encoding = encoding
    this.root = root
    this.#limits = limits
    this.warnings = [
      ...(encoding === 'latin-1' ? ['The text is not valid UTF-8. It was read as Latin-1.'] : []),
      ...findDoubledKeys(root).map((path) => `The key ${showPath(path)} occurs more than once. The last one counts.`),
    ]
  }

  /** Reads bytes: UTF-8 or UTF-16 with a byte order mark, UTF-8 without, else Latin-1 with a warning. */
  static read(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Result<JsonDocument, JsonRefusal> {
    if (bytes.length > limits.bytesMax) return fail(tooLarge(limits))
    const { text, encoding } = decodeText(bytes)
    return JsonDocument.#parse(text, encoding, limits)
  }

  /** Parses a text that is decoded already. A byte order mark is malformed here, as in `JSON.parse`. */
  static parse(text: string, limits: JsonLimits = jsonLimits): Result<JsonDocument, JsonRefusal> {
    // A UTF-16 unit takes at least a byte.
    if (text.length > limits.bytesMax) return fail(tooLarge(limits))
    return JsonDocument.#parse(text, 'utf-8', limits)
  }

  static #parse(text: string, encoding: TextEncoding, limits: JsonLimits): Result<JsonDocument, JsonRefusal> {
    const root = parseJson(text, limits)
    return root.ok ? ok(new JsonDocument(text, encoding, root.value, limits)) : root
  }

  /** The node at a path, or null. The last of doubled keys counts. */
  find(path: JsonPath): JsonNode | null {
    let node: JsonNode | null = this.root
    for (const key of path) {
      if (node?.kind === 'object' && typeof key === 'string') node = findMember(node, key)?.node ?? null
      else if (node?.kind === 'array' && typeof key === 'number') node = node.items[key] ?? null
      else return null
    }
    return node
  }

  /** A node's text, as written. */
  raw(node: JsonNode): string {
    return this.text.slice(node.start, node.end)
  }

  /**
   * A node's value, as `JSON.parse` returns it, but objects have no prototype, so `__proto__` is a plain key. The last of doubled keys
   * wins. Strings may contain NUL and lone surrogates. Numbers are rounded to doubles: `raw` has all digits.
   */
  toValue(node: JsonNode = this.root): JsonValue {
    return toValue(this.text, node)
  }

  /**
   * Returns the text with the edits. Everything else stays byte for byte.
   *
   * - A value that equals the present one leaves the text as it is.
   * - When the last of doubled keys changes, the others are removed: they would keep an old value in the file.
   * - Removing a path that doesn't exist does nothing. Setting one creates its parents, also in place of null.
   * - A new key follows the last one. The index after the last appends to a list.
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

/** A path for users, shortened: keys come from untrusted files. */
const showPath = (path: JsonPath): string => {
  const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : key)).join('.')
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}
