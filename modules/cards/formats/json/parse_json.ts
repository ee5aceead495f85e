import { fail, ok, type Result } from '#modules/kernel/result'
import type { JsonArrayNode, JsonLimits, JsonNode, JsonObjectNode, JsonRefusal } from './json_node.ts'

const code = (character: string) => character.charCodeAt(0)
const quote = code('"')
const backslash = code('\\')
const comma = code(',')
const colon = code(':')
const openObject = code('{')
const closeObject = code('}')
const openArray = code('[')
const closeArray = code(']')

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const literals = { t: ['true', 'boolean'], f: ['false', 'boolean'], n: ['null', 'null'] } as const

/**
 * Parses JSON (RFC 8259) into nodes that point into the text. Accepts the same texts as `JSON.parse`, within the limits. Keeps open
 * containers in a list instead of recursing.
 */
export const parseJson = (text: string, limits: Omit<JsonLimits, 'bytesMax'>): Result<JsonNode, JsonRefusal> => {
  try {
    return ok(new Parser(text, limits).parse())
  } catch (error) {
    if (error instanceof ParseStop) return fail(refusalAt(text, error))
    throw error
  }
}

/** Aborts a parse. Never leaves this file. */
class ParseStop extends Error {
  constructor(
    readonly kind: JsonRefusal['kind'],
    readonly offset: number,
    readonly problem: string
  ) {
    super(problem)
  }
}

class Parser {
  #at = 0
  #values = 0

  constructor(
    private readonly text: string,
    private readonly limits: Omit<JsonLimits, 'bytesMax'>
  ) {}

  parse(): JsonNode {
    const open: (JsonObjectNode | JsonArrayNode)[] = []
    for (;;) {
      this.#skipSpace()
      let node = this.#readValue(open.length)
      if (isContainer(node) && !this.#closes(node)) {
        open.push(node)
        if (node.kind === 'object') this.#readKey(node)
        continue
      }
      // The value is complete. It may also be the last value of the containers around it.
      for (;;) {
        const container = open.at(-1)
        if (!container) return this.#end(node)
        if (container.kind === 'array') container.items.push(node)
        else container.members.at(-1)!.node = node
        if (this.#continues(container)) break
        open.pop()
        node = container
      }
    }
  }

  /** Reads a scalar, or the beginning of a container. */
  #readValue(depth: number): JsonNode {
    const start = this.#at
    if (++this.#values > this.limits.valuesMax)
      throw new ParseStop('too_many_values', start, `more than ${count(this.limits.valuesMax)} values`)
    const first = this.text.charCodeAt(start)
    if (first === openObject || first === openArray) {
      if (depth >= this.limits.depthMax)
        throw new ParseStop('too_deep', start, `lists and objects nested deeper than ${this.limits.depthMax} levels`)
      this.#at++
      if (first === openObject) return { kind: 'object', start, end: start, members: [] }
      return { kind: 'array', start, end: start, items: [] }
    }
    if (first === quote) {
      this.#skipString()
      return { kind: 'string', start, end: this.#at }
    }
    numberPattern.lastIndex = start
    if (numberPattern.test(this.text)) {
      this.#at = numberPattern.lastIndex
      return { kind: 'number', start, end: this.#at }
    }
    const literal = literals[this.text[start] as keyof typeof literals]
    if (!literal || !this.text.startsWith(literal[0], start)) throw this.#unexpected('a value')
    this.#at += literal[0].length
    return { kind: literal[1], start, end: this.#at }
  }

  /** Whether a container that has just begun is empty. If so, reads its end. */
  #closes(node: JsonObjectNode | JsonArrayNode): boolean {
    this.#skipSpace()
    if (this.text.charCodeAt(this.#at) !== (node.kind === 'object' ? closeObject : closeArray)) return false
    node.end = ++this.#at
    return true
  }

  /** Whether a further value follows in the container. Reads the comma and the key before it, or the end of the container. */
  #continues(container: JsonObjectNode | JsonArrayNode): boolean {
    this.#skipSpace()
    const next = this.text.charCodeAt(this.#at)
    const close = container.kind === 'object' ? closeObject : closeArray
    if (next !== comma && next !== close) throw this.#unexpected(`"," or "${String.fromCharCode(close)}"`)
    this.#at++
    if (next === close) {
      container.end = this.#at
      return false
    }
    if (container.kind === 'object') this.#readKey(container)
    return true
  }

  /** Reads a key and its colon. The member has a placeholder node until its value is complete. */
  #readKey(container: JsonObjectNode) {
    this.#skipSpace()
    const keyStart = this.#at
    if (this.text.charCodeAt(keyStart) !== quote) throw this.#unexpected('a key in quotation marks')
    this.#skipString()
    const keyEnd = this.#at
    const key: string = JSON.parse(this.text.slice(keyStart, keyEnd))
    this.#skipSpace()
    if (this.text.charCodeAt(this.#at) !== colon) throw this.#unexpected('":"')
    this.#at++
    container.members.push({ key, keyStart, keyEnd, node: { kind: 'null', start: this.#at, end: this.#at } })
  }

  #skipString() {
    const start = this.#at++
    for (;;) {
      const unit = this.text.charCodeAt(this.#at)
      if (unit === quote) break
      if (unit === backslash) {
        escapePattern.lastIndex = this.#at
        if (!escapePattern.test(this.text)) throw new ParseStop('malformed', this.#at, 'an invalid escape sequence')
        this.#at = escapePattern.lastIndex
      } else if (unit >= 0x20) this.#at++
      else if (this.#at < this.text.length)
        throw new ParseStop('malformed', this.#at, 'a control character inside a text. Write it as an escape sequence')
      else throw new ParseStop('malformed', start, 'a text without a closing quotation mark')
    }
    this.#at++
  }

  #skipSpace() {
    for (;;) {
      const unit = this.text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.#at++
    }
  }

  #end(root: JsonNode): JsonNode {
    this.#skipSpace()
    if (this.#at < this.text.length) throw this.#unexpected('the end of the file')
    return root
  }

  #unexpected(expected: string): ParseStop {
    const found = this.text.codePointAt(this.#at)
    const shown = found === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(found))
    return new ParseStop('malformed', this.#at, `${shown} instead of ${expected}`)
  }
}

const isContainer = (node: JsonNode): node is JsonObjectNode | JsonArrayNode =>
  node.kind === 'object' || node.kind === 'array'

const count = (number: number) => number.toLocaleString('en')

const refusalAt = (text: string, { kind, offset, problem }: ParseStop): JsonRefusal => {
  let line = 1
  let lineStart = 0
  for (const ending of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line++
    lineStart = ending.index + ending[0].length
  }
  const column = offset - lineStart + 1
  return { kind, line, column, reason: `The JSON has ${problem}, at line ${line}, column ${column}.` }
}
