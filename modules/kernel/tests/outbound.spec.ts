import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'

import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { isGlobalAddress } from '../outbound/global_address.ts'
import { Outbound, type OutboundLimits, type OutboundRequest } from '../outbound/outbound.ts'

const limits: OutboundLimits = { bytes: 1_000, timeoutMs: 5_000, redirects: 3 }
const local: LookupAddress = { address: '127.0.0.1', family: 4 }

test.group('A global address', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    test(`is ${address}`, ({ assert }) => assert.isTrue(isGlobalAddress(address)))

  for (const address of [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '4000::1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])
    test(`isn't ${address || 'empty'}`, ({ assert }) => assert.isFalse(isGlobalAddress(address)))
})

test.group('A request to an address that a user gave', (group) => {
  let server: http.Server
  let port: number
  let answer: http.RequestListener
  let requests: http.IncomingMessage[] = []

  group.setup(async () => {
    server = http.createServer((request, response) => {
      requests.push(request)
      answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  group.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  group.each.setup(() => {
    requests = []
    answer = (_request, response) => response.end('hello')
  })

  /** Names lead to the server of the test, where `private.example` is listed and others aren't. */
  const client = (resolve: (host: string) => LookupAddress[] = () => [local], timers = new AdjustableTimers()) =>
    new Outbound({ privateHosts: [`private.example:${port}`], ports: [port] }, timers, async (host) => resolve(host))
  const get = (url: string): OutboundRequest => ({ method: 'GET', url })
  const here = (path = '/') => `http://private.example:${port}${path}`

  test('is answered when the operator lists the host', async ({ assert }) => {
    const result = await client().send(get(here()), limits)
    assert.isTrue(result.ok && result.value.body.toString() === 'hello' && result.value.status === 200)
    assert.equal(requests[0]!.headers.host, `private.example:${port}`)
  })

  for (const [name, url] of [
    ['not http', 'ftp://private.example/'],
    ['not an address', 'private.example'],
    ['with a password', 'http://a:b@private.example/'],
    ['to another port', 'http://public.example:22/'],
    ['a name of a private address', 'http://intranet.example/'],
    ['localhost', 'http://localhost/'],
    ['localhost with a dot', 'http://localhost./'],
    ['a decimal address', 'http://2130706433/'],
    ['an octal address', 'http://0177.0.0.1/'],
    ['a hexadecimal address', 'http://0x7f.1/'],
    ['a short address', 'http://127.1/'],
    ['a mapped address', 'http://[::ffff:7f00:1]/'],
    ['link-local', 'http://169.254.169.254/latest/meta-data'],
  ] as const)
    test(`is refused: ${name}`, async ({ assert }) => {
      assert.deepEqual(await client().send(get(url), limits), { ok: false, failure: 'refused' })
      assert.lengthOf(requests, 0)
    })

  test('is refused when one of several addresses is private', async ({ assert }) => {
    const mixed = () => [{ address: '8.8.8.8', family: 4 }, local]
    assert.deepEqual(await client(mixed).send(get(`http://mixed.example:${port}/`), limits), {
      ok: false,
      failure: 'refused',
    })
  })

  test('connects to the address that was checked when the name changes', async ({ assert }) => {
    let lookups = 0
    const rebinding = () => (lookups++ === 0 ? [local] : [{ address: '127.0.0.2', family: 4 }])
    assert.isTrue((await client(rebinding).send(get(here()), limits)).ok)
    assert.equal(lookups, 1)
    assert.equal(requests[0]!.socket.localAddress, '127.0.0.1')
  })

  test('follows three redirects, and checks each', async ({ assert }) => {
    answer = ({ url }, response) => {
      const n = Number(url!.slice(1))
      if (n === 0) return response.end('arrived')
      response.writeHead(302, { location: `/${n - 1}` }).end()
    }
    const result = await client().send(get(here('/3')), limits)
    assert.isTrue(result.ok && result.value.url === here('/0'))
    assert.deepEqual(await client().send(get(here('/4')), limits), { ok: false, failure: 'refused' })
  })

  for (const location of [
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://localhost:1/',
    'http://x:y@private.example/',
  ])
    test(`doesn't follow a redirect to ${location}`, async ({ assert }) => {
      answer = (_request, response) => response.writeHead(307, { location }).end()
      assert.deepEqual(await client().send(get(here()), limits), { ok: false, failure: 'refused' })
      assert.lengthOf(requests, 1)
    })

  test('returns a redirect when none is allowed', async ({ assert }) => {
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const result = await client().send(get(here()), { ...limits, redirects: 0 })
    assert.isTrue(result.ok && result.value.status === 302)
  })

  test('keeps its credentials from another origin, and its body from a 303', async ({ assert }) => {
    answer = ({ url }, response) =>
      url === '/' ? response.writeHead(303, { location: `http://localhost.example:${port}/b` }).end() : response.end()
    const outbound = new Outbound(
      { privateHosts: [`private.example:${port}`, `localhost.example:${port}`], ports: [] },
      new AdjustableTimers(),
      async () => [local]
    )
    const headers = { Authorization: 'secret', Accept: 'text/plain', 'content-type': 'text/plain' }
    await outbound.send({ method: 'POST', url: here(), headers, body: 'words' }, limits)
    const { method, headers: sent } = requests[1]!
    assert.equal(method, 'GET')
    assert.containsSubset(sent, { accept: 'text/plain' })
    assert.notAnyProperties(sent, ['authorization', 'content-type', 'content-length'])
  })

  test('takes a body of the longest permitted length, and none above', async ({ assert }) => {
    answer = ({ url }, response) => response.end('x'.repeat(Number(url!.slice(1))))
    assert.isTrue((await client().send(get(here('/1000')), limits)).ok)
    assert.deepEqual(await client().send(get(here('/1001')), limits), { ok: false, failure: 'too_large' })
  })

  test('ends an endless body, and one that grows by decompression', async ({ assert }) => {
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4_000)));
      }
      response.on('drain', more)
      more()
    }
    assert.deepEqual(await client().send(get(here()), limits), { ok: false, failure: 'too_large' })
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)))
    assert.deepEqual(await client().send(get(here()), limits), { ok: false, failure: 'too_large' })
  })

  test('times out when the answer, or the name, takes too long', async ({ assert }) => {
    const timers = new AdjustableTimers()
    answer = () => timers.advance(5_000)
    assert.deepEqual(await client(undefined, timers).send(get(here()), limits), { ok: false, failure: 'timed_out' })
    const silent = new Outbound({ privateHosts: [], ports: [] }, timers, () => {
      queueMicrotask(() => timers.advance(5_000))
      return new Promise(() => {})
    })
    assert.deepEqual(await silent.send(get('http://slow.example'), limits), { ok: false, failure: 'timed_out' })
  })

  test('throws when its caller stops it', async ({ assert }) => {
    const stopped = new AbortController()
    answer = () => stopped.abort(new Error('stopped'))
    await assert.rejects(() => client().send(get(here()), limits, stopped.signal), 'stopped')
  })

  test('is unreachable when the connection or the body breaks', async ({ assert }) => {
    const unreachable = { ok: false, failure: 'unreachable' }
    answer = ({ socket }) => socket.destroy()
    assert.deepEqual(await client().send(get(here()), limits), unreachable)
    answer = ({ socket }, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half', () => socket.destroy())
    }
    assert.deepEqual(await client().send(get(here()), limits), unreachable)
  })

  test('is not sent when the name is unknown or the host takes no connection', async ({ assert }) => {
    const notSent = { ok: false, failure: 'not_sent' }
    assert.deepEqual(await client(() => []).send(get(here()), limits), notSent)
    const closed = http.createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port: closedPort } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const outbound = new Outbound({ privateHosts: ['127.0.0.1'], ports: [closedPort] }, new AdjustableTimers())
    assert.deepEqual(await outbound.send(get(`http://127.0.0.1:${closedPort}/`), limits), notSent)
  })

  test('may be asked by the form of its address, before its name is looked up', ({ assert }) => {
    const outbound = client()
    for (const url of ['https://8.8.8.8/', 'https://intranet.example/', here()])
      assert.isTrue(outbound.mayAsk(url), url)
    for (const url of [
      'https://10.0.0.1/',
      'http://2130706433/',
      'http://[::1]/',
      'https://a.example:22/',
      'ftp://a',
      '',
    ])
      assert.isFalse(outbound.mayAsk(url), url)
  })
})
