/** The calls that don't exist while the operator has turned rubies off. */
import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const Transactions = () => import('./src/http/transactions_controller.ts')
const Rewards = () => import('./src/http/rewards_controller.ts')
const Packs = () => import('./src/http/packs_controller.ts')
const Checkout = () => import('./src/http/checkout_controller.ts')
const Orders = () => import('./src/http/orders_controller.ts')

router.get('/api/rubies/transactions', [Transactions, 'list'])
router.get('/api/daily-reward/check', [Rewards, 'checkDaily'])
router.post('/api/daily-reward/claim', [Rewards, 'claimDaily'])
router.post('/api/discord-reward', [Rewards, 'claimDiscord'])

router.get('/api/rubies/packs', [Packs])
router.post('/api/rubies/stripe-checkout', [Checkout])
router.get('/api/rubies/orders/:id', [Orders, 'show']).where('id', uuidParam)
