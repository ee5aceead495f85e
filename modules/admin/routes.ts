import router from '@adonisjs/core/services/router'

const Rubies = () => import('./src/http/rubies_controller.ts')
const Debts = () => import('./src/http/debts_controller.ts')
const LedgerCheck = () => import('./src/http/ledger_check_controller.ts')

/* The gate lets nobody but admins through to what is under /api/admin. */
router.post('/api/admin/users/:userId/rubies', [Rubies]).where('userId', router.matchers.uuid())
router.get('/api/admin/debts', [Debts, 'list'])
router.get('/api/admin/ledger-check', [LedgerCheck, 'show'])
