import router from '@adonisjs/core/services/router'
import { serve } from '#modules/kernel/serve'
import { receivePayments } from './calls.ts'

const PaymentWebhooks = () => import('./src/http/payment_webhooks_controller.ts')
const PaymentPages = () => import('./src/http/payment_pages_controller.ts')

// Payments that have begun are settled even while rubies are off.
serve(receivePayments, [PaymentWebhooks])
router.route('/payments/:provider/*', ['GET', 'POST'], [PaymentPages])
