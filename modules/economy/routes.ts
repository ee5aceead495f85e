import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const Transactions = () => import('./src/http/transactions_controller.ts')
const Rewards = () => import('./src/http/rewards_controller.ts')
const Packs = () => import('./src/http/packs_controller.ts')
const Checkout = () => import('./src/http/checkout_controller.ts')
const Orders = () => import('./src/http/orders_controller.ts')
const PaymentWebhooks = () => import('./src/http/payment_webhooks_controller.ts')
const PaymentPages = () => import('./src/http/payment_pages_controller.ts')

router.get('/api/rubies/transactions', [Transactions, 'list'])
router.get('/api/daily-reward/check', [Rewards, 'checkDaily'])
router.post('/api/daily-reward/claim', [Rewards, 'claimDaily'])
router.post('/api/discord-reward', [Rewards, 'claimDiscord'])

router.get('/api/rubies/packs', [Packs])
router.post('/api/rubies/stripe-checkout', [Checkout])
router.get('/api/rubies/orders/:id', [Orders, 'show']).where('id', uuidParam)
router.post('/api/webhooks/payments/:provider', [PaymentWebhooks])
router.route('/payments/:provider/*', ['GET', 'POST'], [PaymentPages])
