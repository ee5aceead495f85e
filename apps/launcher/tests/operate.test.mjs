import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serverEnvironment, serverFlags } from '../server_process.mjs'
import { ROOT } from '../settings.mjs'

/** Files in docs/operate/ repeat values from the code. These tests keep them in sync. */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const number = (path, pattern) => {
  const found = pattern.exec(read(path))
  assert.ok(found, `${path} has no ${pattern}`)
  return Number(product(found[1]))
}
/** Evaluates `64 * 1_048_576` from the code. */
const product = (text) => text.split('*').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1)

const [nginx, caddy, docker, compose, unit] = [
  'nginx.conf',
  'Caddyfile',
  'Dockerfile',
  'compose.yaml',
  'facet@.service',
].map((name) => read(`docs/operate/${name}`))
const env = read('config/env.ts')

/** Returns a location block of nginx.conf. */
const location = (name) => {
  const at = nginx.indexOf(`location ${name} {`)
  assert.notEqual(at, -1, `nginx.conf has no location ${name}`)
  return nginx.slice(at, nginx.indexOf('}', at))
}
/** Returns the block that nginx chooses for a path that has its own location. */
const locationOf = (path) => {
  const patterns = [...nginx.matchAll(/location ~ (\S+) \{/g)].map(([, pattern]) => pattern)
  const pattern = patterns.find((each) => new RegExp(each).test(path))
  return location(pattern ? `~ ${pattern}` : `= ${path}`)
}
const sizeOf = (text, pattern, unit) => Number(pattern.exec(text)?.[1]) * unit

test('proxies accept slightly larger bodies than the server, so that the server refuses', () => {
  const limits = {
    '/api/uploads/images': number('modules/imagegen/api.ts', /uploadBytesMax = ([\d_ *]+)/),
    '/api/chats/import': number('modules/cards/api.ts', /chatFileBytesMax = ([\d_ *]+)/),
    '/api/lorebooks/import': number('modules/cards/api.ts', /chatFileBytesMax = ([\d_ *]+)/),
    '/api/cards': number('modules/cards/api.ts', /requestBytesMax: ([\d_ *]+)/),
    '/api/admin/card-imports': number('modules/cards/api.ts', /requestBytesMax: ([\d_ *]+)/),
    '/api/admin/import-characters': number('modules/gallery/src/domain/limits.ts', /importBytesMax: ([\d_ *]+)/),
  }
  const json = number('config/bodyparser.ts', /json: \{[^}]*limit: '(\d+)mb'/s) * 1_048_576
  assert.ok(sizeOf(nginx, /^ {4}client_max_body_size (\d+)m;/m, 1_048_576) > json)
  assert.ok(sizeOf(caddy, /@other \{\s+max_size (\d+)MB/, 1_000_000) > json)
  for (const [path, bytesMax] of Object.entries(limits)) {
    assert.ok(sizeOf(locationOf(path), /client_max_body_size (\d+)m;/, 1_048_576) > bytesMax, `nginx.conf, ${path}`)
    const name = [...caddy.matchAll(/@(\w+) path (.*)/g)].find(([, , paths]) => paths.split(' ').includes(path))?.[1]
    assert.ok(
      sizeOf(caddy, new RegExp(`@${name} \\{\\s+max_size (\\d+)MB`), 1_000_000) > bytesMax,
      `Caddyfile, ${path}`
    )
  }
})

test('proxies pass on exactly the streams unbuffered', () => {
  const streams = new RegExp(/location ~ (\S+) \{/.exec(nginx)[1])
  const calls = new Map(
    [...read('modules/chat/calls.ts').matchAll(/export const (\w+): Call<[^=]*=\s*'(?:GET|POST) ([^']+)'/g)].map(
      ([, name, path]) => [name, path]
    )
  )
  const routes = [...read('modules/chat/routes.ts').matchAll(/serve\(calls\.(\w+), \[\w+, '(\w+)'\]/g)].filter(
    ([, name]) => calls.has(name)
  )
  assert.ok(routes.length > 20)
  for (const [, name, action] of routes) {
    const path = calls.get(name)
    const isStream = ['send', 'follow', 'reroll', 'continue', 'impersonate', 'talk'].includes(action)
    assert.equal(streams.test(path.replace(':id', '0190-id')), isStream, `${path} (${action})`)
  }
  assert.match(location(`~ ${streams.source.replaceAll('\\/', '/')}`), /proxy_buffering off;/)
  assert.match(caddy, /flush_interval -1/)
})

test('proxies wait longer than the server is silent, close idle connections first, and hide metrics', () => {
  const [quietChecks, checkMs, imagesMs, keepAliveMs] = [
    number('modules/realtime/src/http/event_stream.ts', /quietChecksMax = ([\d_]+)/),
    number('modules/realtime/src/http/event_stream.ts', /checkMs = ([\d_]+)/),
    number('config/env.ts', /IMAGES_TIMEOUT_MS: wholeNumber\([\d_]+, [\d_]+, ([\d_]+)\)/),
    number('config/app.ts', /keepAliveTimeout: ([\d_]+)/),
  ]
  for (const [text, waits, idles] of [
    [nginx, /proxy_read_timeout (\d+)s;/, /keepalive_timeout (\d+)s;/],
    [caddy, /response_header_timeout (\d+)s/, /keepalive (\d+)s/],
  ]) {
    assert.ok(sizeOf(text, waits, 1000) > Math.max(quietChecks * checkMs, imagesMs))
    assert.ok(sizeOf(text, idles, 1000) < keepAliveMs)
  }
  assert.match(location('= /metrics'), /return 404;/)
  assert.match(caddy, /respond \/metrics 404/)
  assert.match(nginx, /X-Forwarded-For \$remote_addr;/)
})

test('the image runs the server like npm start, without root, with all files it reads', () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)[1])
  assert.deepEqual(command, ['node', ...serverFlags, 'build/apps/server/bin/server.js'])
  for (const [name, value] of Object.entries(serverEnvironment)) assert.ok(docker.includes(`${name}=${value}`), name)
  assert.match(docker, /^USER node$/m)
  assert.match(docker, /^FROM node:24-/m)
  for (const folder of ['build', 'apps/web/dist', 'node_modules'])
    assert.ok(docker.includes(`COPY --from=build /facet/${folder} ${folder}`), folder)
  const ignored = read('docs/operate/Dockerfile.dockerignore').split('\n')
  for (const path of ['.env', '.data', '.git', 'node_modules']) assert.ok(ignored.includes(path), path)
})

test('stop timeouts leave time for replies, and all files use the same port', () => {
  const drainMs = Number(/^DRAIN_MS=(\d+)$/m.exec(read('docs/operate/facet.env.example'))[1])
  assert.ok(sizeOf(unit, /TimeoutStopSec=(\d+)/, 1000) > drainMs + 5_000)
  assert.ok(sizeOf(compose, /stop_grace_period: (\d+)s\n {2}restart/, 1000) > drainMs)
  assert.match(compose, new RegExp(`DRAIN_MS: '${drainMs}'`))
  const port = /PORT: wholeNumber\(1, 65_535, (\d+)\)/.exec(env)[1]
  for (const text of [nginx, caddy, docker, compose, unit]) assert.ok(text.includes(port))
})

test('alerts use existing metrics', () => {
  const sources = ['database_metrics.ts', 'metrics.ts', 'process_metrics.ts'].map((name) =>
    read(`apps/server/src/metrics/${name}`)
  )
  const defined = new Set(sources.join().match(/facet_[a-z_]+/g))
  const used = new Set(read('docs/operate/alerts.yml').match(/facet_[a-z_]+/g))
  // The operator defines this metric.
  used.delete('facet_backup_last_success_timestamp_seconds')
  assert.ok(used.size > 9)
  for (const name of used) assert.ok(defined.has(name.replace(/_bucket$/, '')), name)
})

test('the example settings contain only existing variables and no secret', () => {
  const lines = read('docs/operate/facet.env.example').split('\n')
  const settings = lines.flatMap((line) => /^(?:# )?([A-Z][A-Z_]+)=(\S*)/.exec(line)?.slice(1, 3) ?? [])
  assert.ok(settings.length > 16)
  for (let n = 0; n < settings.length; n += 2) {
    const [name, value] = settings.slice(n, n + 2)
    const isOfCompose = compose.includes(`\${${name}`)
    assert.ok(isOfCompose || env.includes(`  ${name}: `), name)
    if (/(KEY|SECRET|TOKEN|PASSWORD)$/.test(name)) assert.equal(value, '', name)
  }
})
