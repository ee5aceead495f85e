import { OperatorActs } from '#modules/admin/index'
import { economyLimits as limits, rubyWord } from '#modules/economy/index'
import { codePoints } from '#modules/kernel/text'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage } from '../outcome.ts'

export const recordRefund: DefineCommand = (program, run) => {
  const command = program
    .command('record-refund')
    .description('take back the rubies of an order that was refunded at a provider that doesn’t report refunds')
    .argument('<order>', 'the id of the order')
    .argument('<cents>', 'the total refunded so far, in the smallest unit of its currency')
    .requiredOption('--note <text>', 'why, for the audit log')
    .action((order: string, cents: string, { note }: { note: string }) => run(() => record(order, cents, note)))
  withExamples(command, [
    'npm run cli -- record-refund 01890a5d-ac96-774b-bcce-b302099a8057 900 --note "Paid late, sent back"',
    'after a refund in BTCPay Server',
  ])
}

const record = async (orderId: string, cents: string, note: string) => {
  const refundedCents = /^\d{1,12}$/.test(cents) ? Number(cents) : 0
  if (refundedCents === 0) return wrongUsage('The amount must be a whole number above zero.')
  if (note.trim() === '' || codePoints(note) > limits.reasonMax)
    return wrongUsage(`The note must have 1 to ${limits.reasonMax} characters.`)
  return withApp(async ({ container }) => {
    const recorded = await (await container.make(OperatorActs)).recordRefund({ orderId, refundedCents, note })
    if (recorded.ok) {
      const { takenBack } = recorded.value
      return done(`${takenBack} ${rubyWord(takenBack)} were taken back.`, { orderId, takenBack })
    }
    const { failure } = recorded
    switch (failure.kind) {
      case 'unknown_order':
        return refused(`There is no order ${orderId}.`, { code: failure.kind })
      case 'not_paid':
        return refused(`Order ${orderId} was never paid, so it has no rubies to take back.`, { code: failure.kind })
      case 'too_much':
        return refused(`Order ${orderId} cost ${failure.amountCents} cents (${failure.currency}).`, {
          code: failure.kind,
        })
    }
  })
}
