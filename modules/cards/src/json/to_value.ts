import type { JsonNode, JsonValue } from './json_node.ts'

/**
 * The value of a node, as `JSON.parse` would return it, but objects have no prototype. So `__proto__` is a plain key. The recursion ends
 * at the parser's depth limit.
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
