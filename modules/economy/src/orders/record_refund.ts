import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { Timers } from '#plugins/contract/timers'
import { OrderRefunds, type ManualRefund } from '../../index.ts'
import { ApplyPaymentEvent } from './apply_payment_event.ts'
import { lockOrder } from './order_store.ts'

/** Records a refund that the provider doesn't report, as an event with an id of its own. */
@inject()
export class RecordRefund extends OrderRefunds {
  constructor(
    private readonly applyEvent: ApplyPaymentEvent,
    private readonly timers: Timers
  ) {
    super()
  }

  async record({ orderId, refundedCents }: ManualRefund, trx: TransactionClientContract) {
    const order = isId(orderId) ? await lockOrder(trx, { id: orderId }) : null
    if (!order) return fail({ kind: 'unknown_order' as const })
    if (!order.facts.isPaid) return fail({ kind: 'not_paid' as const })
    const { provider } = order
    const { amountCents, currency } = order.terms
    if (refundedCents > amountCents) return fail({ kind: 'too_much' as const, amountCents, currency })
    const event = {
      type: 'refunded' as const,
      eventId: `by_hand:${orderId}:${refundedCents}`,
      orderId,
      paymentReference: null,
      occurredAt: new Date(this.timers.now()),
      refundedCents,
      currency,
    }
    const outcome = await this.applyEvent.run(provider, event, trx)
    const movements = outcome.kind === 'applied' ? outcome.movements : []
    const takenBack = movements.reduce((sum, { kind, amount }) => (kind === 'take_back' ? sum + amount : sum), 0)
    return ok({ currency, takenBack, isNew: outcome.kind === 'applied' })
  }
}
