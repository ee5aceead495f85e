import { test } from '@japa/runner'
import { sources, textOf } from './sources.ts'

/** The files of the server that open connections by HTTP, and to which addresses. An address that a user gives is asked by `Outbound` alone. */
const permitted: Record<string, string> = {
  'modules/kernel/outbound/outbound.ts': 'what users and their subscriptions give, checked',
  'modules/imagegen/src/actions/purge_copies.ts': 'the CDN of the operator',
  'modules/accounts/src/providers/discord_api.ts': 'Discord',
  'modules/accounts/src/providers/openid_provider.ts': 'the sign-in providers of the operator',
  'plugins/contract/http_transport.ts': 'the providers of the operator',
  'plugins/model-llama/src/runner.ts': 'a child process',
}

const call = /\b(await|return) fetch\(|^import (http|https) from 'node:|from '(undici|axios|got)'/m

test.group('Outgoing requests', () => {
  test('of the server leave from the files of this list only', ({ assert }) => {
    const server = sources.filter((file) => /^(modules|plugins|config|apps\/server)\//.test(file))
    const found = server.filter((file) => call.test(textOf(file)) && !file.startsWith('plugins/kits/'))
    assert.sameMembers(
      found,
      Object.keys(permitted),
      'Ask the addresses that users give by Outbound (modules/kernel/outbound).'
    )
  })
})
