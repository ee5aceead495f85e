import { isDeepStrictEqual } from 'node:util'
import type { JsonDocument } from '../json/json_document.ts'
import type { JsonPath, JsonValue } from '../json/json_node.ts'
import type { JsonEdit } from '../json/patch_json.ts'

type JsonMembers = { [key: string]: JsonValue }

/** Collects edits of a document whose shape may differ from the specification. */
export class EditList {
  /** Edits by path. A later edit replaces an earlier edit of the same path. */
  readonly #edits = new Map<string, JsonEdit>()
  /** Objects in place of values that can't hold the edited keys, such as a text where the extensions should be. */
  readonly #rebuilt = new Map<string, { path: JsonPath; value: JsonMembers }>()

  constructor(private readonly document: JsonDocument) {}

  /** Sets a value, or removes it if it is undefined. `text` is the JSON text of the value, if known. */
  set(path: readonly string[], value: JsonValue | undefined, text?: string): void {
    const wrong = path.findIndex((_, length) => length > 0 && this.#cannotHoldKeys(path.slice(0, length)))
    if (wrong < 0) this.#add({ path, value, text })
    else if (value !== undefined) this.#rebuild(path.slice(0, wrong), path.slice(wrong), value)
  }

  /** Sets a field of an object in a list. The document must contain the object. */
  setInItem(path: JsonPath, value: JsonValue): void {
    this.#add({ path, value })
  }

  /**
   * Changes a list from `before` to `after`. `before` may lack items of the document that weren't read. Unchanged items keep their original
   * values, including content that `before` can't represent, such as lone surrogates.
   */
  setList(path: readonly string[], before: readonly ReadItem[], after: readonly JsonValue[]): void {
    const isSame = (from: number, to: number) => isDeepStrictEqual(before[from]?.value, after[to])
    let start = 0
    while (start < before.length && start < after.length && isSame(start, start)) start++
    let kept = 0
    while (
      kept < Math.min(before.length, after.length) - start &&
      isSame(before.length - 1 - kept, after.length - 1 - kept)
    )
      kept++
    const removed = before.slice(start, before.length - kept)
    const added = after.slice(start, after.length - kept)
    if (removed.length === 0 && added.length === 0) return
    const node = this.document.find(path)
    const appends = kept === 0 && added.length > removed.length
    if (node?.kind === 'array' && (added.length <= removed.length || appends)) {
      for (const [index, { at, value }] of removed.entries())
        if (!isDeepStrictEqual(value, added[index])) this.#add({ path: [...path, at], value: added[index] })
      for (const [index, value] of added.slice(removed.length).entries())
        this.#add({ path: [...path, node.items.length + index], value })
      return
    }
    const stays = (items: readonly ReadItem[]) => items.map(({ original }) => original)
    this.set(path, [...stays(before.slice(0, start)), ...added, ...stays(before.slice(before.length - kept))])
  }

  get edits(): JsonEdit[] {
    return [...this.#edits.values(), ...this.#rebuilt.values()]
  }

  #add(edit: JsonEdit) {
    this.#edits.set(JSON.stringify(edit.path), edit)
  }

  #cannotHoldKeys(path: JsonPath): boolean {
    const node = this.document.find(path)
    return node !== null && node.kind !== 'object' && node.kind !== 'null'
  }

  #rebuild(path: readonly string[], keys: readonly string[], value: JsonValue) {
    const id = JSON.stringify(path)
    const rebuilt = this.#rebuilt.get(id) ?? { path, value: {} }
    this.#rebuilt.set(id, rebuilt)
    let members = rebuilt.value
    for (const key of keys.slice(0, -1)) members = (members[key] ??= {}) as JsonMembers
    members[keys.at(-1)!] = value
  }
}

/** An item of a document's list. `value` is the item as Facet read it, `at` is its index, and `original` is its value in the document. */
export interface ReadItem {
  value: JsonValue
  at: number
  original: JsonValue
}
