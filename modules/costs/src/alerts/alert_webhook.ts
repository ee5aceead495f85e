import { inject } from '@adonisjs/core'
import { Outbound, type OutboundLimits } from '#modules/kernel/outbound/outbound'
import { AlertSettings } from '../../index.ts'
import type { Condition } from './conditions.ts'

export const alertWebhookKind = 'alert_webhook'

/** The JSON body. */
export interface Alert {
  condition: Condition
  state: 'firing' | 'ended'
  says: string
  at: string
}

const limits: OutboundLimits = { bytes: 16_384, timeoutMs: 10_000, redirects: 0 }

/** Sends an alert to the operator's address, at least once. */
@inject()
export class AlertWebhook {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: AlertSettings
  ) {}

  /** Throws if the address doesn't accept the alert, so that the job is tried again. */
  async run({ payload, signal }: { payload: Alert; signal: AbortSignal }): Promise<void> {
    if (this.settings.webhook === null) return
    const sent = await this.outbound.send(
      {
        method: 'POST',
        url: this.settings.webhook,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      },
      limits,
      signal
    )
    const outcome = sent.ok ? sent.value.status : sent.failure
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return
    throw new Error(`ALERTS_WEBHOOK did not accept an alert (${outcome}): check the address and OUTBOUND_PRIVATE`)
  }
}
