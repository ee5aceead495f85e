export { stripePayments, type StripePaymentsDeps, type StripePaymentsOptions } from './src/stripe_payments.ts'
