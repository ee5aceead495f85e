import router from '@adonisjs/core/services/router'

const Transactions = () => import('./src/http/transactions_controller.ts')
const AdjustRubies = () => import('./src/http/adjust_rubies_controller.ts')

router.get('/api/rubies/transactions', [Transactions, 'list'])
router.post('/api/admin/users/:userId/rubies', [AdjustRubies]).where('userId', router.matchers.uuid())
