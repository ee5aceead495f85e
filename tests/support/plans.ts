import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'

export interface PreparedPlan {
  name: string
  /** The number of executions with a plan for their values. */
  customPlans: number
  /** The number of executions with the plan for any values. */
  genericPlans: number
  /** The plan for any values. */
  plan: string
}

const ask = <Row>(client: QueryClientContract, text: string) => statement<Row>('test_plans', text)(client, [])

/**
 * Returns the statements that were prepared with `statement()`, on the connection that was used last. Without concurrent queries there is
 * only one connection.
 */
export const preparedPlans = async (client: QueryClientContract): Promise<PreparedPlan[]> => {
  const rows = await ask<{ name: string; custom: number; generic: number; parameters: number }>(
    client,
    `SELECT name, custom_plans::int AS custom, generic_plans::int AS generic, cardinality(parameter_types) AS parameters
     FROM pg_prepared_statements WHERE name <> '' AND name NOT LIKE 'test_plans%' ORDER BY name`
  )
  const plans: PreparedPlan[] = []
  for (const { name, custom, generic, parameters } of rows) {
    const values = parameters > 0 ? `(${Array.from({ length: parameters }, () => 'NULL').join(', ')})` : ''
    const lines = await ask<{ 'QUERY PLAN': string }>(client, `EXPLAIN EXECUTE ${name}${values}`)
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    plans.push({ name: name.replace(/_[0-9a-f]{12}$/, ''), customPlans: custom, genericPlans: generic, plan })
  }
  return plans
}
