import type { JsonNode, JsonPath } from './json_node.ts'

const shownMax = 10

/** Returns the paths of keys that occur more than once in their object, at most ten. */
export const findDoubledKeys = (root: JsonNode): JsonPath[] => {
  const found: JsonPath[] = []
  const path: (string | number)[] = []
  const visit = (key: string | number, node: JsonNode) => {
    path.push(key)
    search(node)
    path.pop()
  }
  const search = (node: JsonNode) => {
    if (found.length >= shownMax) return
    if (node.kind === 'array') for (const [index, item] of node.items.entries()) visit(index, item)
    if (node.kind !== 'object') return
    const seen = new Set<string>()
    const doubled = new Set<string>()
    for (const { key } of node.members) (seen.has(key) ? doubled : seen).add(key)
    for (const key of doubled) if (found.length < shownMax) found.push([...path, key])
    for (const { key, node: child } of node.members) visit(key, child)
  }
  search(root)
  return found
}
