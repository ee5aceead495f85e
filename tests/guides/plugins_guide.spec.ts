import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { ProviderError } from '#plugins/contract/errors'
import { collect } from '#plugins/kits/model_kit'
import { createDatabase } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/plugins.md'), 'utf8')

interface Step {
  /** The info string of the fence: `sh`, `sh fails`, `ts file=…`, `diff file=…`, `text`. */
  kind: string
  file: string | null
  body: string
}

const steps: Step[] = [...guide.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, info, body]) => ({
  kind: info!.replace(/ file=.*/, ''),
  file: / file=(\S+)/.exec(info!)?.[1] ?? null,
  body: body!,
}))

/**
 * Copies the installed project. Keeps file times, so that nothing is built again. Its node_modules links to our packages but has its own
 * lock and cache, so that builds don't interfere.
 */
const copyOfProject = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'facet-guide-'))
  const bring = (name: string) => {
    if (!existsSync(join(root, name))) return
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    execFileSync('cp', ['-a', join(root, name), join(copy, name)])
  }
  const folders = [
    'apps/launcher',
    'apps/server',
    'modules',
    'plugins',
    'config',
    'cli',
    'tests/support',
    'tests/architecture',
  ]
  const files = ['adonisrc.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
  for (const name of [...folders, ...files, '.prettierrc.json', 'build', 'pictures']) bring(name)
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!['.cache', '.prepare.lock', '.install-stamp'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  // The guide builds no web app, but the doctor checks for it.
  mkdirSync(join(copy, 'apps/web/dist'), { recursive: true })
  writeFileSync(join(copy, 'apps/web/dist/index.html'), '')
  return copy
}

/** Starts the guide's vendor, as the guide describes it. */
const startParrot = async () => {
  const asked: { path: string; key: unknown; body: any }[] = []
  const server = http.createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    asked.push({ path: request.url!, key: request.headers['x-parrot-key'], body })
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write('{"say":"Hel"}\n')
    response.write('{"say":"lo."}\n')
    response.end('{"over":"end","heard":11,"said":7}\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Runs a command of the guide in a shell. The environment has only PATH, HOME and the database's URL. */
const type = async (command: string, cwd: string, databaseUrl: string) => {
  const { PATH, HOME } = process.env
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, DATABASE_URL: databaseUrl }
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, out, err] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, out: out + err }
}

/** Inserts each added line after its preceding context line. */
const patched = (file: string, diff: string): string => {
  let source = file
  let before = ''
  for (const line of diff.split('\n').filter(Boolean)) {
    const content = line.slice(1)
    if (line.startsWith('+')) source = source.replace(`${before}\n`, () => `${before}\n${content}\n`)
    else if (source.split('\n').filter((other) => other === content).length !== 1)
      throw new Error(`The guide's context line is missing or not unique: ${content}`)
    before = content
  }
  return source
}

test.group('docs/plugins.md', (group) => {
  group.tap((guideTest) => guideTest.tags(longRun))
  let copy: string
  let parrot: Awaited<ReturnType<typeof startParrot>>
  group.setup(async () => {
    copy = copyOfProject()
    parrot = await startParrot()
    return () => {
      parrot.close()
      rmSync(copy, { recursive: true, force: true })
    }
  })

  test('builds a provider that passes its kit, is configured, answers, and is a package', async ({ assert }) => {
    const databaseUrl = await createDatabase()
    let output = ''
    for (const { kind, file, body } of steps) {
      if (file) {
        const path = join(copy, file)
        const given = body.replaceAll('https://api.parrot.example/v2', parrot.url)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, kind === 'diff' ? patched(readFileSync(path, 'utf8'), body) : given)
      } else if (kind === 'text') {
        for (const line of body.trim().split('\n')) assert.include(output, line)
      } else {
        assert.oneOf(kind, ['sh', 'sh fails'], 'an unknown fence')
        for (const command of body.trim().split('\n')) {
          const run = await type(command, copy, databaseUrl)
          output = run.out
          if (kind === 'sh fails') assert.equal(run.code, 1, `${command}\n${output}`)
          else assert.equal(run.code, 0, `${command}\n${output}`)
          if (command.startsWith('npm test') && kind === 'sh') assert.match(output, /^[1-9]\d* passed, 0 failed$/m)
          if (command.startsWith('npm test') && kind === 'sh fails')
            assert.match(output, /\n\d+ passed, [1-9]\d* failed/)
        }
      }
    }

    assert.deepInclude(parrot.asked[0], { path: '/v2/say', key: 'polly-wants-a-key' })
    assert.equal(parrot.asked[0]!.body.bird, 'grey')
    assert.notInclude(output, 'polly-wants-a-key')
  }).timeout(600_000)

  test('produces code that passes the checks', async ({ assert }) => {
    const mine = [
      'plugins/model-parrot',
      'plugins/payment-guinea',
      'plugins/image-heron',
      'plugins/mail-stork',
      'plugins/bus-swift',
      'plugins/moderation-owl',
      'plugins/voice-wren',
      'config/model_providers.ts',
    ]
    const settings = {
      extends: './tsconfig.json',
      compilerOptions: { types: ['node', '@japa/assert'] },
      // The rest of the configuration extends the framework's types.
      include: [...mine, 'adonisrc.ts', 'config/auth.ts', 'modules/**/*.d.ts'],
      exclude: ['node_modules'],
    }
    writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify(settings))
    const bin = (path: string) => `${process.execPath} ${join('node_modules', path)}`
    for (const command of [
      `${bin('prettier/bin/prettier.cjs')} --check ${mine.join(' ')}`,
      `${bin('oxlint/bin/oxlint')} --deny-warnings ${mine.join(' ')}`,
      `${bin('typescript/bin/tsc')} --noEmit -p tsconfig.guide.json`,
      `${process.execPath} --import=@poppinss/ts-exec apps/server/bin/test.ts units --files='tests/architecture/imports.spec.ts'`,
    ]) {
      const run = await type(command, copy, '')
      assert.equal(run.code, 0, `${command}\n${run.out}`)
    }
  }).timeout(600_000)

  test('produces a package that works without the project and whose errors are recognized', async ({ assert }) => {
    const shelf = join(copy, 'elsewhere/node_modules/facet-model-parrot')
    mkdirSync(shelf, { recursive: true })
    const unpack = `tar -xzf facet-model-parrot-1.0.0.tgz --strip-components=1 -C ${shelf}`
    assert.equal((await type(unpack, copy, '')).code, 0)
    const { exports } = JSON.parse(readFileSync(join(shelf, 'package.json'), 'utf8'))
    assert.isTrue(existsSync(join(shelf, exports.types)))
    const { parrotModel } = await import(pathToFileURL(join(shelf, exports.default)).href)
    const reply = await collect(parrotModel({ baseUrl: parrot.url, apiKey: 'key' }))
    assert.deepEqual(reply, {
      parts: [
        ...reply.parts.filter(({ type }) => type === 'text'),
        { type: 'finish', reason: 'stop', usage: { inputTokens: 11, outputTokens: 7 } },
      ],
      error: null,
    })
    assert.equal(reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''), 'Hello.')
    const { error } = await collect(parrotModel({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' }))
    assert.instanceOf(error, ProviderError)
    assert.equal((error as ProviderError).code, 'unavailable')
  })
})
