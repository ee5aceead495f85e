import { sandboxPayments } from '../index.ts'

/** A process of its own that decides about an order: `FOLDER WEBHOOKURL SECRET TOKEN DECISION`. Prints where it was led. */
const [folder, webhookUrl, secret, token, decision] = process.argv.slice(2) as [string, string, string, string, string]
const payments = sandboxPayments({ folder, webhookUrl, secret, baseUrl: 'http://shop.test/pay' })
const answer = await payments.page({ method: 'POST', path: `/${token}`, form: { decision } })
process.stdout.write(JSON.stringify(answer))
