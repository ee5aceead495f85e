/** One changed value; null where it was added or removed. */
export interface Change {
  /** 'First message'; empty when the whole state is one value. */
  name: string
  before: string | null
  after: string | null
  /** The user may not read it. Both values are null. */
  isHidden?: boolean
}

interface Run<Content> {
  kind: 'same' | 'removed' | 'added'
  content: Content
}

/** A part of two texts. Removed parts come before the added ones that replace them. */
export type DifferencePart = Run<string>

/** The parts of two texts, at word boundaries. */
export function diffWords(before: string, after: string): DifferencePart[] {
  const runs = diffLists(wordsOf(before), wordsOf(after))
  const parts: DifferencePart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') parts.push({ kind: 'removed', content: removed })
    if (added !== '') parts.push({ kind: 'added', content: added })
    removed = added = ''
  }
  runs.forEach(({ kind, content }, index) => {
    const text = content.join('')
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (removed !== '' && added !== '' && text.trim().length <= tinyMax && index < runs.length - 1) {
      // A space or a short word in common makes neighbouring changes harder to read.
      removed += text
      added += text
    } else {
      flush()
      parts.push({ kind, content: text })
    }
  })
  flush()
  return parts
}

const tinyMax = 3

const wordsOf = (text: string): string[] => text.match(/\S+|\s+/g) ?? []

/** More different items than this are shown as one change. Bounds time and memory. */
const editsMax = 600

/** The runs of items that two lists have in common, or only one of them. */
export function diffLists(was: readonly string[], is: readonly string[]): Run<readonly string[]>[] {
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1
  const middle = diffMiddle(was.slice(start, was.length - end), is.slice(start, is.length - end))
  const runs: Run<readonly string[]>[] = [
    { kind: 'same', content: was.slice(0, start) },
    ...middle,
    { kind: 'same', content: was.slice(was.length - end) },
  ]
  return runs.filter(({ content }) => content.length > 0)
}

/** The greedy algorithm of Myers, "An O(ND) Difference Algorithm" (1986). */
function diffMiddle(was: readonly string[], is: readonly string[]): Run<string[]>[] {
  const whole: Run<string[]>[] = [
    { kind: 'removed', content: [...was] },
    { kind: 'added', content: [...is] },
  ]
  if (was.length === 0 || is.length === 0) return whole
  const trace = traceEdits(was, is)
  if (!trace) return whole
  // From the end to the beginning.
  const runs: Run<string[]>[] = []
  const put = (kind: Run<string>['kind'], item: string) => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.content.push(item)
    else runs.push({ kind, content: [item] })
  }
  let [x, y] = [was.length, is.length]
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reached = trace[edits]!
    const diagonal = x - y
    const isAdded = diagonal === -edits || (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1))
    const previous = isAdded ? diagonal + 1 : diagonal - 1
    const previousX = edits === 0 ? 0 : at(reached, previous)
    const previousY = edits === 0 ? 0 : previousX - previous
    while (x > previousX && y > previousY) {
      put('same', was[x - 1]!)
      x -= 1
      y -= 1
    }
    if (edits === 0) break
    if (isAdded) put('added', is[previousY]!)
    else put('removed', was[previousX]!)
    x = previousX
    y = previousY
  }
  return runs.reverse().map(({ kind, content }) => ({ kind, content: content.reverse() }))
}

/** By number of edits: how far each diagonal was reached with one edit less. Null beyond `editsMax`. */
function traceEdits(was: readonly string[], is: readonly string[]): Int32Array[] | null {
  const trace: Int32Array[] = []
  let reached = new Int32Array(3)
  for (let edits = 0; edits <= editsMax; edits += 1) {
    trace.push(reached)
    const next = new Int32Array(2 * edits + 5)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isAdded =
        diagonal === -edits || (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1))
      let x = edits === 0 ? 0 : isAdded ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1
      while (x < was.length && x - diagonal < is.length && was[x] === is[x - diagonal]) x += 1
      next[diagonal + edits + 2] = x
      if (x >= was.length && x - diagonal >= is.length) return trace
    }
    reached = next
  }
  return null
}

/** The entry of a diagonal; the middle of the array is diagonal 0. */
const at = (reached: Int32Array, diagonal: number): number => reached[diagonal + (reached.length - 1) / 2]!
