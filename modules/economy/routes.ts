import router from '@adonisjs/core/services/router'

const PaymentWebhooks = () => import('./src/http/payment_webhooks_controller.ts')
const PaymentPages = () => import('./src/http/payment_pages_controller.ts')

// Payments that have begun are settled even while rubies are off.
router.post('/api/webhooks/payments/:provider', [PaymentWebhooks])
router.route('/payments/:provider/*', ['GET', 'POST'], [PaymentPages])
