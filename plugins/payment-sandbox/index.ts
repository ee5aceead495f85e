export { sandboxPayments, type SandboxPayments, type SandboxPaymentsOptions } from './src/sandbox_payments.ts'
export type { SandboxEvents, SentEvent } from './src/sandbox_events.ts'
