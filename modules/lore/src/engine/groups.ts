import type { Steps } from '#modules/kernel/steps'
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
export function* chooseFromGroups(found: readonly Candidate[], rules: GroupRules): Steps<Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of found) {
    yield
    for (const group of candidate.entry.groups) {
      const members = groups.get(group)
      if (members) members.push(candidate)
      else groups.set(group, [candidate])
    }
  }
  if (groups.size === 0) return [...found]
  const out = new Set<Candidate>()
  const scores = new Map<Candidate, number>()
  for (const [group, all] of groups) {
    const members = all.filter((candidate) => !out.has(candidate))
    const stay = new Set(yield* winnersOf(group, members, rules, scores))
    for (const candidate of members)
      if (!stay.has(candidate)) {
        out.add(candidate)
        rules.onOut(candidate, group)
      }
  }
  return found.filter((candidate) => !out.has(candidate))
}

function* winnersOf(
  group: string,
  members: readonly Candidate[],
  rules: GroupRules,
  scores: Map<Candidate, number>
): Steps<Candidate[]> {
  yield
  const sticky = members.filter(({ isSticky }) => isSticky)
  if (sticky.length > 0) return sticky
  if (rules.taken.has(group)) return []
  const best = yield* withMostKeys(members, rules, scores)
  if (best.length <= 1) return best
  const first = best.find(({ entry }) => entry.groupOverride)
  return [first ?? byWeight(best, roll(rules.seed, `group ${group}`) / 100)]
}

/** `scores`: the known numbers of keys. An entry may be in many groups. */
function* withMostKeys(
  members: readonly Candidate[],
  { scoreOf, isScored }: GroupRules,
  scores: Map<Candidate, number>
): Steps<Candidate[]> {
  if (!members.some(isScored)) return [...members]
  let most = 0
  for (const candidate of members) {
    yield
    const score = scores.get(candidate) ?? scoreOf(candidate)
    scores.set(candidate, score)
    most = Math.max(most, score)
  }
  return members.filter((candidate) => !isScored(candidate) || scores.get(candidate) === most)
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
