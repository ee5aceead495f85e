/** The calls that don't exist while the operator has turned rubies off. */
import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Transactions = () => import('./src/http/transactions_controller.ts')
const Rewards = () => import('./src/http/rewards_controller.ts')
const Packs = () => import('./src/http/packs_controller.ts')
const Checkout = () => import('./src/http/checkout_controller.ts')
const Codes = () => import('./src/http/codes_controller.ts')
const Shares = () => import('./src/http/shares_controller.ts')
const Orders = () => import('./src/http/orders_controller.ts')

serve(calls.listTransactions, [Transactions, 'list'])
serve(calls.readShares, [Shares])
serve(calls.checkDailyReward, [Rewards, 'checkDaily'])
serve(calls.claimDailyReward, [Rewards, 'claimDaily'])
serve(calls.claimDiscordReward, [Rewards, 'claimDiscord'])

serve(calls.redeemCode, [Codes, 'redeem'])

serve(calls.listPacks, [Packs])
serve(calls.beginCheckout, [Checkout])
serve(calls.getOrder, [Orders, 'show'])
