import { test } from '@japa/runner'
import { nkeys } from '@nats-io/transport-node'
import { engineCommand } from '#tests/support/engines'
import { natsBus } from '../index.ts'
import { serversIn } from '../src/servers.ts'
import { startFakeNats } from './fake_nats_server.ts'
import { startNats } from './nats_server.ts'

test.group('bus-nats | addresses', () => {
  test('are read with their credentials', ({ assert }) => {
    assert.deepEqual(serversIn('nats://nats.example'), { servers: ['nats.example:4222'] })
    assert.deepEqual(serversIn('nats://a%40b:p%3Ass@one:1, nats://two:2'), {
      servers: ['one:1', 'two:2'],
      user: 'a@b',
      pass: 'p:ss',
    })
    assert.deepEqual(serversIn('tls://t%2Fken@one', 'PEM'), {
      servers: ['one:4222'],
      token: 't/ken',
      tls: { ca: 'PEM' },
    })
    assert.deepEqual(serversIn('tls://one'), { servers: ['one:4222'], tls: {} })
  })

  for (const address of ['', 'one', 'http://one', 'nats://one,tls://two', 'nats://one,', 'nats:one'])
    test(`are refused: “${address}”`, ({ assert }) => {
      assert.throws(() => serversIn(address), TypeError)
    })
})

test.group('bus-nats | sign-in', () => {
  test('signs the server’s nonce with the key of a .creds file', async ({ assert, cleanup }) => {
    const server = await startFakeNats({ nonce: 'a nonce' })
    const user = nkeys.createUser()
    const seed = Buffer.from(user.getSeed()).toString()
    const credentials = `-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`
    const bus = natsBus({ url: `nats://127.0.0.1:${server.port}`, credentials })
    cleanup(async () => {
      await bus.close()
      await server.close()
    })
    const connected = new Promise<void>((resolve) => bus.onGap(resolve))
    bus.start()
    await connected
    const { jwt, sig, echo } = server.connects[0]! as { jwt: string; sig: string; echo: boolean }
    assert.deepEqual({ jwt, echo }, { jwt: 'a.b.c', echo: false })
    assert.isTrue(nkeys.fromPublic(user.getPublicKey()).verify(Buffer.from('a nonce'), Buffer.from(sig, 'base64url')))
  })

  test('with a password works, and a wrong one is reported without it and tried again', async ({ assert, cleanup }) => {
    const server = await startNats(['--user', 'an@operator', '--pass', 'p:ss/w%rd'])
    const open = (password: string, onLost: (error: Error) => void) => {
      const url = `nats://${encodeURIComponent('an@operator')}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`
      const bus = natsBus({ url, retryMs: 20, onLost })
      cleanup(() => bus.close())
      return bus
    }
    cleanup(() => server.close())
    const bus = open('p:ss/w%rd', () => {})
    const connected = new Promise<void>((resolve) => bus.onGap(resolve))
    bus.start()
    await connected
    await bus.publish('events.one', {})

    const errors: Error[] = []
    const wrong = Promise.withResolvers<void>()
    const refused = open('not-the-password', (error) => {
      if (errors.push(error) === 3) wrong.resolve()
    })
    refused.start()
    await wrong.promise
    await assert.rejects(() => refused.publish('events.one', {}), /not connected/)
    assert.notMatch(errors.map((error) => `${error.stack}${String(error.cause)}`).join(), /not-the-password/)
    assert.match(errors[0]!.message, /Authorization Violation/i)
  }).skip(engineCommand('nats-server') === null, 'npm run test:engines unpacks nats-server')
})

test.group('bus-nats | servers', () => {
  test('that are unavailable at the start are tried again', async ({ assert, cleanup }) => {
    const gone = await startFakeNats()
    await gone.close()
    let failures = 0
    const failed = Promise.withResolvers<void>()
    const bus = natsBus({
      url: `nats://127.0.0.1:${gone.port}`,
      retryMs: 20,
      onLost: () => {
        if (++failures === 2) failed.resolve()
      },
    })
    cleanup(() => bus.close())
    const connected = new Promise<void>((resolve) => bus.onGap(resolve))
    bus.start()
    await failed.promise
    await assert.rejects(() => bus.publish('events.one', {}), /not connected/)
    const server = await startFakeNats({ port: gone.port })
    cleanup(() => server.close())
    await connected
    await bus.publish('events.one', {})
  })

  test('without TLS are refused by tls:// addresses', async ({ assert, cleanup }) => {
    const server = await startFakeNats()
    cleanup(() => server.close())
    const refused = new Promise<Error>((resolve) => {
      const bus = natsBus({ url: `tls://127.0.0.1:${server.port}`, onLost: resolve })
      cleanup(() => bus.close())
      bus.start()
    })
    assert.match((await refused).message, /tls/)
    assert.isEmpty(server.connects)
  })
})
