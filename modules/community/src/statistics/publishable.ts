/** The fewest people whose numbers are published together. Constraints of `statistics_cells` say so, too. */
export const peopleMin = 5

/** The people of one version, or of one bucket of left chats, whose numbers wait. */
export interface WaitingGroup {
  part: number
  people: number
  /** Their ids if they are fewer than five. Otherwise null. */
  readers: readonly string[] | null
  /** The group has waited long enough to be merged with its neighbours. */
  isOld: boolean
}

/**
 * Returns the groups whose numbers can be published, as runs: each becomes one cell. Expects the groups of one character and kind, in the order
 * of their parts. A group of five people is a run. A smaller one waits for more people on later days. Once it is old, it joins its neighbours.
 */
export const publishable = <Group extends WaitingGroup>(groups: readonly Group[]): Group[][] => {
  const runs: Group[][] = []
  let open: Group[] = []
  for (const group of groups) {
    if (group.readers === null) {
      runs.push([...open, group])
      open = []
    } else if (group.isOld) {
      open.push(group)
      if (new Set(open.flatMap(({ readers }) => readers ?? [])).size >= peopleMin) {
        runs.push(open)
        open = []
      }
    }
  }
  runs.at(-1)?.push(...open)
  return runs
}
