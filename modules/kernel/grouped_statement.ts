import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isDistributed } from './distribution.ts'
import { isOutage, statement } from './sql.ts'

type Client = QueryClientContract | TransactionClientContract

/** The maximum number of calls in one execution. */
export const groupMax = 32
/** The maximum number of concurrent executions. Further calls wait, and form the next group. */
const executionsMax = 2

interface Definition<Column extends string> {
  label: string
  /** The columns of a call, with their PostgreSQL types. */
  columns: Record<Column, string>
  /**
   * SQL that follows `WITH`. It reads the calls from the CTE `given`, which adds the columns `n`, the number of the call, and `is_alone`,
   * whether this is the only call. It returns at most one row per call, with its `n`.
   */
  text: string
  /** Calls with the same key run one after the other. */
  keyOf?: (given: Record<Column, unknown>) => unknown
}

/**
 * Creates a `statement()` whose concurrent calls share executions, and so round trips and commits. Calls of one turn of the event loop form
 * a group. The group runs when the turn ends and fewer than `executionsMax` executions are in flight. Nothing waits for a timer.
 *
 * A failed group has changed nothing, and each of its calls runs alone. After an outage the outcome is unknown, so each call fails, and the
 * caller retries it alone. In a transaction, a call always runs alone. In a distributed database, so does each call with a `user_id`.
 */
export const groupedStatement = <Row extends object, Column extends string>({
  label,
  columns,
  text,
  keyOf,
}: Definition<Column>) => {
  const names = Object.keys(columns) as Column[]
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`)
  const isAlone = `$${names.length + 1}::boolean AS is_alone`
  const execute = statement<Row & { n: number }>(
    label,
    `WITH given AS MATERIALIZED (
     SELECT *, ${isAlone} FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${names.join(', ')}, n)
   ), ${text}`
  )
  type Given = Record<Column, unknown>
  const run = async (client: Client, calls: readonly Given[]): Promise<(Row | undefined)[]> => {
    const values = names.map((name) => calls.map((given) => given[name]))
    const found: (Row | undefined)[] = Array.from({ length: calls.length })
    for (const row of await execute(client, [...values, calls.length === 1])) found[Number(row.n) - 1] = row
    return found
  }
  /** The groups of each query builder, which belongs to one pool. */
  const groups = new WeakMap<object, Groups<Given, Row | undefined>>()
  const groupsOf = (client: QueryClientContract) => {
    const builder = client.getWriteClient()
    const known = groups.get(builder)
    if (known) return known
    const made = new Groups<Given, Row | undefined>({
      run: (calls) => run(client, calls),
      isEachAlone: 'user_id' in columns && isDistributed(client),
      ...(keyOf && { keyOf }),
    })
    groups.set(builder, made)
    return made
  }
  /** Returns undefined if the statement returned no row for this call. */
  return async (client: Client, given: Given, { isAlone = false } = {}): Promise<Row | undefined> => {
    if (isAlone || client.isTransaction) return (await run(client, [given]))[0]
    return groupsOf(client as QueryClientContract).add(given)
  }
}

interface GroupsOptions<Given, Result> {
  /** Returns the results in the order of the calls. */
  run: (calls: readonly Given[]) => Promise<Result[]>
  keyOf?: (given: Given) => unknown
  /** Each group has one call, and all groups may run at once. */
  isEachAlone?: boolean
}

interface Call<Given, Result> {
  given: Given
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Forms groups of calls. */
export class Groups<Given, Result> {
  #waiting: Call<Given, Result>[] = []
  #executions = 0
  /** Whether groups will be formed when this turn of the event loop ends. */
  #isScheduled = false
  readonly #runningKeys = new Set<unknown>()
  readonly #callsMax: number
  readonly #executionsMax: number

  constructor(private readonly options: GroupsOptions<Given, Result>) {
    this.#callsMax = options.isEachAlone ? 1 : groupMax
    this.#executionsMax = options.isEachAlone ? Infinity : executionsMax
  }

  add(given: Given): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ given, resolve, reject })
      this.#schedule()
    })
  }

  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #start() {
    while (this.#executions < this.#executionsMax) {
      const group = this.#takeGroup()
      if (group.length === 0) return
      this.#executions++
      void this.#run(group).finally(() => {
        this.#executions--
        for (const call of group) this.#runningKeys.delete(this.#keyOf(call))
        this.#schedule()
      })
    }
  }

  /** Takes the next calls in the order of arrival, at most one of each key. */
  #takeGroup(): Call<Given, Result>[] {
    const group: Call<Given, Result>[] = []
    this.#waiting = this.#waiting.filter((call) => {
      const key = this.#keyOf(call)
      if (group.length === this.#callsMax || this.#runningKeys.has(key)) return true
      this.#runningKeys.add(key)
      group.push(call)
      return false
    })
    return group
  }

  /** Returns the call's key. Without `keyOf`, each call is its own key. */
  #keyOf(call: Call<Given, Result>): unknown {
    const { keyOf } = this.options
    return keyOf ? keyOf(call.given) : call
  }

  /** Never rejects. */
  async #run(group: readonly Call<Given, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(group.map(({ given }) => given))
      for (const [index, { resolve }] of group.entries()) resolve(results[index]!)
    } catch (error) {
      if (group.length > 1 && !isOutage(error)) await Promise.all(group.map((call) => this.#run([call])))
      else for (const { reject } of group) reject(error)
    }
  }
}
