import type { Candidate } from './prepare.ts'
import type { PromptPosition } from './types.ts'

/** Returns an entry's place in the prompt. Decorators take precedence over the entry's own fields, and a position over a depth. */
export const positionOf = ({ entry, decorators }: Candidate): PromptPosition => {
  const { position, depth, reverseDepth } = decorators
  const role = decorators.role ?? entry.role
  if (position !== undefined) return { kind: position } as PromptPosition
  if (depth !== undefined) return { kind: 'at_depth', depth, role }
  if (reverseDepth !== undefined) return { kind: 'reverse_depth', depth: reverseDepth, role }
  if (entry.position === 'at_depth') return { kind: 'at_depth', depth: entry.depth, role }
  return { kind: entry.position } as PromptPosition
}
