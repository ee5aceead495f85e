import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Tokens = () => import('./src/http/tokens_controller.ts')

serve(calls.listApiTokens, [Tokens, 'list'])
serve(calls.createApiToken, [Tokens, 'create'])
serve(calls.revokeApiToken, [Tokens, 'revoke'])
