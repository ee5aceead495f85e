import { isDeepStrictEqual } from 'node:util'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { JsonArrayNode, JsonNode, JsonObjectNode, JsonPath, JsonValue } from './json_node.ts'
import { serializeJson } from './serialize_json.ts'
import { toValue } from './to_value.ts'

/** Sets the value at a path, or removes it when `value` is undefined. Paths refer to the document before all edits. */
export interface JsonEdit {
  path: JsonPath
  value: JsonValue | undefined
  /** The value as JSON text. It is inserted unchanged, so it keeps details that a parsed value loses. */
  text?: string | undefined
}

/** Edits that contradict each other or the document. `path` is the path of the refused edit. */
export interface PatchRefusal {
  kind: 'conflicting_edits' | 'no_container' | 'no_such_index' | 'too_deep' | 'not_json'
  reason: string
  path: JsonPath
}

/**
 * Applies edits to a text. All other bytes stay as they are. See `JsonDocument.patch`.
 */
export const patchJson = (
  text: string,
  root: JsonNode,
  edits: readonly JsonEdit[],
  depthMax: number
): Result<string, PatchRefusal> => {
  try {
    const tree: EditTree = { path: [], children: new Map() }
    for (const edit of edits) addEdit(tree, edit, depthMax)
    if (tree.edit && tree.edit.value === undefined)
      throw new PatchStop('no_container', [], 'The whole document can’t be removed.')
    return ok(new Patcher(text, depthMax).render(root, tree))
  } catch (error) {
    if (error instanceof PatchStop) return fail({ kind: error.kind, reason: error.message, path: error.path })
    throw error
  }
}

/** The edits below a path. Either this path itself is edited, or some of its children are. */
interface EditTree {
  path: JsonPath
  edit?: JsonEdit
  children: Map<string | number, EditTree>
}

/** Aborts a patch. Never leaves this file. */
class PatchStop extends Error {
  constructor(
    readonly kind: PatchRefusal['kind'],
    readonly path: JsonPath,
    reason: string
  ) {
    super(reason)
  }
}

const addEdit = (tree: EditTree, edit: JsonEdit, depthMax: number) => {
  const { path } = edit
  if (path.length > depthMax) throw new PatchStop('too_deep', path, 'The path is too long.')
  let branch = tree
  for (const [depth, key] of path.entries()) {
    if (branch.edit) throw conflict(path)
    let child = branch.children.get(key)
    if (!child) branch.children.set(key, (child = { path: path.slice(0, depth + 1), children: new Map() }))
    branch = child
  }
  if (branch.edit || branch.children.size > 0) throw conflict(path)
  branch.edit = edit
}

const conflict = (path: JsonPath) => new PatchStop('conflicting_edits', path, 'Two edits change the same value.')

class Patcher {
  constructor(
    private readonly text: string,
    private readonly depthMax: number
  ) {}

  /** Returns the text of a node after the edits. */
  render(node: JsonNode, tree: EditTree): string {
    if (tree.edit) return this.#replace(node, tree.edit)
    if (tree.children.size === 0) return this.#textOf(node)
    if (node.kind === 'object') return this.#renderObject(node, tree)
    if (node.kind === 'array') return this.#renderArray(node, tree)
    // Creates the parents of a new value, also in place of null.
    if (node.kind === 'null') return this.#create(tree) ?? this.#textOf(node)
    if (!this.#sets(tree)) return this.#textOf(node)
    throw new PatchStop('no_container', tree.path, 'The path leads through a value that is no list or object.')
  }

  /** Whether a tree sets a value. Otherwise it only removes values, and nothing needs to be created for it. */
  #sets({ edit, children }: EditTree): boolean {
    return edit ? edit.value !== undefined : [...children.values()].some((child) => this.#sets(child))
  }

  /** Replaces a node. An equal value keeps its text, such as `1.0`, `"\u0041"` or a number beyond 2^53. */
  #replace(node: JsonNode, edit: JsonEdit): string {
    return this.#changes(node, edit) ? this.#serialize(edit) : this.#textOf(node)
  }

  #changes(node: JsonNode, { path, value, text }: JsonEdit): boolean {
    if (text !== undefined) return text !== this.#textOf(node)
    const wanted = withoutPrototypes(value!, this.depthMax - path.length, path)
    return !isDeepStrictEqual(toValue(this.text, node), wanted)
  }

  #textOf({ start, end }: JsonNode): string {
    return this.text.slice(start, end)
  }

  #renderObject(node: JsonObjectNode, tree: EditTree): string {
    const parts: Part[] = []
    const lastIndexes = new Map(node.members.map(({ key }, index) => [key, index]))
    for (const [index, member] of node.members.entries()) {
      const branch = tree.children.get(member.key)
      const last = lastIndexes.get(member.key)!
      if (branch?.edit && branch.edit.value === undefined) continue
      if (branch?.edit && index < last && this.#changes(node.members[last]!.node, branch.edit)) continue
      const value = branch && index === last ? this.render(member.node, branch) : this.#textOf(member.node)
      parts.push({ index, text: this.text.slice(member.keyStart, member.node.start) + value })
    }
    const last = node.members.at(-1)
    const separator = last ? this.text.slice(last.keyEnd, last.node.start) : ':'
    for (const [key, branch] of tree.children) {
      if (typeof key !== 'string') throw this.#wrongKey(branch)
      if (lastIndexes.has(key)) continue
      const value = this.#create(branch)
      if (value !== null) parts.push({ index: null, text: JSON.stringify(key) + separator + value })
    }
    const spans = node.members.map((member) => ({ start: member.keyStart, end: member.node.end }))
    return this.#join(node, spans, parts)
  }

  #renderArray(node: JsonArrayNode, tree: EditTree): string {
    const parts: Part[] = []
    for (const [index, item] of node.items.entries()) {
      const branch = tree.children.get(index)
      if (branch?.edit && branch.edit.value === undefined) continue
      parts.push({ index, text: branch ? this.render(item, branch) : this.#textOf(item) })
    }
    let length = node.items.length
    for (const [key, branch] of [...tree.children].toSorted(([a], [b]) => Number(a) - Number(b))) {
      if (typeof key !== 'number') throw this.#wrongKey(branch)
      if (key >= 0 && key < node.items.length) continue
      const value = this.#create(branch)
      if (value === null) continue
      if (key !== length++) throw new PatchStop('no_such_index', branch.path, 'The list is shorter than that.')
      parts.push({ index: null, text: value })
    }
    return this.#join(node, node.items, parts)
  }

  #wrongKey({ path }: EditTree) {
    return new PatchStop('no_container', path, 'Lists have numbers as keys, objects have texts.')
  }

  /** Joins the remaining parts and the new parts. Keeps the white space and commas of the container. */
  #join(node: JsonNode, spans: readonly { start: number; end: number }[], parts: readonly Part[]): string {
    const open = this.text[node.start]!
    const close = this.text[node.end - 1]!
    const [first, last] = [spans[0], spans.at(-1)]
    if (!first || !last) {
      return parts.length === 0 ? this.#textOf(node) : `${open}${parts.map(({ text }) => text).join(',')}${close}`
    }
    if (parts.length === 0) return open + close
    const beforeFirst = this.text.slice(node.start + 1, first.start)
    const usual = spans.length > 1 ? this.text.slice(spans.at(-2)!.end, last.start) : `,${beforeFirst}`
    const joined = parts.map(({ index, text }, at) => {
      if (at === 0) return text
      const isFollower = index !== null && index > 0
      return (isFollower ? this.text.slice(spans[index - 1]!.end, spans[index]!.start) : usual) + text
    })
    return open + beforeFirst + joined.join('') + this.text.slice(last.end, node.end)
  }

  /** Returns the text of a new value, with the parents that its path needs. Null if the edits only remove values. */
  #create(tree: EditTree): string | null {
    if (tree.edit) return tree.edit.value === undefined ? null : this.#serialize(tree.edit)
    const keys = [...tree.children.keys()]
    const isList = keys.every((key) => typeof key === 'number')
    if (!isList && keys.some((key) => typeof key === 'number')) throw this.#wrongKey(tree)
    const branches = [...tree.children].toSorted(([a], [b]) => (isList ? Number(a) - Number(b) : 0))
    const made: string[] = []
    for (const [key, branch] of branches) {
      const value = this.#create(branch)
      if (value === null) continue
      if (isList && key !== made.length)
        throw new PatchStop('no_such_index', branch.path, 'The list is shorter than that.')
      made.push(isList ? value : `${JSON.stringify(key)}:${value}`)
    }
    if (made.length === 0) return null
    return isList ? `[${made.join(',')}]` : `{${made.join(',')}}`
  }

  #serialize({ path, value, text }: JsonEdit): string {
    if (text !== undefined) return text
    try {
      return serializeJson(value!, this.depthMax - path.length)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new PatchStop('not_json', path, error.message)
    }
  }
}

/** The text of a member or item. `index` is its position before the edits, or null if it is new. */
interface Part {
  index: number | null
  text: string
}

/** Returns a value without prototypes, so that it can be compared with the result of `toValue`. */
const withoutPrototypes = (value: JsonValue, depthMax: number, path: JsonPath): JsonValue => {
  if (typeof value !== 'object' || value === null) return value
  if (depthMax <= 0) throw new PatchStop('too_deep', path, 'The value is nested too deeply.')
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depthMax - 1, path))
  const copy: { [key: string]: JsonValue } = Object.create(null)
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) copy[key] = withoutPrototypes(member, depthMax - 1, path)
  return copy
}
