import { OperatorTokens, tokenDays, tokenScopes, type TokenScope } from '#modules/access/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'

interface Options {
  name?: string
  scopes?: string
  days?: string
}

export const tokens: DefineCommand = (program, run) => {
  const command = program
    .command('tokens')
    .description('list the tokens of a user, create one, or revoke one')
    .argument('<email>', 'the account’s e-mail')
    .argument('[action]', '“create” or “revoke”')
    .argument('[id]', 'the token to revoke')
    .option('--name <name>', 'of the new token', 'Command line')
    .option('--scopes <scopes>', `of ${tokenScopes.join(', ')}`, 'read,chats,models')
    .option('--days <days>', `${tokenDays.join(', ')}, or never`, '30')
    .action((email: string, action: string | undefined, id: string | undefined, options: Options) =>
      run(() => act(email, action, id, options))
    )
  withExamples(
    command,
    ['npm run cli -- tokens ann@example.com', 'lists them, without the tokens themselves'],
    ['npm run cli -- tokens ann@example.com create --scopes models --days 90', 'shows the new token once'],
    ['npm run cli -- tokens ann@example.com revoke 0198c5a6-0000-7000-8000-000000000000', 'it no longer works']
  )
}

const act = async (
  email: string,
  action: string | undefined,
  id: string | undefined,
  { name = '', scopes = '', days = '' }: Options
): Promise<Outcome> => {
  if (![undefined, 'create', 'revoke'].includes(action) || (action === 'revoke') !== (id !== undefined))
    return wrongUsage('Name no action, create, or revoke with the id of a token.', { code: 'unknown_action' })
  const chosen = scopes.split(',').filter((scope): scope is TokenScope => tokenScopes.includes(scope as TokenScope))
  const lifetime = days === 'never' ? null : (tokenDays.find((each) => String(each) === days) ?? 0)
  if (action === 'create' && (chosen.join(',') !== scopes || lifetime === 0))
    return wrongUsage(
      `The scopes are of ${tokenScopes.join(', ')}, separated by commas; the days are ${tokenDays.join(', ')} or never.`,
      { code: 'invalid' }
    )
  return withApp(async ({ container }) => {
    const operator = await container.make(OperatorTokens)
    const unknown = refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    if (action === 'create') {
      const created = await operator.create(email, { name, scopes: chosen, days: lifetime as 30 | null })
      if (created.ok) return done(created.value.value, { ...created.value })
      if (created.failure === 'unknown_user') return unknown
      return created.failure === 'invalid_name'
        ? wrongUsage('The name has 1 to 60 characters.', { code: 'invalid' })
        : refused(`${email} has too many tokens. Revoke one first.`, { code: created.failure })
    }
    if (id !== undefined) {
      const outcome = await operator.revoke(email, id)
      if (outcome === 'unknown_user') return unknown
      return outcome === 'revoked'
        ? done('The token no longer works.', { id })
        : refused(`${email} has no such token.`, { code: outcome })
    }
    const list = await operator.list(email)
    if (!list) return unknown
    const lines = list.map(
      ({ id, name, scopes, lastUsedAt, expiresAt }) =>
        `${id}  ${scopes.join(',')}  used ${lastUsedAt ?? 'never'}  until ${expiresAt ?? 'revoked'}  ${name}`
    )
    return done(lines.join('\n') || `${email} has no tokens.`, { tokens: list })
  })
}
