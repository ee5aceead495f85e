import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { startFakeNats } from '#plugins/bus-nats/tests/fake_nats_server'
import { asking } from '#tests/support/databases'
import { createMigratedDatabase } from '#tests/support/server'
import { startSmtpInbox } from '#tests/support/smtp_inbox'
import { longRun } from '#tests/support/long_run'
import { cli } from './support.ts'

interface Check {
  name: string
  ok: boolean
  says: string
}

let database: Promise<string> | null = null
const doctor = async (env: Record<string, string> = {}, ...args: string[]) =>
  cli(['doctor', ...args], { databaseUrl: await (database ??= createMigratedDatabase()), env })
const modelsOf = (json: { checks: Check[] }) => json.checks.filter(({ name }) => name.startsWith('model'))

const key = 'sk-ant-very-secret-0123'

/** Starts a stub of a vendor's server. The test defines its responses. */
const serve = async (answer: (path: string, body: any, response: http.ServerResponse) => void) => {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => answer(request.url!, JSON.parse(Buffer.concat(chunks).toString()), response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test.group('doctor | models', () => {
  test('reports that the local writer answers', async ({ assert }) => {
    const { json } = await doctor({}, '--json')
    const [chain, model, ...more] = modelsOf(json)
    assert.deepInclude(chain, { name: 'models', ok: true })
    assert.include(chain!.says, 'Toppy 7B: local local; MythoMist 7B: local local')
    assert.deepInclude(model, { name: 'model local local', ok: true })
    assert.lengthOf(more, 0)
  }).tags(longRun)

  test('probes each configured model and says what to do about a missing one', async ({ assert }) => {
    const paths: string[] = []
    const upstream = await serve((path, body, response) => {
      paths.push(`${path} ${body.model}`)
      if (path === '/api/chat') {
        response.writeHead(404, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ error: `model '${body.model}' not found` }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello' } }
      response.write(`data: ${JSON.stringify(delta)}\n\n`)
    })
    try {
      const env = {
        MODELS_PROVIDER: 'anthropic',
        MODELS_BASE_URL: upstream.url,
        ANTHROPIC_API_KEY: key,
        MODEL_STANDARD: 'claude-kit',
        MODEL_ULTRA: 'claude-kit-large',
        MODELS_FALLBACK: 'ollama:llama3.2:3b',
        OLLAMA_BASE_URL: upstream.url,
      }
      const run = await doctor(env)
      assert.equal(run.code, 1)
      const printed = run.out + run.err
      assert.include(printed, 'Claude Kit (basic): anthropic claude-kit, then ollama llama3.2:3b')
      assert.include(printed, 'Claude Kit Large: anthropic claude-kit-large, then ollama llama3.2:3b')
      assert.match(printed, /^ok {6}model anthropic claude-kit: answered after \d+\.\d s$/m)
      assert.match(printed, /^MISSING model ollama llama3\.2:3b: .* Run 'ollama pull llama3\.2:3b'/m)
      assert.notInclude(printed, key)
      assert.sameMembers(paths, ['/v1/messages claude-kit', '/v1/messages claude-kit-large', '/api/chat llama3.2:3b'])
    } finally {
      upstream.close()
    }
  }).tags(longRun)

  test('reports an unreachable provider and a refused key, without printing the key', async ({ assert }) => {
    const upstream = await serve((_path, _body, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'authentication_error', message: `invalid key ${key}` } }))
    })
    for (const [baseUrl, says] of [
      [upstream.url, /refused the key\. Check the API key/],
      ['http://127.0.0.1:1', /could not be reached/],
    ] as const) {
      const run = await doctor(
        { MODELS_PROVIDER: 'openai-compatible', MODELS_BASE_URL: baseUrl, MODELS_API_KEY: key, MODEL_BASIC: 'm' },
        '--json'
      )
      assert.equal(run.code, 1)
      const model = run.json.checks.find(({ name }: Check) => name === 'model openai-compatible m')
      assert.isFalse(model.ok)
      assert.match(model.says, says)
      assert.notInclude(run.out + run.err, key)
    }
    upstream.close()
  }).tags(longRun)

  for (const [what, env, says] of [
    [
      'an unknown provider',
      { MODELS_PROVIDER: 'copenai' },
      /no model provider 'copenai': it is one of local, openai-compatible, anthropic, ollama/,
    ],
    ['an unknown fallback', { MODELS_FALLBACK: 'local, lama:x' }, /no model provider 'lama'/],
    ['Anthropic without a key', { MODELS_PROVIDER: 'anthropic', MODEL_BASIC: 'm' }, /needs ANTHROPIC_API_KEY/],
    [
      'Ollama without a model',
      { MODELS_PROVIDER: 'ollama' },
      /provider ollama needs the name of a model: set MODEL_STANDARD/,
    ],
    [
      'an unknown image provider',
      { IMAGES_PROVIDER: 'dalle' },
      /no image provider 'dalle': it is one of local, replicate, sdapi, comfyui, openai-compatible/,
    ],
    ['Replicate without a token', { IMAGES_PROVIDER: 'replicate' }, /provider replicate needs REPLICATE_API_TOKEN/],
    [
      'an unknown moderation provider',
      { MODERATION: 'local, strict' },
      /no moderation provider 'strict': it is one of local, openai-compatible/,
    ],
    [
      'moderation without an address',
      { MODERATION: 'openai-compatible' },
      /openai-compatible needs MODERATION_BASE_URL/,
    ],
    [
      'SMTP without the address for links',
      { SMTP_URL: 'smtp://mail.example' },
      /APP_URL is missing: SMTP_URL needs it/,
    ],
    [
      'an SMTP address of another kind',
      { SMTP_URL: 'mail.example:587' },
      /SMTP_URL must be an address that begins with smtp:\/\/ or smtps:\/\//,
    ],
    ['several senders of mail', { MAIL_FROM: 'a@b.example, c@d.example' }, /MAIL_FROM must be one mail address/],
    [
      'the control of tests',
      { NODE_ENV: 'production', TEST_CONTROL: 'on' },
      /TEST_CONTROL is for tests only: remove it/,
    ],
    ['an invalid address', { OLLAMA_BASE_URL: 'box:11434' }, /OLLAMA_BASE_URL must be an address/],
  ] as [string, Record<string, string>, RegExp][])
    test(`refuses to start with ${what}, and says why in one line`, async ({ assert }) => {
      const run = await doctor(env)
      assert.equal(run.code, 1)
      assert.match(run.out + run.err, says)
      assert.notMatch(run.out + run.err, /^\s+at /m)
    }).tags(['an unknown provider', 'an invalid address', 'the control of tests'].includes(what) ? [] : longRun)
})

test.group('doctor | other services', (group) => {
  group.tap((each) => each.tags(longRun))
  test('reports that the sandbox must be enabled at a public address', async ({ assert }) => {
    const { json } = await doctor({ APP_URL: 'https://facet.example' }, '--json')
    const payments = json.checks.find(({ name }: Check) => name === 'payments')
    assert.isTrue(payments.ok)
    assert.match(payments.says, /APP_URL is public .*PAYMENTS_SANDBOX=true/)
  })

  test('reports image, sign-in and payment providers and whether they answer', async ({ assert }) => {
    const [plain, stripe] = await Promise.all([
      doctor({}, '--json'),
      doctor(
        {
          STRIPE_SECRET_KEY: 'sk_test_very_secret',
          STRIPE_WEBHOOK_SECRET: 'whsec_x',
          STRIPE_API_BASE: 'http://127.0.0.1:1',
          IMAGES_PROVIDER: 'replicate',
          REPLICATE_API_TOKEN: 'r8_very_secret',
        },
        '--json'
      ),
    ])
    const of = (run: { json: { checks: Check[] } }, name: string) =>
      run.json.checks.find((check) => check.name === name)
    assert.deepInclude(of(plain, 'payments'), { ok: true, says: 'sandbox, which moves no money: answers' })
    assert.deepInclude(of(plain, 'images'), { ok: true, says: 'local: drawn on this machine' })
    assert.deepInclude(of(plain, 'sign-in'), { ok: true, says: 'e-mail and password' })
    assert.match(of(plain, 'admins')!.says, /^none yet/)
    assert.equal(stripe.code, 1)
    assert.isFalse(of(stripe, 'payments')!.ok)
    assert.match(of(stripe, 'payments')!.says, /^stripe: /)
    assert.match(of(stripe, 'images')!.says, /^replicate, not checked/)
    assert.notMatch(stripe.out + stripe.err, /very_secret/)
  })

  test('reports where mail goes and whether the SMTP server answers, without its password', async ({ assert }) => {
    const inbox = await startSmtpInbox({ credentials: { user: 'facet', pass: 'very-secret' } })
    const env = (url: string) => ({ SMTP_URL: url, APP_URL: 'http://localhost:3333' })
    const [folder, right, wrong] = await Promise.all([
      doctor({}, '--json'),
      doctor(env(inbox.url), '--json'),
      doctor(env(inbox.url.replace('very-secret', 'not-very-secret')), '--json'),
    ])
    const mailOf = (run: { json: { checks: Check[] } }) => run.json.checks.find(({ name }) => name === 'mail')!
    assert.match(mailOf(folder).says, /^no SMTP server is configured, so mail is written to \/.*outbox$/)
    assert.deepInclude(mailOf(right), { ok: true, says: 'the SMTP server accepts our connection' })
    assert.isFalse(mailOf(wrong).ok)
    assert.match(mailOf(wrong).says, /refused the user name or password/)
    for (const { out, err } of [right, wrong]) assert.notMatch(out + err, /very-secret/)
    await inbox.close()
  })

  test('reports whether NATS answers, without its password', async ({ assert, cleanup }) => {
    const nats = await startFakeNats()
    cleanup(() => nats.close())
    const [right, gone, invalid] = await Promise.all(
      [`nats://facet:very-secret@127.0.0.1:${nats.port}`, 'nats://facet:very-secret@127.0.0.1:1', 'very-secret'].map(
        (url) => doctor({ NATS_URL: url }, '--json')
      )
    )
    const busOf = (run: { json: { checks: Check[] } }) => run.json.checks.find(({ name }) => name === 'bus')!
    assert.deepInclude(busOf(right!), { ok: true, says: 'nats: connected' })
    assert.isFalse(busOf(gone!).ok)
    assert.match(busOf(gone!).says, /^nats: /)
    assert.equal(invalid!.code, 1)
    assert.match(invalid!.out + invalid!.err, /NATS_URL is invalid/)
    for (const { out, err } of [right!, gone!, invalid!]) assert.notMatch(out + err, /very-secret/)
  })

  test('reports the rest when the database does not answer', async ({ assert }) => {
    const { code, json } = await cli(['doctor', '--json'], { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(code, 1)
    const checks = new Map<string, Check>(json.checks.map((check: Check) => [check.name, check]))
    assert.isFalse(checks.get('database')!.ok)
    assert.match(checks.get('database')!.says, /Check DATABASE_URL/)
    assert.isTrue(checks.get('model local local')!.ok)
    assert.isFalse(checks.has('ledger'))
  })
  test('says with --public what a site for strangers lacks', async ({ assert }) => {
    const publicOf = ({ json }: { json: { checks: Check[] } }) =>
      new Map(json.checks.flatMap(({ name, ...rest }) => (name.startsWith('public ') ? [[name.slice(7), rest]] : [])))
    const env = {
      APP_URL: 'https://facet.facet-friends.net',
      TRUST_PROXY: 'true',
      METRICS_TOKEN: 'a token of more than 16 signs'.replaceAll(' ', '-'),
      REVIEW_FIRST: '3',
      RATE_LIMITS: 'on',
    }
    const [bare, set] = await Promise.all([doctor({}, '--public', '--json'), doctor(env, '--public', '--json')])
    const [before, after] = [publicOf(bare), publicOf(set)]
    assert.equal(bare.code, 1)
    for (const name of ['address', 'proxy', 'review', 'metrics']) {
      assert.isFalse(before.get(name)!.ok, name)
      assert.isTrue(after.get(name)!.ok, name)
    }
    assert.deepEqual(after.get('owner'), { ok: false, says: 'there is none: run set-admin --owner' })
    assert.isFalse(after.get('models')!.ok)
    assert.isFalse(after.get('mail')!.ok)
    assert.equal(after.get('sign-up')!.says, 'open: everyone can register')
    const { json } = await doctor({}, '--json')
    assert.isEmpty([...publicOf({ json }).keys()])
  })

  test('says with --public which pages are still examples, and whether the privacy page names who reads chats', async ({
    assert,
  }) => {
    const databaseUrl = await createMigratedDatabase()
    await asking(databaseUrl)(
      `INSERT INTO site_pages (name, version, text)
       SELECT name, 1, CASE name WHEN 'terms' THEN '> **This is an example.** Replace it.' ELSE 'Ours' END
       FROM unnest(ARRAY['terms', 'privacy', 'rules', 'imprint']) AS name`
    )
    const env = {
      MODERATION: 'openai-compatible',
      MODERATION_BASE_URL: 'http://127.0.0.1:1/v1',
      HELP_MODERATION: 'Acme',
    }
    const { json } = await cli(['doctor', '--public', '--json'], { databaseUrl, env })
    const says = (name: string) => json.checks.find((check: Check) => check.name === `public ${name}`) as Check
    assert.match(says('pages').says, /^still examples: terms\./)
    assert.isFalse(says('crisis help').ok)
    assert.deepInclude(says('review'), { ok: true, says: 'a provider judges' })
  })
})
