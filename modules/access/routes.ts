import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Tokens = () => import('./src/http/tokens_controller.ts')
const Webhooks = () => import('./src/http/webhooks_controller.ts')

serve(calls.listApiTokens, [Tokens, 'list'])
serve(calls.createApiToken, [Tokens, 'create'])
serve(calls.revokeApiToken, [Tokens, 'revoke'])

serve(calls.listWebhooks, [Webhooks, 'list'])
serve(calls.createWebhook, [Webhooks, 'create'])
serve(calls.changeWebhook, [Webhooks, 'change'])
serve(calls.deleteWebhook, [Webhooks, 'remove'])
serve(calls.rotateWebhookSecret, [Webhooks, 'rotate'])
serve(calls.listDeliveries, [Webhooks, 'listDeliveries'])
serve(calls.pingWebhook, [Webhooks, 'ping'])
serve(calls.replayDelivery, [Webhooks, 'replay'])
