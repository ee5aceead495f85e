import { sandboxPayments } from '../index.ts'

/** Submits a decision in a separate process and prints the answer. Arguments: `FOLDER WEBHOOKURL SECRET TOKEN DECISION`. */
const [folder, webhookUrl, secret, token, decision] = process.argv.slice(2) as [string, string, string, string, string]
const payments = sandboxPayments({ folder, webhookUrl, secret, baseUrl: 'http://shop.test/pay' })
const answer = await payments.page({ method: 'POST', path: `/${token}`, form: { decision } })
process.stdout.write(JSON.stringify(answer))
