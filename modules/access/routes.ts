import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Completions = () => import('./src/http/completions_controller.ts')
const NamedModels = () => import('./src/http/named_models_controller.ts')
const Mcp = () => import('./src/http/mcp_controller.ts')
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
serve(calls.listNamedModels, [NamedModels, 'list'])
serve(calls.findNamedModel, [NamedModels, 'show'])
serve(calls.completeChat, [Completions, 'create'])

serve(calls.answerMcp, [Mcp, 'answer'])
serve(calls.openMcpStream, [Mcp, 'refuseStream'])
