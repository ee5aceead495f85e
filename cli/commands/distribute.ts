import type { DistributionPlan } from '#modules/kernel/rebuild/distribution_plan'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, wrongUsage } from '../outcome.ts'

export const distribute: DefineCommand = (program, run) => {
  const command = program
    .command('distribute')
    .description('spread the tables of users over the servers of Citus; stop all Facet processes first')
    .option('--plan', 'show what becomes of each table, and change nothing')
    .option('--i-have-a-backup', 'confirm that there is a backup')
    .action(({ plan, iHaveABackup }) => run(() => (plan ? show() : spread(iHaveABackup))))
  withExamples(command, [
    'npm run cli -- distribute --plan',
    'needs the extension "citus" and a role of its own for the servers: docs/operate.md; stopped before its end, it has changed nothing',
  ])
}

const show = () =>
  withApp(async (app) => {
    const plan = await app.planDistribution()
    return done(describe(plan), { ...plan })
  })

const spread = async (hasBackup?: true) => {
  if (!hasBackup) return wrongUsage('Add --plan, or --i-have-a-backup.', { code: 'wrong_usage' })
  return withApp(async (app) => {
    const { distributed, reference } = await app.distribute()
    return done(`${distributed.length} tables are distributed by users, and ${reference.length} are on every server.`, {
      distributed,
      reference,
    })
  })
}

const describe = ({ distributed, reference, local, walls, problems }: DistributionPlan): string =>
  [
    `distributed by users: ${distributed.join(', ')}`,
    ...(reference.length > 0 ? [`on every server: ${reference.join(', ')}`] : []),
    `on the coordinator: ${local.flatMap(({ name, reason }) => (reason === null ? [name] : [])).join(', ')}`,
    ...local.flatMap(({ name, reason }) => (reason === null ? [] : [`on the coordinator: ${name}, because ${reason}`])),
    `triggers that privileges replace: ${walls.map(({ name }) => name).join(', ')}`,
    ...problems.map((problem) => `problem: ${problem}`),
  ].join('\n')
