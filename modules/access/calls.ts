/** The calls of API tokens. */
import type { ById, Call, Done } from '#modules/kernel/calls'
import type { ApiToken, CreatedApiToken, NewApiToken } from './api.ts'

export const listApiTokens: Call<ApiToken[]> = 'GET /api/tokens'
/** Asks for a recent proof. */
export const createApiToken: Call<CreatedApiToken, { body: NewApiToken }> = 'POST /api/tokens'
export const revokeApiToken: Call<Done, ById> = 'DELETE /api/tokens/:id'
