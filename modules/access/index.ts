/** The public interface of API tokens for the server and its configuration. */
import type { TokenScope } from './api.ts'

export { tokenDays, tokenScopes, type ApiToken, type TokenScope } from './api.ts'
export { OperatorTokens } from './src/operator_tokens.ts'
export { openAiError } from './src/http/openai_error.ts'
export { tokenGuard } from './src/token_guard.ts'
export { hasToken } from './src/token_prefix.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** The scopes, as users read them. */
export const scopeNames: Record<TokenScope, string> = {
  read: 'read your characters, chats and pictures',
  chats: 'write in your chats',
  models: 'talk to characters and models, which costs rubies',
  characters: 'change your characters, lorebooks and pictures',
}
