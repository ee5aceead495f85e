import type { PageAnswer, PageRequest } from '../../contract/payment.ts'
import { ProviderError } from '../../contract/errors.ts'
import type { DerivedIds } from './derived_ids.ts'
import { openPage, settledPage } from './page_html.ts'
import type { SandboxEvents } from './sandbox_events.ts'
import { stateOf, type State, type OrderLog } from './order_log.ts'
import type { OrderLogFiles } from './order_log_files.ts'

/** Serves the checkout page. `GET` shows the page, and `POST` submits a `decision`. The first decision is final. */
export function checkoutPage(files: OrderLogFiles, ids: DerivedIds, events: SandboxEvents, now: () => Date) {
  return async ({ method, path, form }: PageRequest): Promise<PageAnswer | null> => {
    const token = /^\/([0-9a-f]{40})$/.exec(path)?.[1]
    const log = token === undefined ? null : await files.read(token)
    // The folder may contain orders created with an earlier secret.
    if (log === null || ids.token(log.order.id) !== token) return null
    const state = stateOf(log, now().getTime())
    if (method === 'GET') return pageFor(log, state)
    if (form['decision'] === 'close') return { redirectTo: returnUrl(log, state) }
    if (state.status !== 'open') return afterDecision(log, state)
    if (form['decision'] === 'pay') await decide(events.pay(log.order.id))
    else if (form['decision'] === 'decline') await decide(events.decline(log.order.id))
    else return { html: openPage(log.order), status: 422 }
    const after = await files.read(token!)
    return after === null ? null : afterDecision(after, stateOf(after, now().getTime()))
  }
}

/** Waits for a decision. Ignores its refusal when another click or tab has already decided. */
async function decide(step: Promise<unknown>): Promise<void> {
  try {
    await step
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'bad_request')) throw error
  }
}

const pageFor = (log: OrderLog, state: State): PageAnswer =>
  state.status === 'open'
    ? { html: openPage(log.order), status: 200 }
    : { html: settledPage(log.order, state), status: state.status === 'expired' ? 410 : 200 }

const afterDecision = (log: OrderLog, state: State): PageAnswer =>
  state.status === 'expired' ? pageFor(log, state) : { redirectTo: returnUrl(log, state) }

const returnUrl = ({ order }: OrderLog, { status }: State): string =>
  status === 'paid' || status === 'pending' ? order.successUrl : order.cancelUrl
