import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { ImageKitOptions, ImageUpstream } from './image_kit_options.ts'
import type { Answer } from './fake_server.ts'
import {
  answering,
  checkDrawn,
  deliveriesOf,
  kitImageRequest,
  kitPictures,
  png,
  reactions,
  refusal,
  runner,
  secrets,
} from './image_kit_tools.ts'
import { noSignal, within } from './checks.ts'

const mebibyte = new Uint8Array(1_048_576).fill(65)
/** A body of 500 MiB in repeated blocks. */
const endless = Array.from({ length: 500 }, () => mebibyte)
/** The limit for the bytes that a provider reads. It covers the largest picture as base64 and data in flight. */
const takenBytesMax = 64 * 1_048_576

/** Registers the cases about the picture that an upstream returns or links to. */
export function registerPictureCases(options: ImageKitOptions, upstream: ImageUpstream): void {
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  const { withLink, pictureUrl } = upstream
  const deliveries = deliveriesOf(upstream)
  const draw = { request: kitImageRequest(), signal: noSignal() }

  for (const [how, deliver] of deliveries) {
    test(`returns a picture ${how} unchanged`, async () => {
      for (const [type, bytes] of Object.entries(kitPictures)) {
        await on(reactions(upstream, deliver(bytes, { contentType: type })), async ({ provider }) => {
          const drawn = await provider.draw(draw.request, draw.signal)
          assert.equal(drawn.type, type)
          assert.deepEqual(Buffer.from(drawn.bytes), bytes)
        })
      }
    })

    test(`refuses an answer ${how} that is not a picture`, async () => {
      const nonsense: Record<string, string | Buffer> = {
        'a web page': '<!doctype html><h1>Sign in</h1>',
        nothing: '',
        'drawn by script': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'a GIF': Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
        'a program': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
        'a page after a beginning': Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')]),
        'a WebP by its first half': Buffer.from('RIFF\x08\x00\x00\x00WAVE', 'latin1'),
      }
      for (const [what, content] of Object.entries(nonsense)) {
        await on(reactions(upstream, deliver(Buffer.from(content))), async ({ provider }) => {
          assert.equal((await refusal(provider.draw(draw.request, draw.signal))).code, 'invalid_response', what)
        })
      }
    })

    test(`refuses a truncated picture ${how}`, async () => {
      for (const bytes of Object.values(kitPictures)) {
        for (const length of [3, 12, bytes.length >> 1, bytes.length - 1]) {
          await on(reactions(upstream, deliver(bytes.subarray(0, length))), async ({ provider }) => {
            const { code } = await refusal(provider.draw(draw.request, draw.signal))
            assert.equal(code, 'invalid_response', `cut after ${length}`)
          })
        }
      }
    })

    test(`drops bytes after the end of a picture ${how}`, async () => {
      for (const bytes of Object.values(kitPictures)) {
        const longer = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
        await on(reactions(upstream, deliver(longer)), async ({ provider }) => {
          checkDrawn(await provider.draw(draw.request, draw.signal))
        })
      }
    })
  }

  test('reads an answer that arrives byte by byte', async () => {
    for (const [, deliver] of deliveries) {
      const whole = deliver(png)
      const body = (whole.ask as Answer).steps.map(String).join('')
      const slow = [...Buffer.from(body)].map((byte) => Uint8Array.of(byte))
      await on(reactions(upstream, { ...whole, ask: { steps: slow } }), async ({ provider }) => {
        assert.deepEqual(Buffer.from((await provider.draw(draw.request, draw.signal)).bytes), png)
      })
    }
  })

  test('closes the connection on an answer of 500 MB', () =>
    on(reactions(upstream, { ask: { steps: ['{"data":"', ...endless] } }), async ({ provider, server }) => {
      const drawing = refusal(provider.draw(draw.request, draw.signal))
      assert.equal((await within(10 * promptMs, 'the provider read on', drawing)).code, 'invalid_response')
      await within(promptMs, 'the provider did not hang up', server.calls[0]!.hungUp)
      assert.ok(server.calls[0]!.sentBytes < takenBytesMax, `took ${server.calls[0]!.sentBytes} bytes`)
    }))

  if (!withLink) return
  const linked = (fetch: Answer) =>
    reactions(upstream, { ...answering(upstream, { steps: [withLink(pictureUrl)] }), fetch })

  test('closes the connection on a picture of 500 MB, with or without a length', async () => {
    const announced = { 'content-length': String(500 * mebibyte.length + png.length) }
    for (const headers of [undefined, announced]) {
      const large: Answer = { contentType: 'image/png', ...(headers && { headers }), steps: [png, ...endless] }
      await on(linked(large), async ({ provider, server }) => {
        const drawing = refusal(provider.draw(draw.request, draw.signal))
        assert.equal((await within(10 * promptMs, 'the provider read on', drawing)).code, 'invalid_response')
        await within(promptMs, 'the provider did not hang up', server.calls.at(-1)!.hungUp)
        assert.ok(server.calls.at(-1)!.sentBytes < takenBytesMax, `took ${server.calls.at(-1)!.sentBytes} bytes`)
      })
    }
  })

  test('detects the type by content, not by its label', async () => {
    for (const contentType of ['text/html', 'image/svg+xml', 'image/webp', 'application/octet-stream']) {
      await on(linked({ contentType, steps: [kitPictures['image/jpeg']] }), async ({ provider }) => {
        assert.equal((await provider.draw(draw.request, draw.signal)).type, 'image/jpeg')
      })
    }
  })

  test(`${upstream.picturesNeedKey ? 'sends' : 'does not send'} the key when it fetches a picture`, () =>
    on(linked({ contentType: 'image/png', steps: [png] }), async ({ provider, server }) => {
      await provider.draw(draw.request, draw.signal)
      const sent = inspect(server.calls.at(-1)!.request)
      assert.equal(sent.includes(secrets.apiKey), upstream.picturesNeedKey ?? false, sent)
      assert.ok(!sent.includes(secrets.prompt), sent)
    }))

  test('follows no redirect of a picture', async () => {
    const places = [
      'http://169.254.169.254/latest/meta-data/',
      'http://127.0.0.1:9/',
      'https://elsewhere.test/a.png',
      pictureUrl,
    ]
    for (const location of places) {
      for (const status of [301, 302, 303, 307, 308]) {
        await on(linked({ status, headers: { location }, steps: [png] }), async ({ provider, server }) => {
          assert.equal((await refusal(provider.draw(draw.request, draw.signal))).code, 'invalid_response', location)
          const purposes = server.calls.map(({ request }) => upstream.callIs(request))
          assert.deepEqual(
            purposes.filter((purpose) => purpose === 'ask' || purpose === null),
            ['ask', null],
            'one call each for the upstream and the picture'
          )
        })
      }
    }
  })

  test('fetches only from the picture hosts of the vendor', async () => {
    const { protocol, host, pathname } = new URL(pictureUrl)
    const domain = host.split('.').slice(-2).join('.')
    const other = protocol === 'https:' ? 'http:' : 'https:'
    const links: unknown[] = [
      'http://127.0.0.1/a.png',
      'http://localhost/a.png',
      'http://[::1]/a.png',
      'http://[::ffff:169.254.169.254]/a.png',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/a.png',
      'https://192.168.0.1/a.png',
      'http://2130706433/a.png',
      'http://0x7f.1/a.png',
      'https://elsewhere.test/a.png',
      `${protocol}//${host}.elsewhere.test${pathname}`,
      `${protocol}//${host}@elsewhere.test${pathname}`,
      `${protocol}//kit:pass@${host}${pathname}`,
      `${protocol}//${host}:8080${pathname}`,
      `${protocol}//elsewhere.test/${host}${pathname}`,
      `${protocol}//elsewhere.test\\@${host}${pathname}`,
      `${protocol}//not${domain}${pathname}`,
      `${other}//${host}${pathname}`,
      'file:///etc/passwd',
      'ftp://elsewhere.test/a.png',
      'data:text/html,<h1>no</h1>',
      'javascript:alert(1)',
      '//elsewhere.test/a.png',
      '/a.png',
      '',
      null,
      5,
      {},
      [],
    ]
    for (const link of links) {
      const react = reactions(upstream, {
        look: [{ steps: [withLink(link)] }],
        ...answering(upstream, { steps: [withLink(link)] }),
        fetch: { contentType: 'image/png', steps: [png] },
      })
      await on(react, async ({ provider, server }) => {
        assert.equal(
          (await refusal(provider.draw(draw.request, draw.signal))).code,
          'invalid_response',
          `the link was ${inspect(link)}`
        )
        assert.ok(
          server.calls.every(({ request }) => upstream.callIs(request) !== null),
          `it fetched ${inspect(link)}`
        )
      })
    }
  })

  test('does not mistake a missing picture for a refused key', async () => {
    for (const [status, code] of [
      [401, 'invalid_response'],
      [403, 'invalid_response'],
      [404, 'invalid_response'],
      [429, 'unavailable'],
      [503, 'unavailable'],
    ] as const) {
      await on(linked({ status, steps: ['<h1>No</h1>'] }), async ({ provider }) => {
        assert.equal((await refusal(provider.draw(draw.request, draw.signal))).code, code, String(status))
      })
    }
  })

  test('throws cut_off when the connection breaks during a picture', () =>
    on(linked({ contentType: 'image/png', steps: [png.subarray(0, 40), 'reset'] }), async ({ provider }) => {
      assert.equal((await refusal(provider.draw(draw.request, draw.signal))).code, 'cut_off')
    }))
}
