export { btcpayPayments, type BtcpayPaymentsDeps, type BtcpayPaymentsOptions } from './src/btcpay_payments.ts'
