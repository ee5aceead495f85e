import type { PaymentStatus } from '../../contract/payment.ts'
import { pageStyle } from './page_style.ts'
import type { StoredOrder, State } from './order_log.ts'

const settled: Record<Exclude<PaymentStatus, 'open'>, { heading: string; text: string }> = {
  paid: { heading: 'Already paid', text: 'This order is paid. There is nothing left to do here.' },
  pending: {
    heading: 'Payment pending',
    text: 'The test transfer has not arrived yet. There is nothing left to do here.',
  },
  failed: { heading: 'Payment declined', text: 'This checkout was declined. Start again from the shop.' },
  expired: { heading: 'This checkout has expired', text: 'It can no longer be paid. Start again from the shop.' },
}

export const openPage = (order: StoredOrder): string =>
  page(
    order,
    `<h1 class="what">${escaped(order.title)}</h1>
    <p class="amount">${amountOf(order)}</p>
    <p class="hint">Choose how this payment ends. No card needed.</p>
    <form method="post">
      <button class="pay" name="decision" value="pay">Pay ${amountOf(order)}</button>
      <button class="decline" name="decision" value="decline">Decline the payment</button>
      <button class="close" name="decision" value="close">Close without deciding</button>
    </form>
    <p class="until">Open until ${timeOf(order.expiresAtMs)}.</p>`
  )

export function settledPage(order: StoredOrder, { status }: State): string {
  const { heading, text } = settled[status === 'open' ? 'expired' : status]
  const back = status === 'paid' || status === 'pending' ? order.successUrl : order.cancelUrl
  return page(
    order,
    `<h1 class="what">${heading}</h1>
    <p class="hint">${escaped(order.title)}, ${amountOf(order)}. ${text}</p>
    <p><a class="decline" href="${escaped(back)}">Back to the shop</a></p>`
  )
}

const page = (order: StoredOrder, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>Test payment: ${escaped(order.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
  <p class="test"><strong>Test payment</strong>, no money moves</p>
  <section>
    ${content}
  </section>
</main>
</body>
</html>
`

/** Formats the amount in English, with the currency's decimals. */
function amountOf({ amountCents, currency }: StoredOrder): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return escaped(format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)))
}

function timeOf(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC</time>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)
