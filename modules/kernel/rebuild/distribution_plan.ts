/**
 * Plans which tables Citus distributes by users. The rules are restrictions of Citus: keys contain the user, foreign keys stay with the
 * user or lead to reference tables, and distributed tables have no triggers.
 */

export interface TableFacts {
  name: string
  /** The columns of the primary key. */
  key: string[]
  uniqueKeys: { name: string; columns: string[] }[]
  foreignKeys: { name: string; columns: string[]; to: string; toColumns: string[] }[]
  /** `isWall`: it only refuses what the privileges of the server's role refuse, too. */
  triggers: { name: string; isWall: boolean }[]
}

export interface FunctionFacts {
  name: string
  text: string
  /** PostgreSQL inserts it into the statements that call it. */
  isInlined: boolean
}

export interface DistributionPlan {
  /** Spread by `user_id`, with the rows of a user on one server. The targets of foreign keys come first. */
  distributed: string[]
  /** Copied to every server. */
  reference: string[]
  /** On the coordinator only. Private tables have a reason. */
  local: { name: string; reason: string | null }[]
  /** The triggers of distributed tables. Privileges replace them. */
  walls: { name: string; table: string }[]
  /** Why the database can't be distributed. Empty for a good plan. */
  problems: string[]
}

const isPrivate = ({ key }: Pick<TableFacts, 'key'>) => key[0] === 'user_id'

/** `staysLocal`: the reasons why private tables stay on the coordinator that the catalog doesn't tell. */
export const planDistribution = (
  tables: readonly TableFacts[],
  functions: readonly FunctionFacts[],
  staysLocal: Record<string, string>
): DistributionPlan => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const reasons = new Map(Object.entries(staysLocal))
  /** `seen`: foreign keys may lead back. */
  const isReference = (name: string, seen: readonly string[] = []): boolean => {
    const { triggers, foreignKeys, ...table } = byName.get(name)!
    return (
      seen.includes(name) ||
      (!isPrivate(table) && triggers.length === 0 && foreignKeys.every(({ to }) => isReference(to, [...seen, name])))
    )
  }
  const reasonOf = ({ name, foreignKeys }: TableFacts): string | null => {
    for (const { name: key, to } of foreignKeys)
      if (isPrivate(byName.get(to)!) ? reasons.has(to) : !isReference(to))
        return `its foreign key ${key} leads to ${to}, which stays local`
    const from = tables.find(
      (other) => (!isPrivate(other) || reasons.has(other.name)) && other.foreignKeys.some(({ to }) => to === name)
    )
    return from ? `a foreign key of ${from.name}, which stays local, leads to it` : null
  }
  // A reason of one table may be one for those that a foreign key connects.
  for (let count = -1; count !== reasons.size;) {
    count = reasons.size
    for (const table of tables) {
      const reason = isPrivate(table) && !reasons.has(table.name) ? reasonOf(table) : null
      if (reason !== null) reasons.set(table.name, reason)
    }
  }

  const distributed = tables.filter((table) => isPrivate(table) && !reasons.has(table.name))
  // The targets of foreign keys come first.
  const seen = new Set<string>()
  const ordered: TableFacts[] = []
  const place = (table: TableFacts) => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const { to } of table.foreignKeys) place(byName.get(to)!)
    ordered.push(table)
  }
  distributed.forEach(place)
  const names = ordered.filter(isPrivate).map(({ name }) => name)
  const reference = ordered.filter((table) => !isPrivate(table)).map(({ name }) => name)
  return {
    distributed: names,
    reference,
    local: [
      ...[...reasons].map(([name, reason]) => ({ name, reason })),
      ...tables
        .filter((table) => !isPrivate(table) && !seen.has(table.name))
        .map(({ name }) => ({ name, reason: null })),
    ],
    walls: distributed.flatMap(({ name: table, triggers }) =>
      triggers.flatMap(({ name, isWall }) => (isWall ? [{ name, table }] : []))
    ),
    problems: [
      ...distributed.flatMap(problemsOfTable),
      ...functions.flatMap((each) => problemsOfFunction(each, names)),
    ],
  }
}

const problemsOfTable = ({ name, uniqueKeys, foreignKeys, triggers }: TableFacts): string[] => [
  ...uniqueKeys
    .filter(({ columns }) => !columns.includes('user_id'))
    .map((key) => `The unique key ${key.name} of ${name} lacks user_id.`),
  ...foreignKeys
    .filter(
      ({ columns, toColumns }) =>
        toColumns.includes('user_id') && columns.indexOf('user_id') !== toColumns.indexOf('user_id')
    )
    .map((key) => `The foreign key ${key.name} of ${name} lacks user_id.`),
  ...triggers.filter(({ isWall }) => !isWall).map((trigger) => `The table ${name} has the trigger ${trigger.name}.`),
]

const volatile = /\b(?:clock_timestamp|random|gen_random_uuid|uuidv7)\s*\(/
const changes = /\b(?:UPDATE\s+(?!OF\b|SKIP\b)\w|DELETE\s+FROM|DO\s+UPDATE)/
const locks = /\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE|KEY\s+SHARE)\b/

const problemsOfFunction = ({ name, text, isInlined }: FunctionFacts, distributed: readonly string[]): string[] => {
  const uses = (statement: string) => distributed.find((table) => new RegExp(String.raw`\b${table}\b`).test(statement))
  const table = uses(text)
  if (table === undefined) return []
  if (isInlined) return [`The function ${name} reads ${table}, so it must be PL/pgSQL.`]
  const problems = text.split(';').flatMap((statement) => {
    if (!uses(statement)) return []
    return [
      ...(changes.test(statement) && volatile.test(statement)
        ? [`The function ${name} changes rows of ${uses(statement)} with a volatile function.`]
        : []),
      ...(locks.test(statement) && !/\buser_id\s*=/.test(statement)
        ? [`The function ${name} locks rows of ${uses(statement)} without a user.`]
        : []),
    ]
  })
  return [...new Set(problems)]
}
