import type { JsonNode, JsonValue } from './json_node.ts'

/**
 * Returns a node's value, as `JSON.parse` does, but objects have no prototype, so `__proto__` is a plain key. The parser's depth limit
 * bounds the recursion.
 */
export const toValue = (text: string, node: JsonNode): JsonValue => {
  switch (node.kind) {
    case 'object': {
      const value: { [key: string]: JsonValue } = Object.create(null)
      for (const member of node.members) value[member.key] = toValue(text, member.node)
      return value
    }
    case 'array':
      return node.items.map((item) => toValue(text, item))
    case 'null':
      return null
    case 'boolean':
      return text[node.start] === 't'
    case 'number':
      return Number(text.slice(node.start, node.end))
    case 'string':
      return JSON.parse(text.slice(node.start, node.end))
  }
}
