/*
 * The browser's translation replaces text nodes by `<font>` elements (https://github.com/facebook/react/issues/11538). React keeps the
 * replaced nodes: it fails when it removes them or inserts something before them, and their new texts don't appear.
 */

/** The elements that a translator put in place of nodes. */
const translations = new WeakMap<Node, ChildNode>()

/** Returns the node that is now in the document in place of a node. */
const standInOf = (node: Node): ChildNode | null => {
  let found = translations.get(node)
  // A translator may translate its own text again.
  for (let next = found; next && (next = translations.get(next));) found = next
  return found?.parentNode ? found : null
}

const isFont = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT'

const note = (records: readonly MutationRecord[]) => {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const removed of removedNodes) {
      if (removed.parentNode || (removed.nodeType !== Node.TEXT_NODE && !isFont(removed))) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (standIn && standIn !== removed) translations.set(removed, standIn)
    }
}

/** Makes removals, insertions and new texts of replaced nodes apply to their translations. Call it once, before React renders. */
export function followTranslations() {
  const observer = new MutationObserver(note)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  const { insertBefore, appendChild, removeChild } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  const current = (node: Node) => {
    note(observer.takeRecords())
    return standInOf(node)
  }
  /** Removes the translation of a text that comes back. */
  const replaceTranslation = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE && !node.parentNode) current(node)?.remove()
  }

  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const placed = current(child) ?? child
    if (placed.parentNode) removeChild.call(placed.parentNode, placed)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(node: Child, before: Node | null): Child {
    replaceTranslation(node)
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as Child
    const placed = current(before) ?? before
    return insertBefore.call(this, node, childAround(this, placed)) as Child
  }
  Node.prototype.appendChild = function <Child extends Node>(node: Child): Child {
    replaceTranslation(node)
    return appendChild.call(this, node) as Child
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value.set!.call(this, text)
      // The browser translates the new text again.
      if (this.nodeType === Node.TEXT_NODE && !this.parentNode) current(this)?.replaceWith(this)
    },
  })
}

/** Returns the child of `parent` that contains a node, or null. */
const childAround = (parent: Node, node: Node): Node | null => {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
