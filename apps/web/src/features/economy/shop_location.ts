import { checkoutReturn } from '#modules/economy/api'

const { path, query: names, outcomes } = checkoutReturn
const tabName = 'tab'

const shopTabs = ['shop', 'history'] as const
export type ShopTab = (typeof shopTabs)[number]
export type CheckoutOutcome = (typeof outcomes)[number]

/** The state in the shop's URL. */
export interface ShopLocation {
  tab: ShopTab
  /** An order started here, or the one the payment page returned from. */
  orderId: string | null
  /** The outcome in the return URL of the payment page; null before the return. */
  outcome: CheckoutOutcome | null
}

export function parseShopLocation(query: URLSearchParams): ShopLocation {
  const outcome = query.get(names.outcome)
  return {
    tab: shopTabs.find((tab) => tab === query.get(tabName)) ?? 'shop',
    orderId: query.get(names.order) || null,
    outcome: outcomes.find((known) => known === outcome) ?? null,
  }
}

export function shopAddress({ tab, orderId, outcome }: ShopLocation): string {
  const query = new URLSearchParams()
  if (tab !== 'shop') query.set(tabName, tab)
  if (outcome) query.set(names.outcome, outcome)
  if (orderId) query.set(names.order, orderId)
  return query.size === 0 ? path : `${path}?${query}`
}
