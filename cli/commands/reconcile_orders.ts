import { OrderReconciliation, type ReconciledOrder } from '#modules/economy/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'
import { progressBar } from '../progress.ts'

export const reconcileOrders: DefineCommand = (program, run) => {
  const command = program
    .command('reconcile-orders')
    .description('look up open and pending orders at the payment provider; exit 1 if one could not be settled')
    .action(() => run(reconcile))
  withExamples(command, ['npm run cli -- reconcile-orders', 'safe to repeat'])
}

const reconcile = () =>
  withApp(async ({ container }) => {
    const bar = progressBar()
    const reconciliation = await container.make(OrderReconciliation)
    const orders = await reconciliation.all(undefined, (count) => bar.show(null, `${count} orders looked up`))
    bar.clear()
    const changed = orders.filter(({ before, after }) => before !== after)
    const unsettled = orders.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused')
    const counted = `${orders.length} open or pending ${orders.length === 1 ? 'order' : 'orders'}`
    const lines = orders.filter((order) => changed.includes(order) || order.outcome !== 'asked').map(lineOf)
    const message = [`${counted}, ${changed.length} changed.`, ...lines].join('\n')
    return (unsettled.length === 0 ? done : refused)(message, { orders })
  })

const lineOf = ({ orderId, provider, before, after, outcome }: ReconciledOrder): string => {
  switch (outcome) {
    case 'asked':
      return `  ${orderId}: ${before}, now ${after}`
    case 'not_asked':
      return `  ${orderId}: unchanged, ${provider} is not the configured payment provider`
    case 'refused':
      return `  ${orderId}: unchanged, the data of ${provider} does not match the order`
    case 'failed':
      return `  ${orderId}: the lookup at ${provider} failed`
  }
}
