import { roll } from './chance.ts'
import type { Candidate } from './prepare.ts'
import type { Seed } from './types.ts'

interface GroupRules {
  seed: Seed
  /** The number of keys found. */
  scoreOf: (candidate: Candidate) => number
  isScored: (candidate: Candidate) => boolean
  /** Groups with an entry that an earlier pass used. */
  taken: ReadonlySet<string>
  onOut: (candidate: Candidate, group: string) => void
}

/**
 * Reduces each group to its sticky entries. Without any, it keeps one entry, or none if an earlier pass used the group. `found` is in the
 * order in which entries spend the budget.
 */
export const chooseFromGroups = (found: readonly Candidate[], rules: GroupRules): Candidate[] => {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of found)
    for (const group of candidate.entry.groups) {
      const members = groups.get(group)
      if (members) members.push(candidate)
      else groups.set(group, [candidate])
    }
  if (groups.size === 0) return [...found]
  const out = new Set<Candidate>()
  for (const [group, all] of groups) {
    const members = all.filter((candidate) => !out.has(candidate))
    const stay = new Set(winnersOf(group, members, rules))
    for (const candidate of members)
      if (!stay.has(candidate)) {
        out.add(candidate)
        rules.onOut(candidate, group)
      }
  }
  return found.filter((candidate) => !out.has(candidate))
}

const winnersOf = (group: string, members: readonly Candidate[], rules: GroupRules): Candidate[] => {
  const sticky = members.filter(({ isSticky }) => isSticky)
  if (sticky.length > 0) return sticky
  if (rules.taken.has(group)) return []
  const best = withMostKeys(members, rules)
  if (best.length <= 1) return best
  const first = best.find(({ entry }) => entry.groupOverride)
  return [first ?? byWeight(best, roll(rules.seed, `group ${group}`) / 100)]
}

const withMostKeys = (members: readonly Candidate[], { scoreOf, isScored }: GroupRules): Candidate[] => {
  if (!members.some(isScored)) return [...members]
  const scores = members.map(scoreOf)
  const most = Math.max(...scores)
  return members.filter((candidate, at) => !isScored(candidate) || scores[at] === most)
}

/** Picks a member by weight. `share` is in (0, 1]. */
const byWeight = (members: readonly Candidate[], share: number): Candidate => {
  const weightOf = ({ entry }: Candidate) => Math.max(0, entry.groupWeight)
  const wanted = share * members.reduce((sum, candidate) => sum + weightOf(candidate), 0)
  let sum = 0
  for (const candidate of members) {
    sum += weightOf(candidate)
    if (sum >= wanted) return candidate
  }
  return members.at(-1)!
}
